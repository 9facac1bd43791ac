import type { Tx } from '~/db/client.server'
import { unseal } from '~/db/seal.server'
import { refused, type Refused } from '~/outcome'
import { moneyTransaction } from '../ledger/ledger.server'
import { lockObstacles, refuseForObstacles, type NotApprovable } from './obstacles.server'
import { closeOrder, lockOrder, openOrder } from '../payout/orders.server'
import type { ProviderName } from '../payout/port'
import { providerForNew } from '../payout/providers.server'
import { withOwnUtr, type UtrUsed } from './utr.server'
import type { Withdrawal } from './withdrawal'
import { destinationPlace } from './withdrawals.server'
import { lockWithdrawal, moveWithdrawal, takeStep, type Moved, type Step } from './withdrawal-moves.server'

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

/**
 * requested -> processing. `despiteDebt`: the reason to ignore a debt. A provider's order is created in the same
 * transaction.
 */
export function approveWithdrawal(
  id: number,
  { despiteDebt }: { despiteDebt?: string | undefined } = {},
): Promise<Moved | NotApprovable> {
  return moneyTransaction(async (tx) => {
    const found = await lockWithdrawal(tx, id)
    if (!found) return refused('not-found')
    return approveLocked(tx, found, despiteDebt)
  })
}

export async function approveLocked(
  tx: Tx,
  found: Withdrawal,
  despiteDebt?: string,
): Promise<Exclude<Moved, Refused<'not-found'>> | NotApprovable> {
  if (found.status !== 'requested') return takeStep(tx, found, { to: 'processing' })
  const obstacles = await lockObstacles(tx, found.user_id)
  const refusal = refuseForObstacles(found.user_id, obstacles, despiteDebt !== undefined)
  if (refusal) return refusal
  const provider = providerForNew()
  if (provider) await openOrder(tx, found, provider)
  return takeStep(tx, found, { to: 'processing', ...(obstacles.debt > 0n && { despiteDebt }) })
}

export const refuseWithdrawal = (id: number, reason: string): Promise<Moved> =>
  moveWithdrawal(id, { to: 'cancelled', reason, notice: 'refused' })

/** The provider has the order and may still pay it. */
export type WithProvider = Refused<'with-provider', { provider: ProviderName }>

interface ByHand {
  /** Settles it although the provider may still act: the operator has checked there. */
  evenSo?: boolean | undefined
}

export const payWithdrawal = (
  id: number,
  utr: string,
  byHand: ByHand = {},
): Promise<Moved | WithProvider | UtrUsed> =>
  withOwnUtr(id, utr, () => settle(id, { to: 'paid', utr }, byHand))

export const failWithdrawal = (
  id: number,
  reason: string,
  byHand: ByHand = {},
): Promise<Moved | WithProvider> => settle(id, { to: 'refunded', reason }, byHand)

type Settling = Extract<Step, { to: 'paid' | 'refunded' }>

function settle(
  id: number,
  step: Exclude<Settling, { to: 'paid' }>,
  byHand: ByHand,
): Promise<Moved | WithProvider>
function settle(id: number, step: Settling, byHand: ByHand): Promise<Moved | WithProvider | UtrUsed>
function settle(id: number, step: Settling, { evenSo }: ByHand): Promise<Moved | WithProvider | UtrUsed> {
  return moneyTransaction(async (tx) => {
    const found = await lockWithdrawal(tx, id)
    if (!found) return refused('not-found')
    const order = await lockOrder(tx, id)
    const isOut = order !== null && order.stage !== 'ready' && order.stage !== 'done'
    if (isOut && !evenSo) return refused('with-provider', { provider: order.provider })
    const moved = await takeStep(tx, found, step)
    if (moved.ok && order && order.stage !== 'done') await closeOrder(tx, id, { isOut })
    return moved
  })
}

export const returnWithdrawal = (id: number, reason: string): Promise<Moved> =>
  moveWithdrawal(id, { to: 'returned', reason })
