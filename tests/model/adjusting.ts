import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { paise } from '~/platform/formats/money'
import { addAdjustment, approveAdjustment, refuseAdjustment } from '~/domain/books/adjustments.server'
import { sumCosts, type Adjustment, type Kind, type Operator } from './adjustments'
import type { Books } from './books'
import { noted } from './operator'
import type { World } from './world'

/** Worlds share a database. */
const makeKey = ({ prefix }: World, key: string) => `${prefix} ${key}`
/** Other operators for each member: what one operator credits to several members is for tests/operations/budget.test.ts. */
export const nameOperator = ({ prefix }: World, userId: number, operator: Operator) =>
  `${operator}-${userId}-${prefix}`
const readOperator = (by: string) => by.split('-')[0] as Operator

export async function adjust(
  world: World,
  key: string,
  { owner, kind, amount, askedBy }: { owner: string; kind: Kind; amount: bigint; askedBy: Operator },
): Promise<string> {
  const of = { userId: world.people.get(owner)!, kind, amount: paise(amount), reason: 'A test' }
  const by = nameOperator(world, of.userId, askedBy)
  const work = () => addAdjustment({ ...of, key: makeKey(world, key) }, by)
  return describeAnswer(await noted('adjustments add', work, by))
}

/** Another operator approves or refuses a waiting adjustment. */
export async function decide(
  world: World,
  key: string,
  to: 'applied' | 'refused',
  operator: Operator,
): Promise<string> {
  const [found] = await db
    .select()
    .from(adjustments)
    .where(eq(adjustments.request_key, makeKey(world, key)))
  const id = found?.id ?? 0
  const by = nameOperator(world, found?.user_id ?? 0, operator)
  return to === 'applied'
    ? describeAnswer(await noted('adjustments approve', () => approveAdjustment(id, by), by))
    : describeAnswer(await noted('adjustments refuse', () => refuseAdjustment(id, 'A test', by), by))
}

type Answer = Awaited<ReturnType<typeof addAdjustment | typeof approveAdjustment | typeof refuseAdjustment>>

function describeAnswer(answer: Answer): string {
  if (answer.ok) return `${answer.isRepeat ? 'repeat: ' : ''}${answer.adjustment.state}`
  if (answer.reason === 'over-debt') return `over-debt: ${answer.debt}`
  return answer.reason === 'decided' ? `decided: ${answer.adjustment.state}` : answer.reason
}

/** Compares states and the platform's own accounts with the model. */
export async function differencesOfAdjustments(books: Books, world: World): Promise<string[]> {
  const names = new Map([...world.people].map(([name, id]) => [id, name]))
  const ids = [...names.keys()]
  const rows = await db.select().from(adjustments).where(inArray(adjustments.user_id, ids))
  const say = ({ owner, kind, amount, state, askedBy, decidedBy }: Omit<Adjustment, 'needsApproval'>) =>
    [owner, kind, amount, state, askedBy, decidedBy].join(' ')
  const real = rows.map(
    (row) =>
      `${row.request_key!.slice(world.prefix.length + 1)}: ${say({
        owner: names.get(row.user_id)!,
        kind: row.kind,
        amount: row.amount_paise,
        state: row.state,
        askedBy: readOperator(row.asked_by),
        decidedBy: row.decided_by === null ? null : readOperator(row.decided_by),
      })}`,
  )
  const model = [...books.adjustments].map(([key, one]) => `${key}: ${say(one)}`)
  const [is, should] = [real, model].map((all) => all.sort().join(', '))
  const found = is === should ? [] : [`adjustments: ${is}, the model says ${should}`]
  const sums = await db.execute<{ code: string; cost: string }>(sql`
    SELECT a.code, sum(CASE WHEN a.id = t.debit_account THEN t.amount_paise ELSE -t.amount_paise END) AS cost
      FROM adjustments j
      JOIN ledger_transfers t ON t.ref_type = 'adjustment' AND t.ref_id = j.id
      JOIN ledger_accounts a ON a.id IN (t.debit_account, t.credit_account) AND a.user_id = 0
     WHERE ${inArray(sql.raw('j.user_id'), ids)} GROUP BY a.code`)
  const costs = new Map(sums.map(({ code, cost }) => [code, cost]))
  for (const [code, cost] of Object.entries(sumCosts(books)))
    if ((costs.get(code) ?? '0') !== String(cost))
      found.push(`${code} of adjustments: ${costs.get(code) ?? '0'}, the model says ${cost}`)
  return found
}
