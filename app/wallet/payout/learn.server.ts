import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { payoutConflicts, payoutOrders } from '~/db/schema/payouts'
import { referenceKey } from '../reference-key'
import type { Withdrawal } from '../withdrawals/withdrawal'
import { takeStep } from '../withdrawals/withdrawal-moves.server'
import { FIRST_RECHECK, inPause, type PayoutOrder, UNKNOWN_WORD } from './orders.server'
import type { Told } from './port'

export interface PayoutVerdict {
  outcome: 'applied' | 'repeat' | 'ignored' | 'conflict'
  reason?: string
}

/** After this time a payout counts as paid without a UTR; the provider's id replaces it. */
const PATIENCE_MS = 24 * 3600_000

/** Applies a provider's state idempotently, in any order; the caller must hold the locks of withdrawal and order. */
export async function learn(
  tx: Tx,
  withdrawal: Withdrawal,
  order: PayoutOrder,
  told: Told,
): Promise<PayoutVerdict> {
  const verdict = await judge(tx, withdrawal, order, told)
  if (verdict.outcome === 'conflict') await noteConflict(tx, order, told, verdict.reason!)
  if (verdict.reason === ANOTHER_PAYOUT) await lookUpSoon(tx, order)
  return verdict
}

const noteConflict = (tx: Tx, { withdrawal_id, provider }: PayoutOrder, told: Told, reason: string) =>
  tx
    .insert(payoutConflicts)
    .values({
      withdrawal_id,
      provider,
      reason,
      word: told.word,
      number: told.number,
      amount_paise: told.amount,
      utr: told.says === 'paid' ? told.utr : null,
    })
    .onConflictDoNothing()

const ANOTHER_PAYOUT = 'another payout with our reference'

/** Somebody made a second one at the provider: what became of it says nothing about ours. */
const isAnother = ({ provider_reference }: PayoutOrder, { number }: Told): boolean =>
  provider_reference !== null && provider_reference !== '' && number !== '' && number !== provider_reference

const lookUpSoon = (tx: Tx, { withdrawal_id, stage }: PayoutOrder) =>
  tx
    .update(payoutOrders)
    .set(stage === 'done' ? { recheck_at: sql`now()` } : { next_attempt_at: sql`now()` })
    .where(eq(payoutOrders.withdrawal_id, withdrawal_id))

async function judge(tx: Tx, withdrawal: Withdrawal, order: PayoutOrder, told: Told): Promise<PayoutVerdict> {
  if (told.amount !== withdrawal.amount_paise) return { outcome: 'conflict', reason: 'another amount' }
  if (isAnother(order, told)) return { outcome: 'conflict', reason: ANOTHER_PAYOUT }
  switch (withdrawal.status) {
    case 'processing':
    case 'unknown':
      return learnOpen(tx, withdrawal, order, told)
    case 'paid':
      return learnPaid(tx, withdrawal, told)
    case 'refunded':
    case 'returned': {
      if (told.says === 'unclear') return unknownWord
      // A reversed payout was paid before, so a late 'paid' event is no conflict.
      const late = told.says === 'paid' && !/^reversed\b/i.test(order.provider_status ?? '')
      return late && withdrawal.status === 'refunded'
        ? { outcome: 'conflict', reason: 'paid after it was refunded' }
        : { outcome: 'repeat' }
    }
    default:
      return { outcome: 'conflict', reason: `the withdrawal is ${withdrawal.status}` }
  }
}

const unknownWord: PayoutVerdict = { outcome: 'conflict', reason: UNKNOWN_WORD }

async function learnOpen(
  tx: Tx,
  withdrawal: Withdrawal,
  order: PayoutOrder,
  told: Told,
): Promise<PayoutVerdict> {
  const isFinal = told.says === 'failed' || told.says === 'reversed'
  if (isFinal) await takeStep(tx, withdrawal, { to: 'refunded', reason: told.reason })
  const utr = told.says === 'paid' ? referenceFrom(order, told) : null
  const paid = utr === null ? null : await takeStep(tx, withdrawal, { to: 'paid', utr })
  if (paid && !paid.ok && paid.reason === 'utr-used')
    return { outcome: 'conflict', reason: 'the UTR of another withdrawal' }
  const isOver = isFinal || utr !== null
  const isNews = order.provider_status !== wordsOf(told) || order.stage !== 'sent'
  await note(tx, withdrawal.id, told, isOver ? 'done' : 'sent', isNews ? 0 : order.attempts)
  return { outcome: isOver || isNews ? 'applied' : 'repeat' }
}

function referenceFrom({ created_at }: PayoutOrder, told: Told & { says: 'paid' }): string | null {
  const utr = told.utr !== null && referenceKey(told.utr) ? told.utr : null
  if (Date.now() - created_at.getTime() > PATIENCE_MS) return utr ?? told.number
  return told.isCredited ? utr : null
}

async function learnPaid(tx: Tx, withdrawal: Withdrawal, told: Told): Promise<PayoutVerdict> {
  if (told.says === 'reversed') {
    await takeStep(tx, withdrawal, { to: 'returned', reason: told.reason })
    await note(tx, withdrawal.id, told, 'done', 0)
    return { outcome: 'applied' }
  }
  if (told.says === 'unclear') return unknownWord
  if (told.says === 'failed') return { outcome: 'conflict', reason: 'failed after it was paid' }
  return { outcome: 'repeat' }
}

const wordsOf = ({ word, code }: Told) => (code ? `${word} ${code}` : word)

function note(tx: Tx, withdrawalId: number, told: Told, stage: 'sent' | 'done', attempts: number) {
  return tx
    .update(payoutOrders)
    .set({
      stage,
      attempts,
      provider_reference: told.number,
      provider_status: wordsOf(told),
      leased_until: null,
      recheck_at: told.says === 'paid' && stage === 'done' ? FIRST_RECHECK : null,
      error: told.says === 'unclear' ? UNKNOWN_WORD : null,
      next_attempt_at: inPause(attempts),
      updated_at: sql`now()`,
    })
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
}
