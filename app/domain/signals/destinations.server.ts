/** Who came later to a destination carries the doubt; saving it gives nobody standing (docs/rules.md#60). */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { destinationSaves } from '~/platform/db/schema/payout-details'
import { watchSharedInBurst } from './people.server'
import { lockFacts, raiseSignal } from './signals.server'

/** Who came later to destinations of more members than this is one signal. */
const MOST_OTHERS = 3

/** SQL: an operator once cleared a signal about a destination of these two. */
const isHousehold = (one: SQLWrapper | number, other: SQLWrapper | number): SQL => sql`EXISTS (
  SELECT 1 FROM signals h
    JOIN signal_members h1 ON h1.signal_id = h.id AND h1.user_id = ${one}
    JOIN signal_members h2 ON h2.signal_id = h.id AND h2.user_id = ${other}
   WHERE h.kind IN ('same-destination', 'burst-sharing') AND h.cleared_at IS NOT NULL)`

/** Call it when a new destination is saved, in the transaction that saves it. */
export async function watchDestination(tx: Tx, userId: number, blindIndex: string): Promise<void> {
  const of = { kind: 'same-destination', facts: blindIndex } as const
  await lockFacts(tx, of)
  await tx.insert(destinationSaves).values({ user_id: userId, blind_index: blindIndex })
  const others = await findOthers(tx, userId, blindIndex)
  const paid = others.filter((one) => one.paid)
  if (!(await raiseForMany(tx, userId)) && paid.length && !(await wasPaidTo(tx, userId, blindIndex)))
    await raiseSignal(tx, {
      ...of,
      members: [...paid.filter((one) => one.upheld).map(({ id }) => id), userId],
      named: paid.filter((one) => !one.upheld).map(({ id }) => id),
    })
  await watchSharedInBurst(
    tx,
    userId,
    others.map(({ id }) => id),
  )
  await watchLeftDebt(tx, userId, blindIndex)
}

/** Members who saved the destination or were paid to it, without those cleared as this member's household. */
async function findOthers(tx: Tx, userId: number, blindIndex: string) {
  return tx.execute<{ id: number; paid: boolean; upheld: boolean }>(sql`
    SELECT o.user_id::int AS id, bool_or(o.paid) AS paid, EXISTS (
             SELECT 1 FROM signal_members m JOIN signals s ON s.id = m.signal_id
              WHERE m.user_id = o.user_id AND m.about IS NOT FALSE AND s.upheld_at IS NOT NULL AND s.cleared_at IS NULL) AS upheld
      FROM (SELECT user_id, false AS paid FROM destination_saves WHERE blind_index = ${blindIndex}
             UNION ALL SELECT user_id, status = 'paid' FROM withdrawals WHERE destination_index = ${blindIndex}) o
     WHERE o.user_id <> ${userId} AND NOT ${isHousehold(sql`o.user_id`, userId)}
     GROUP BY o.user_id ORDER BY o.user_id LIMIT 100`)
}

/** Not returned. */
export async function wasPaidTo(reader: Reader, userId: number, blindIndex: string): Promise<boolean> {
  const rows = await reader.execute(sql`
    SELECT 1 FROM withdrawals WHERE user_id = ${userId} AND destination_index = ${blindIndex} AND status = 'paid' LIMIT 1`)
  return rows.length > 0
}

/** False: the member came later to destinations of few others. */
async function raiseForMany(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx.execute<{ others: number; is_open: boolean }>(sql`
    WITH mine AS (SELECT blind_index, min(id) AS first FROM destination_saves d
                   WHERE user_id = ${userId} AND NOT EXISTS (SELECT 1 FROM withdrawals w
                     WHERE w.user_id = d.user_id AND w.destination_index = d.blind_index AND w.status = 'paid')
                   GROUP BY blind_index)
    SELECT count(DISTINCT o.user_id)::int AS others, EXISTS (
             SELECT 1 FROM signals s JOIN signal_members m ON m.signal_id = s.id
              WHERE s.kind = 'many-destinations' AND s.cleared_at IS NULL AND m.user_id = ${userId}) AS is_open
      FROM mine JOIN destination_saves o ON o.blind_index = mine.blind_index AND o.id < mine.first
     WHERE o.user_id <> ${userId} AND NOT ${isHousehold(sql`o.user_id`, userId)}`)
  const { others, is_open } = row!
  if (others <= MOST_OTHERS) return is_open
  // With the count in its facts, a cleared signal is raised again for a further member only.
  if (!is_open)
    await raiseSignal(tx, { kind: 'many-destinations', facts: `${userId} ${others}`, members: [userId] })
  return true
}

/** A debt that a deleted account left behind and nobody took over. */
const IS_LEFT = sql`d.lifted_at IS NULL AND NOT (d.inherited AND d.returned_as IS NOT NULL) AND EXISTS (
  SELECT 1 FROM ledger_accounts a WHERE a.user_id = d.user_id AND a.code = 'user_debt' AND a.debits_paise > a.credits_paise)`

const raiseLeftDebt = (tx: Tx, { departure, debtor, member }: LeftDebt) =>
  raiseSignal(tx, { kind: 'left-debt', facts: `${departure} ${member}`, members: [member], named: [debtor] })

interface LeftDebt extends Record<string, unknown> {
  departure: number
  debtor: number
  member: number
}

/** Only accounts made later are suspected: an older one may be of the same household. */
async function watchLeftDebt(tx: Tx, userId: number, blindIndex: string): Promise<void> {
  const found = await tx.execute<LeftDebt>(sql`
    SELECT d.id::int AS departure, d.user_id::int AS debtor, u.id::int AS member
      FROM departures d JOIN users u ON u.id = ${userId} AND u.created_at > d.left_at
     WHERE d.destination_hashes @> ARRAY[${blindIndex}]::text[] AND ${IS_LEFT} ORDER BY d.id`)
  for (const one of found) await raiseLeftDebt(tx, one)
}

/** Debts of reversals after the destination was saved by the later account. */
export async function watchLateLeftDebts(): Promise<void> {
  const found = await db.execute<LeftDebt>(sql`
    SELECT DISTINCT d.id::int AS departure, d.user_id::int AS debtor, u.id::int AS member
      FROM departures d
      JOIN (SELECT user_id, blind_index FROM bank_details UNION ALL SELECT user_id, blind_index FROM upi_details) p
        ON p.blind_index = ANY(d.destination_hashes)
      JOIN users u ON u.id = p.user_id AND u.created_at > d.left_at
     WHERE ${IS_LEFT} AND NOT EXISTS (SELECT 1 FROM signals s WHERE s.kind = 'left-debt' AND s.facts = d.id || ' ' || u.id)`)
  for (const one of found) await db.transaction((tx) => raiseLeftDebt(tx, one))
}

/** SQL: the member was paid to the destination 30 days ago or longer, or nobody else but their household saved it. */
export const isUndisputed = (userId: SQLWrapper, index: SQLWrapper): SQL => sql`(
  EXISTS (SELECT 1 FROM withdrawals u JOIN withdrawal_steps p ON p.withdrawal_id = u.id AND p.status = 'paid'
           WHERE u.user_id = ${userId} AND u.destination_index = ${index} AND u.status = 'paid'
             AND p.created_at <= now() - interval '30 days')
  OR NOT EXISTS (SELECT 1 FROM destination_saves d
                  WHERE d.blind_index = ${index} AND d.user_id <> ${userId} AND NOT ${isHousehold(sql`d.user_id`, userId)}))`

export interface Sharer {
  index: string
  member: number
  paid: boolean
}

/** Who else saved these destinations or was paid to them, at most 50. */
export async function listSharers(
  destinations: readonly { index: string; userId: number }[],
): Promise<Sharer[]> {
  if (!destinations.length) return []
  const given = sql.join(
    destinations.map(({ index, userId }) => sql`(${index}::text, ${userId}::bigint)`),
    sql`, `,
  )
  return db.execute<Sharer & Record<string, unknown>>(sql`
    SELECT g.index, o.user_id::int AS member, bool_or(o.paid) AS paid
      FROM (VALUES ${given}) g (index, user_id)
      JOIN (SELECT blind_index, user_id, false AS paid FROM destination_saves
             UNION ALL SELECT destination_index, user_id, status = 'paid' FROM withdrawals) o
        ON o.blind_index = g.index AND o.user_id <> g.user_id
     GROUP BY g.index, o.user_id ORDER BY g.index, o.user_id LIMIT 50`)
}
