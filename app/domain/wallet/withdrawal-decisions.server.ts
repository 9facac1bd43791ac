import type { ProviderName } from '~/platform/config/payout-providers'
import type { Tx } from '~/platform/db/client.server'
import { unseal } from '~/platform/db/seal.server'
import { findBatchOfWithdrawal } from './batches.server'
import { refused, type Refused } from '~/platform/outcome'
import { moneyTransaction } from './ledger.server'
import { lockBlockers, refuseBlocked, type ApprovalRefusal } from './blockers.server'
import { closeOrder, lockPayoutOrder, openOrder } from './payout-orders.server'
import { findProviderForNew } from './providers.server'
import {
  withOwnUtr,
  type UtrRefusal,
  lockWithdrawal,
  moveWithdrawal,
  takeStep,
  type MoveOutcome,
  type Step,
} from './withdrawal-steps.server'
import type { Withdrawal } from './withdrawals'
import { destinationPlace } from './withdrawals.server'

export const readDestination = (withdrawal: Withdrawal): Record<string, string> =>
  JSON.parse(unseal(withdrawal.destination, destinationPlace(withdrawal.user_id)))

/** Null: the key is missing, or the destination was erased with the account. */
export function tryDestination(withdrawal: Withdrawal): Record<string, string> | null {
  try {
    return readDestination(withdrawal)
  } catch {
    return null
  }
}

export interface OverrideReasons {
  despiteDebt?: string | undefined
  despiteSignal?: string | undefined
}

/** Creates the provider's order in the same transaction. */
export function approveWithdrawal(
  id: number,
  reasons: OverrideReasons = {},
  within?: Tx,
): Promise<MoveOutcome | ApprovalRefusal> {
  return moneyTransaction(async (tx) => {
    const found = await lockWithdrawal(tx, id)
    if (!found) return refused('not-found')
    return approveLocked(tx, found, reasons)
  }, within)
}

export async function approveLocked(
  tx: Tx,
  found: Withdrawal,
  { despiteDebt, despiteSignal }: OverrideReasons = {},
): Promise<Exclude<MoveOutcome, Refused<'not-found'>> | ApprovalRefusal> {
  if (found.status !== 'requested') return takeStep(tx, found, { to: 'processing' })
  const blockers = await lockBlockers(tx, found.user_id)
  const refusal = refuseBlocked(found.user_id, blockers, {
    despiteDebt: despiteDebt !== undefined,
    despiteSignal: despiteSignal !== undefined,
  })
  if (refusal) return refusal
  const provider = findProviderForNew()
  if (provider) await openOrder(tx, found, provider)
  return takeStep(tx, found, {
    to: 'processing',
    ...(blockers.debt > 0n && { despiteDebt }),
    ...(blockers.hasSignal && { despiteSignal }),
  })
}

export const refuseWithdrawal = (id: number, reason: string, within?: Tx): Promise<MoveOutcome> =>
  moveWithdrawal(id, { to: 'cancelled', reason, notice: 'refused' }, within)

export type ProviderRefusal = Refused<'with-provider', { provider: ProviderName }>

interface ManualPayment {
  /** Settles it although the provider may still act: set it only after checking at the provider. */
  overridesProvider?: boolean | undefined
  /** The bank file that must contain it; null: none may; undefined: any. */
  batch?: number | null | undefined
}

export type BatchRefusal = Refused<'in-batch', { batch: number | null }>

export const payWithdrawal = (
  id: number,
  utr: string,
  byHand: ManualPayment = {},
  within?: Tx,
): Promise<MoveOutcome | ProviderRefusal | UtrRefusal | BatchRefusal> =>
  withOwnUtr(id, utr, () => settle(id, { to: 'paid', utr }, byHand, within), within)

export const failWithdrawal = (
  id: number,
  reason: string,
  byHand: Pick<ManualPayment, 'overridesProvider'> = {},
  within?: Tx,
): Promise<MoveOutcome | ProviderRefusal> => settle(id, { to: 'refunded', reason }, byHand, within)

type SettleOutcome = MoveOutcome | ProviderRefusal | UtrRefusal | BatchRefusal
type LastStep = Extract<Step, { to: 'paid' | 'refunded' }>

function settle(
  id: number,
  step: Exclude<LastStep, { to: 'paid' }>,
  byHand: Pick<ManualPayment, 'overridesProvider'>,
  within?: Tx,
): Promise<MoveOutcome | ProviderRefusal>
function settle(id: number, step: LastStep, byHand: ManualPayment, within?: Tx): Promise<SettleOutcome>
function settle(
  id: number,
  step: LastStep,
  { overridesProvider, batch }: ManualPayment,
  within?: Tx,
): Promise<SettleOutcome> {
  return moneyTransaction(async (tx) => {
    const found = await lockWithdrawal(tx, id)
    if (!found) return refused('not-found')
    const order = await lockPayoutOrder(tx, id)
    const isOut = order !== null && order.stage !== 'ready' && order.stage !== 'done'
    if (isOut && !overridesProvider) return refused('with-provider', { provider: order.provider })
    if (batch !== undefined && found.status === 'processing') {
      const current = await findBatchOfWithdrawal(tx, id)
      if (current !== batch) return refused('in-batch', { batch: current })
    }
    const moved = await takeStep(tx, found, step)
    if (moved.ok && order && order.stage !== 'done') await closeOrder(tx, id, { isOut })
    return moved
  }, within)
}

export const returnWithdrawal = (id: number, reason: string, within?: Tx): Promise<MoveOutcome> =>
  moveWithdrawal(id, { to: 'returned', reason }, within)
