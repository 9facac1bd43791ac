import { and, eq, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { users } from '~/platform/db/schema/members'
import { bankDetails, upiDetails } from '~/platform/db/schema/payout-details'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { seal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { paise, type Paise } from '~/platform/formats/money'
import { done, refused, type Done } from '~/platform/outcome'
import { notify } from '~/outreach/notifications.server'
import { findPayoutDestination } from './destinations.server'
import { readHolding } from './holding-period.server'
import { userAccount, lockWallets, moneyTransaction, transfer } from './ledger.server'
import type { PayoutMethod } from './destinations'
import type { Withdrawal } from './withdrawals'
import { moveWithdrawal, type MoveOutcome } from './withdrawal-steps.server'
import { countToday, readWithdrawalLimits, type WithdrawalLimits } from './withdrawal-limits.server'
import { makeWithdrawalNotice } from './withdrawal-steps/notices'
import { readWithdrawalAmount, findViolation, type Hold, type WithdrawalRefusal } from './withdrawal-rules'

export interface WithdrawalRequest {
  /** Rupees as typed. */
  amount: string
  method: PayoutMethod
  request_key: string
}

/** Checks under the wallet lock (docs/rules.md#27). A repeated key returns the first request; other facts are refused. */
export async function requestWithdrawal(
  userId: number,
  request: WithdrawalRequest,
  given?: WithdrawalLimits,
): Promise<Done<{ withdrawal: Withdrawal }> | WithdrawalRefusal> {
  const amount = readWithdrawalAmount(request.amount)
  if (amount === null) return refused('invalid-amount')
  return moneyTransaction(async (tx) => {
    const [wallet] = await lockWallets(tx, [userId])
    const { earlier, ...facts } = await readRequester(tx, userId, request)
    if (earlier) return answerRepeat(earlier, amount, request)
    const { available } = wallet!
    const holding = await readHolding(tx, userId, available)
    const limits = given ?? (await readWithdrawalLimits(tx))
    const requestedToday = limits.dailyLimit === null ? 0 : await countToday(tx, userId)
    const refusal = findViolation(amount, { available, holding, ...facts, ...limits, requestedToday })
    return refusal ?? done({ withdrawal: await holdMoney(tx, userId, amount, request) })
  })
}

const answerRepeat = (earlier: Withdrawal, amount: Paise, { method }: WithdrawalRequest) =>
  earlier.amount_paise === amount && earlier.method === method
    ? done({ withdrawal: earlier })
    : refused('key-reused', { amount: paise(earlier.amount_paise) })

async function readRequester(tx: Tx, userId: number, { method, request_key }: WithdrawalRequest) {
  const details = method === 'bank' ? bankDetails : upiDetails
  const [row] = await tx
    .select({
      earlier: withdrawals,
      until: users.payout_hold_until,
      because: users.payout_hold_reason,
      details: details.user_id,
    })
    .from(users)
    .leftJoin(withdrawals, and(eq(withdrawals.user_id, users.id), eq(withdrawals.request_key, request_key)))
    .leftJoin(details, eq(details.user_id, users.id))
    .where(eq(users.id, userId))
    // A change of payout details sets its hold in one transaction: this lock waits for it.
    .for('share', { of: users })
  if (!row) throw new Error(`no such user: ${userId}`)
  return { earlier: row.earlier, hasDetails: row.details !== null, hold: toHold(row) }
}

export const toHold = ({ until, because }: { until: Date | null; because: string | null }): Hold | null =>
  until !== null && until.getTime() > Date.now()
    ? { until, because: because ?? 'of a change to your account' }
    : null

const selectHold = prepared((reader) =>
  reader
    .select({ until: users.payout_hold_until, because: users.payout_hold_reason })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

export async function findHold(userId: number): Promise<Hold | null> {
  const [row] = await selectHold(db, { userId })
  return row ? toHold(row) : null
}

async function holdMoney(tx: Tx, userId: number, amount: Paise, request: WithdrawalRequest) {
  const { method, request_key } = request
  const destination = await findPayoutDestination(tx, userId, method)
  const [withdrawal] = await tx
    .insert(withdrawals)
    .values({
      user_id: userId,
      amount_paise: amount,
      method,
      request_key,
      destination: seal(destination!.details, destinationPlace(userId)),
      destination_hint: destination!.hint,
      destination_index: destination!.index,
    })
    .returning()
  const { id } = withdrawal!
  await transfer(tx, {
    reference: `withdrawal:${id}:hold`,
    kind: 'hold',
    debit: userAccount(userId, 'user_available'),
    credit: userAccount(userId, 'payout_clearing'),
    amount,
    refType: 'withdrawal',
    refId: id,
  })
  await notify(tx, makeWithdrawalNotice(withdrawal!))
  return withdrawal!
}

export const destinationPlace = (userId: number): SealedPlace => `withdrawals|destination|${userId}`

export function cancelWithdrawal(userId: number, id: number): Promise<MoveOutcome> {
  return moveWithdrawal(id, { to: 'cancelled', userId })
}
