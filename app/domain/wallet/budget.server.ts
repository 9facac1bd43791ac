/**
 * What operators credit by hand, summed over 24 hours by person and by member; above FOUR_EYES_ABOVE it needs a second person
 * (docs/rules.md#59, docs/decisions/0094-budget.md). What an independent second person agreed to does not count.
 */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { manualCredits } from '~/platform/db/schema/conversions'
import { readRowId } from '~/platform/formats/ids'
import { formatRupees, type Paise } from '~/platform/formats/money'
import { buildSamePersonSql } from '~/domain/settings/person'
import { comparePersons } from '~/domain/settings/same-person.server'
import { readSettings, selectHundredths } from '~/domain/settings/settings.server'

/** 'none': only within the limit. 'alone': one person after a wait, or on the first day. 'agreed': an independent second person. */
export type BudgetConsent = 'none' | 'alone' | 'agreed'

/** Who acts, and with whose consent. */
export interface Hand {
  by: string
  consent: BudgetConsent
}

/** It needs a second person; the message says why. Its transaction must be rolled back. */
export class OverBudgetError extends Error {}

/**
 * Makes all that is done by hand wait for each other, so that two commands at once cannot both be within the limit. One lock for all
 * persons, because who is the same person depends on names and accounts that change. Take it before every other lock of money: what
 * networks and members cause never takes it, so that no cycle can arise.
 */
export async function lockBudget(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('budget', 0))`)
}

/** SQL: credits of sales and adjustments. `agreed_by`: who agreed to an adjustment, perhaps the same person after a wait. */
const allCredits = sql`
  SELECT m.made_by, NULL AS agreed_by, c.user_id, m.amount_paise, m.created_at AS at
    FROM manual_credits m JOIN conversions c ON c.id = m.conversion_id WHERE NOT m.agreed
   UNION ALL
  SELECT asked_by, CASE WHEN needs_approval THEN decided_by END, user_id, amount_paise, decided_at
    FROM adjustments WHERE state = 'applied'`

export interface BudgetCredit {
  userId: number
  amount: bigint
}

/** Why these further credits by the person need a second one; null: they do not. */
export async function explainOverBudget(
  reader: Reader,
  by: string,
  credits: readonly BudgetCredit[],
): Promise<string | null> {
  const { FOUR_EYES_ABOVE: limit } = await readSettings(reader)
  if (limit === null) return null
  const isSame = await comparePersons(reader, { withFormer: true })
  const earlier = await listCredits(reader, isSame)
  const explain = (sum: bigint, whose: string) =>
    `${formatRupees(sum)} ${whose} by hand within 24 hours is above FOUR_EYES_ABOVE, ${formatRupees(limit)}.`
  const byPerson = total([...earlier.filter((one) => isSame(one.by, by)), ...credits])
  if (byPerson > limit) return explain(byPerson, `credited by ${by}`)
  for (const userId of new Set(credits.map((credit) => credit.userId))) {
    const ofMember = total([...earlier, ...credits].filter((one) => one.userId === userId))
    if (ofMember > limit) return explain(ofMember, `credited to member ${userId}`)
  }
  return null
}

const total = (credits: readonly Pick<BudgetCredit, 'amount'>[]) =>
  credits.reduce((sum, { amount }) => sum + amount, 0n)

interface CreditBy extends BudgetCredit {
  by: string
}

/** Sums by person and member of 24 hours, without what an independent second person agreed to. */
async function listCredits(
  reader: Reader,
  isSame: (one: string, other: string) => boolean,
): Promise<CreditBy[]> {
  const rows = await reader.execute<{
    by: string
    agreed_by: string | null
    user_id: string
    amount: string
  }>(sql`
    SELECT made_by AS by, agreed_by, user_id, sum(amount_paise) AS amount FROM (${allCredits}) c
     WHERE at > statement_timestamp() - interval '24 hours' GROUP BY made_by, agreed_by, user_id`)
  return rows
    .filter(({ by, agreed_by }) => agreed_by === null || isSame(by, agreed_by))
    .map(({ by, user_id, amount }) => ({ by, userId: readRowId(user_id), amount: BigInt(amount) }))
}

export interface DaySum {
  /** Of those credited by hand: a person or a member. Of payouts: a member, or a destination of several. */
  of: { by: string } | { userId: number } | { hint: string }
  amount: bigint
}

const MOST_SUMS = 10

const listLargest = (sums: Iterable<DaySum>): DaySum[] =>
  [...sums].toSorted((a, b) => (a.amount > b.amount ? -1 : 1)).slice(0, MOST_SUMS)

/** The largest sums of 24 hours that count for a second person, for `today`. */
export async function listDaySums(reader: Reader): Promise<{ credited: DaySum[]; paid: DaySum[] }> {
  const isSame = await comparePersons(reader, { withFormer: true })
  const [credited, paid] = await Promise.all([listCredits(reader, isSame), listPaid(reader)])
  const members = new Map<number, DaySum>()
  const persons: (DaySum & { of: { by: string } })[] = []
  for (const { by, userId, amount } of credited) {
    members.set(userId, { of: { userId }, amount: (members.get(userId)?.amount ?? 0n) + amount })
    const known = persons.find((one) => isSame(one.of.by, by))
    if (known) known.amount += amount
    else persons.push({ of: { by }, amount })
  }
  return { credited: [...listLargest(persons), ...listLargest(members.values())], paid }
}

async function listPaid(reader: Reader): Promise<DaySum[]> {
  const rows = await reader.execute<{ user_id: string | null; hint: string | null; amount: string }>(sql`
    WITH paid AS (
      SELECT DISTINCT w.id, w.user_id, w.destination_index, w.destination_hint, w.amount_paise
        FROM withdrawal_steps s JOIN withdrawals w ON w.id = s.withdrawal_id
       WHERE s.status = 'processing' AND s.created_at > statement_timestamp() - interval '24 hours'
         AND w.status IN ('processing', 'unknown', 'paid'))
    SELECT user_id, NULL AS hint, sum(amount_paise) AS amount FROM paid GROUP BY user_id
     UNION ALL
    SELECT NULL, min(destination_hint), sum(amount_paise) FROM paid
     WHERE destination_index IS NOT NULL GROUP BY destination_index HAVING count(DISTINCT user_id) > 1
     ORDER BY amount DESC LIMIT ${MOST_SUMS}`)
  return rows.map(({ user_id, hint, amount }) => ({
    of: user_id === null ? { hint: hint! } : { userId: readRowId(user_id) },
    amount: BigInt(amount),
  }))
}

/** SQL: since the manual credit `m` the network has reported the sale as approved by itself, or has paid for it. */
const isConfirmed = sql`(
  EXISTS (SELECT 1 FROM postback_inbox p
           WHERE p.conversion_id = m.conversion_id AND p.id > m.report_id AND p.method NOT IN ('CSV', 'CLAIM')
             AND p.report = 'approved' AND p.outcome IN ('applied', 'repeat'))
  OR coalesce((SELECT sum(i.amount_paise) > 0 FROM network_settlement_items i
                 JOIN network_settlements n ON n.id = i.settlement_id AND n.kind <> 'write-off'
                WHERE i.conversion_id = m.conversion_id), false))`

/** SQL: only a file that an operator has brought knows the sale, or as much of it, until the network reports it or pays for it. */
export const isOnlyByFile = (saleId: SQLWrapper): SQL<boolean> => sql<boolean>`EXISTS (
  SELECT 1 FROM manual_credits m WHERE m.conversion_id = ${saleId} AND m.source = 'file' AND NOT ${isConfirmed})`

/** SQL, paise: what was credited to the member by hand in 30 days, without what two agreed to or the network has confirmed. */
export const sumByHand = (userId: SQLWrapper): SQL<string> => sql<string>`(
  SELECT coalesce(sum(amount_paise), 0) FROM (
    SELECT m.amount_paise FROM conversions c JOIN manual_credits m ON m.conversion_id = c.id
     WHERE c.user_id = ${userId} AND NOT m.agreed AND m.created_at > now() - interval '30 days' AND NOT ${isConfirmed}
     UNION ALL
    SELECT amount_paise FROM adjustments
     WHERE user_id = ${userId} AND state = 'applied' AND kind <> 'debit' AND decided_at > now() - interval '30 days'
       AND (NOT needs_approval OR ${sql.raw(buildSamePersonSql('asked_by', 'decided_by'))})) by_hand)`

/** SQL: no withdrawal of the member is approved automatically. */
export const isCreditedByHand = (userId: SQLWrapper): SQL =>
  sql`coalesce(${sumByHand(userId)} > ${selectHundredths('FOUR_EYES_ABOVE')}, false)`

export type ManualCredit = Pick<
  typeof manualCredits.$inferInsert,
  'conversion_id' | 'report_id' | 'source'
> & {
  userId: number
  /** By how much the sale's cashback rose. */
  amount: Paise
}

/** Call it once the sale is changed, with the lock of lockBudget(). Throws OverBudgetError where the hand has no consent to exceed the limit. */
export async function recordManualCredit(
  tx: Tx,
  { by, consent }: Hand,
  { userId, amount, ...row }: ManualCredit,
): Promise<void> {
  if (amount <= 0n) return
  const why = consent === 'none' ? await explainOverBudget(tx, by, [{ userId, amount }]) : null
  if (why !== null) throw new OverBudgetError(why)
  await tx
    .insert(manualCredits)
    .values({ ...row, amount_paise: amount, made_by: by, agreed: consent === 'agreed' })
}

/** Why payments of these withdrawals need a second person; null: they do not. */
export async function explainLargePayment(reader: Reader, ids: readonly number[]): Promise<string | null> {
  const { FOUR_EYES_ABOVE: limit } = await readSettings(reader)
  if (limit === null) return null
  const sum = await sumLargestPayment(reader, ids)
  return sum > limit
    ? `${formatRupees(sum)} for one member or destination within 24 hours is above FOUR_EYES_ABOVE, ${formatRupees(limit)}.`
    : null
}

/** Call it after the approval, with the lock of lockBudget() from the beginning of the transaction on. Throws OverBudgetError. */
export async function requirePaymentBudget(tx: Tx, { consent }: Hand, id: number): Promise<void> {
  const why = consent === 'none' ? await explainLargePayment(tx, [id]) : null
  if (why !== null) throw new OverBudgetError(why)
}

/**
 * Paise: the most that one member or one destination gets by these withdrawals together with what was approved for it
 * within 24 hours, so that a large payment cannot be split (docs/operator.md).
 */
async function sumLargestPayment(reader: Reader, ids: readonly number[]): Promise<bigint> {
  if (!ids.length) return 0n
  const given = sql`${sql.param(`{${ids.join(',')}}`)}::bigint[]`
  const [row] = await reader.execute<{ most: string | null }>(sql`
    WITH chosen AS (SELECT user_id, destination_index FROM withdrawals WHERE id = ANY(${given})),
         paid AS (
           SELECT w.user_id, w.destination_index, w.amount_paise
             FROM withdrawals w
            WHERE (w.user_id IN (SELECT user_id FROM chosen)
                   OR w.destination_index IN (SELECT destination_index FROM chosen))
              AND (w.id = ANY(${given})
                   OR w.status IN ('processing', 'unknown', 'paid') AND EXISTS (
                     SELECT 1 FROM withdrawal_steps s
                      WHERE s.withdrawal_id = w.id AND s.status = 'processing'
                        AND s.created_at > now() - interval '24 hours')))
    SELECT max(total) AS most FROM (
      SELECT sum(amount_paise) AS total FROM paid GROUP BY user_id
      UNION ALL
      SELECT sum(amount_paise) FROM paid WHERE destination_index IS NOT NULL GROUP BY destination_index) sums`)
  return BigInt(row?.most ?? 0)
}
