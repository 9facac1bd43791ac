import { and, eq, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { type Tx, type Reader } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { bankDetails, upiDetails } from '~/platform/db/schema/payout-details'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { seal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { startOfDayInIndia } from '~/platform/formats/dates'
import { paise, type Paise, zero } from '~/platform/formats/money'
import { done, refused, type Done } from '~/platform/outcome'
import { readSettings } from '~/domain/settings/settings.server'
import { findPayoutDestination } from './destinations.server'
import { readHolding, toHold } from './holds.server'
import { lockWallets, moneyTransaction } from './ledger.server'
import type { PayoutMethod } from './destinations'
import { type Withdrawal, findViolation, type WithdrawalRefusal } from './withdrawals'
import { moveWithdrawal, openWithdrawal, type MoveOutcome } from './withdrawal-steps.server'
import { LEAST_PAYOUT } from './providers'

export interface WithdrawalRequest {
  /** Null: what was typed is no amount. */
  amount: Paise | null
  method: PayoutMethod
  request_key: string
}

/** Checks under the wallet lock (docs/rules.md#27). A repeated key returns the first request; other facts are refused. */
export async function requestWithdrawal(
  userId: number,
  request: WithdrawalRequest,
  given?: WithdrawalLimits,
): Promise<Done<{ withdrawal: Withdrawal }> | WithdrawalRefusal> {
  const { amount } = request
  if (amount === null || amount <= 0n) return refused('invalid-amount')
  return moneyTransaction(async (tx) => {
    const [wallet] = await lockWallets(tx, [userId])
    const { earlier, ...facts } = await readRequester(tx, userId, request)
    if (earlier) return answerRepeat(earlier, amount, request)
    const { available } = wallet!
    const holdingPeriod = await readHolding(tx, userId, available)
    const limits = given ?? (await readWithdrawalLimits(tx))
    const requestedToday = limits.dailyLimit === null ? 0 : await countToday(tx, userId)
    const refusal = findViolation(amount, {
      available,
      holdingPeriod,
      ...facts,
      ...limits,
      requestedToday,
    })
    return refusal ?? done({ withdrawal: await openWithDestination(tx, userId, amount, request) })
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

async function openWithDestination(tx: Tx, userId: number, amount: Paise, request: WithdrawalRequest) {
  const { method, request_key } = request
  const destination = await findPayoutDestination(tx, userId, method)
  return openWithdrawal(tx, {
    user_id: userId,
    amount_paise: amount,
    method,
    request_key,
    destination: seal(destination!.details, destinationPlace(userId)),
    destination_hint: destination!.hint,
    destination_index: destination!.index,
  })
}

export const destinationPlace = (userId: number): SealedPlace => `withdrawals|destination|${userId}`

export function cancelWithdrawal(userId: number, id: number): Promise<MoveOutcome> {
  return moveWithdrawal(id, { to: 'cancelled', userId })
}

export interface WithdrawalLimits {
  least: Paise
  dailyLimit: number | null
}

export async function readWithdrawalLimits(reader: Reader): Promise<WithdrawalLimits> {
  const { MIN_WITHDRAWAL, WITHDRAWALS_A_DAY } = await readSettings(reader)
  const provider = env().PAYOUT_PROVIDER === 'manual' ? zero : LEAST_PAYOUT
  return { least: MIN_WITHDRAWAL > provider ? MIN_WITHDRAWAL : provider, dailyLimit: WITHDRAWALS_A_DAY }
}

/** Cancelled withdrawals do not count. Exact while the caller holds the wallet lock. */
export async function countToday(reader: Reader, userId: number): Promise<number> {
  const [row] = await reader.execute<{ requested: number }>(sql`
    SELECT count(*)::int AS requested FROM withdrawals
     WHERE user_id = ${userId} AND status <> 'cancelled'
       AND created_at >= ${startOfDayInIndia(new Date()).toISOString()}::timestamptz`)
  return row!.requested
}
