import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { findNetwork } from '~/platform/config/networks'
import { db, type Tx } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import type { Paise } from '~/platform/formats/money'
import { lockBudget, type Hand } from '~/domain/wallet/budget.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import type { ReportVerdict } from './conversions'
import type { Accept } from './sales/evaluate-report'
import type { IdentityAnswer } from './sales/identify-sale'
import { applyInOrder } from './sales/inbox-order.server'
import { CLAIM_METHOD } from './claims/claim-report'
import { storePostback } from './inbox.server'
import { type InboxRow, readInboxRow } from './inbox-row.server'
import { type PostbackState, findPostback, getPostbackState } from './postbacks.server'
import { previewReport } from './reconcile.server'
import { buildCorrectedRow } from './reports'

type Refusal =
  | Refused<'not-found' | 'not-overridable' | 'needs-answer' | 'needs-no-answer'>
  | Refused<'settled', { state: PostbackState }>
  | Refused<'still-quarantined', { verdict: ReportVerdict }>
  | Refused<'superseded'>
  | Refused<'not-correctable' | 'other-currency'>

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

const CORRECTABLE = new Set([
  'unusable-amount',
  'unusable-commission',
  'other-currency',
  'commission-above-sale',
  'commission-above-offer',
])

export type QuarantineWay = 'replay' | 'correct' | 'accept' | 'dismiss'

/** What can succeed with the report as it is now, the usual way first. */
export async function listWays(row: InboxRow): Promise<QuarantineWay[]> {
  const state = getPostbackState(row)
  const { reason, method } = row
  if (state !== 'open' && state !== 'quarantined') return []
  const mayAccept = OVERRIDABLE.has(reason ?? '') || UNCLEAR.has(reason ?? '')
  return [
    ...((await mayReplay(row)) ? (['replay'] as const) : []),
    ...(CORRECTABLE.has(reason ?? '') && method !== CLAIM_METHOD ? (['correct'] as const) : []),
    ...(mayAccept ? (['accept'] as const) : []),
    'dismiss',
  ]
}

async function mayReplay(row: InboxRow): Promise<boolean> {
  if (row.processed_at === null || row.reason === 'failed') return true
  const read = readInboxRow(row)
  if ('quarantined' in read) return false
  return (await previewReport(db, row.network, read)).outcome !== 'quarantined'
}

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

/** Undoes the row that was stored for a correction. */
class CorrectionRollback extends Error {
  constructor(
    readonly refusal: Refused<'superseded'> | Refused<'still-quarantined', { verdict: ReportVerdict }>,
  ) {
    super(refusal.reason)
  }
}

/**
 * Stores the report once more with amounts that the network confirmed, as a row of its file, applies it as of the day on which the
 * first one came, and settles that. Refused where a later report of the sale counts already. Locks: the budget, then as a report. Throws OverBudgetError.
 */
export const correctPostback = (
  id: number,
  words: string,
  amounts: { sale: Paise | null; commission: Paise | null },
  { hand, within }: { hand?: Hand; within?: Tx } = {},
): Promise<Done<{ verdict: ReportVerdict; added: InboxRow }> | Refusal> =>
  work(
    id,
    async (tx, row) => {
      const network = findNetwork(row.network)
      if (!network || !CORRECTABLE.has(row.reason ?? '') || row.method === CLAIM_METHOD)
        return refused('not-correctable')
      const isInRupees = row.reason === 'other-currency'
      // An amount that is left would be read as rupees.
      if (isInRupees && (amounts.sale === null || amounts.commission === null))
        return refused('other-currency')
      const raw = buildCorrectedRow(network, row, { ...amounts, isInRupees })
      try {
        const added = await tx.transaction(async (savepoint) => {
          const stored = await storePostback({ network: row.network, method: 'CSV', raw }, savepoint)
          const verdict = await applyInOrder(savepoint, (await findPostback(stored, savepoint))!, {
            manual: hand && { ...hand, source: 'file' },
            receivedAt: row.received_at,
          })
          if (verdict.outcome === 'quarantined')
            throw new CorrectionRollback(refused('still-quarantined', { verdict }))
          const result = (await findPostback(stored, savepoint))!
          if (await hasNewerReport(savepoint, row, result))
            throw new CorrectionRollback(refused('superseded'))
          return { verdict, added: result }
        })
        await resolve(tx, id, words)
        return done(added)
      } catch (error) {
        if (error instanceof CorrectionRollback) return error.refusal
        throw error
      }
    },
    within,
  )

/** The click is locked by now, so that no report of the sale comes between. */
async function hasNewerReport(tx: Tx, { id }: InboxRow, added: InboxRow): Promise<boolean> {
  if (added.conversion_id === null) return false
  const rows = await tx
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(
      and(
        eq(postbackInbox.conversion_id, added.conversion_id),
        gt(postbackInbox.id, id),
        lt(postbackInbox.id, added.id),
        inArray(postbackInbox.outcome, ['applied', 'repeat']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

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
