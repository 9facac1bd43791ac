import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { lockBudget, type Hand } from '~/domain/wallet/budget.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import type { ReportVerdict } from './conversions'
import type { Accept } from './sales/evaluate-report'
import type { IdentityAnswer } from './sales/identify-sale'
import { applyInOrder } from './sales/inbox-order.server'
import type { InboxRow } from './inbox-row.server'
import { type PostbackState, getPostbackState } from './postbacks.server'

type Refusal =
  | Refused<'not-found' | 'not-overridable' | 'needs-answer' | 'needs-no-answer'>
  | Refused<'settled', { state: PostbackState }>
  | Refused<'still-quarantined', { verdict: ReportVerdict }>
  | Refused<'superseded'>

const OVERRIDABLE = new Set([
  'after-rejection',
  'over-sale-limit',
  'over-day-limit',
  'over-loss-limit',
  'over-cap',
  'commission-above-sale',
  'commission-above-offer',
  'old-click',
  'below-claim',
])

const UNCLEAR = new Set(['item-or-correction', 'old-identity', 'after-claim'])

export const replayPostback = (
  id: number,
  within?: Tx,
): Promise<Done<{ verdict: ReportVerdict }> | Refusal> =>
  work(id, async (tx, row) => done({ verdict: await applyInOrder(tx, row) }), within)

/**
 * Overrides a limit, a doubtful commission or an earlier rejection. Refused for another reason, the report stays. Without a hand
 * (tests) nobody answers for the credit. Locks: the budget, then as a report. Throws OverBudgetError.
 */
export const resolveAccepted = (
  id: number,
  words: string,
  accept: Accept = 'in-full',
  answer?: IdentityAnswer,
  { hand, within }: { hand?: Hand; within?: Tx } = {},
): Promise<Done<{ verdict: ReportVerdict }> | Refusal> =>
  work(
    id,
    async (tx, row) => {
      const isUnclear = UNCLEAR.has(row.reason ?? '')
      if (!isUnclear && !OVERRIDABLE.has(row.reason ?? '')) return refused('not-overridable')
      if (isUnclear !== (answer !== undefined)) return refused(isUnclear ? 'needs-answer' : 'needs-no-answer')
      const verdict = await applyInOrder(tx, row, {
        accept,
        answer,
        manual: hand && { ...hand, source: 'report' },
      })
      if (verdict.outcome === 'quarantined') return refused('still-quarantined', { verdict })
      if (verdict.outcome === 'superseded') return refused('superseded')
      await resolve(tx, id, words)
      return done({ verdict })
    },
    within,
  )

export const dismissPostback = (id: number, words: string, within?: Tx): Promise<Done | Refusal> =>
  work(
    id,
    async (tx) => {
      await resolve(tx, id, words)
      return done()
    },
    within,
  )

const resolve = (tx: Tx, id: number, resolution: string) =>
  tx
    .update(postbackInbox)
    .set({
      resolved_at: sql`now()`,
      resolution,
      outcome: sql`coalesce(outcome, 'quarantined')`,
      processed_at: sql`coalesce(processed_at, now())`,
    })
    .where(eq(postbackInbox.id, id))

function work<Result>(
  id: number,
  command: (tx: Tx, row: InboxRow) => Promise<Result>,
  within?: Tx,
): Promise<Result | Refusal> {
  return moneyTransaction(async (tx) => {
    await lockBudget(tx)
    const [row] = await tx.select().from(postbackInbox).where(eq(postbackInbox.id, id)).for('update')
    if (!row) return refused('not-found')
    const state = getPostbackState(row)
    if (state !== 'open' && state !== 'quarantined') return refused('settled', { state })
    return command(tx, row)
  }, within)
}
