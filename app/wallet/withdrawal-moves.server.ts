/** The steps of a withdrawal after the request: status, money and notification change together or not at all. */
import { and, eq, ne, sql } from 'drizzle-orm'
import { databaseError, db, type Reader, type Tx } from '~/db/client.server'
import { withdrawals } from '~/db/schema'
import { paise } from '~/money'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { creditWallet } from './credit.server'
import {
  accountOf,
  houseAccount,
  lockWalletOf,
  lockWallets,
  moneyTransaction,
  transfer,
} from './ledger.server'
import { withdrawalNotice, type CancelledNotice } from './withdrawal-notices'
import type { Withdrawal } from './withdrawals.server'

export type Status = Withdrawal['status']

export type Moved =
  Done<{ withdrawal: Withdrawal }> | Refused<'not-found'> | Refused<'wrong-status', { status: Status }>

/** Another withdrawal has this UTR: each payment has one of its own. */
export type UtrUsed = Refused<'utr-used', { withdrawalId: number }>

export type Step =
  /** `despiteDebt`: the reason to approve it in spite of its owner's debt. */
  | { to: 'processing'; despiteDebt?: string | undefined }
  | { to: 'unknown' }
  | { to: 'paid'; utr: string }
  | { to: 'refunded'; reason: string }
  /** By its owner; or by us, with the reason. */
  | { to: 'cancelled'; userId: number }
  | { to: 'cancelled'; reason: string; notice: CancelledNotice }
  | { to: 'returned'; reason: string }

type PaidStep = Extract<Step, { to: 'paid' }>

/** The states a step may start from; withdrawal_edges has the same, and a trigger enforces it. */
const FROM: Record<Step['to'], readonly Status[]> = {
  processing: ['requested'],
  unknown: ['processing'],
  paid: ['processing', 'unknown'],
  refunded: ['processing', 'unknown', 'failed'],
  cancelled: ['requested'],
  returned: ['paid'],
}

/**
 * Takes one step under the lock of the withdrawal. A step that was taken before with the same facts is a repeat: it
 * moves nothing and gives the withdrawal as it is.
 */
export function moveWithdrawal(id: number, step: Exclude<Step, PaidStep>): Promise<Moved> {
  return moneyTransaction(async (tx) => {
    const owner = 'userId' in step ? step.userId : undefined
    const found = await lockWithdrawal(tx, id, owner)
    return found ? takeStep(tx, found, step) : refused('not-found')
  })
}

/**
 * Locks one withdrawal, and the wallet of its owner, until the transaction ends; null: there is none, or it is another
 * person's. Lock no wallet but the owner's after it.
 */
export async function lockWithdrawal(tx: Tx, id: number, ownerId?: number): Promise<Withdrawal | null> {
  const owner = ownerId === undefined ? undefined : eq(withdrawals.user_id, ownerId)
  await lockWalletOf(tx, id)
  const [found] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), owner))
  return found ?? null
}

type Taken = Exclude<Moved, Refused<'not-found'>>

/** The same for a withdrawal that the caller has locked, inside the caller's transaction. */
export function takeStep(tx: Tx, found: Withdrawal, step: Exclude<Step, PaidStep>): Promise<Taken>
export function takeStep(tx: Tx, found: Withdrawal, step: Step): Promise<Taken | UtrUsed>
export async function takeStep(tx: Tx, found: Withdrawal, step: Step): Promise<Taken | UtrUsed> {
  if (isRepeat(found, step)) return done({ withdrawal: found })
  if (!FROM[step.to].includes(found.status)) return refused('wrong-status', { status: found.status })
  const used = 'utr' in step ? await refuseUsedUtr(tx, found.id, step.utr) : null
  if (used) return used

  const reason = 'reason' in step && { reason: step.reason }
  if (step.to === 'refunded' && found.status !== 'failed')
    await setStatus(tx, found.id, { status: 'failed', ...reason })
  const facts = {
    status: step.to,
    ...('utr' in step && { utr: step.utr }),
    ...('despiteDebt' in step && { debt_override: step.despiteDebt }),
    ...reason,
  }
  const withdrawal = await setStatus(tx, found.id, facts)
  await moveMoney(tx, withdrawal)
  await notify(tx, withdrawalNotice(withdrawal, 'notice' in step ? step.notice : undefined))
  return done({ withdrawal })
}

function isRepeat(found: Withdrawal, step: Step): boolean {
  if (found.status !== step.to) return false
  if ('utr' in step) return utrKey(found.utr ?? '') === utrKey(step.utr)
  return found.reason === ('reason' in step ? step.reason : null)
}

/** Normalises a UTR for comparison, as utr_key_of() does in the database. */
export const utrKey = (utr: string) => utr.replaceAll(/\s/g, '').toUpperCase()

/** Whether the text can be the reference that a bank gives a payment. */
export const isUtr = (text: string) => /^[A-Za-z0-9/_-]{4,40}$/.test(text)

/** Refuses a UTR that another withdrawal has; null: it is free. */
export async function refuseUsedUtr(reader: Reader, id: number, utr: string): Promise<UtrUsed | null> {
  const [other] = await reader
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.utr_key, sql`utr_key_of(${utr})`), ne(withdrawals.id, id)))
  return other ? refused('utr-used', { withdrawalId: other.id }) : null
}

/** Runs `work`, which sets the UTR; a violation of its unique index by a concurrent command becomes the same refusal. */
export async function withOwnUtr<T>(id: number, utr: string, work: () => Promise<T>): Promise<T | UtrUsed> {
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.constraint !== 'withdrawals_utr') throw error
    const used = await refuseUsedUtr(db, id, utr)
    if (!used) throw error
    return used
  }
}

async function setStatus(tx: Tx, id: number, facts: Partial<Withdrawal>): Promise<Withdrawal> {
  const [row] = await tx
    .update(withdrawals)
    .set({ ...facts, updated_at: sql`now()` })
    .where(eq(withdrawals.id, id))
    .returning()
  return row!
}

/** The payout leaves at `paid`; the money is back at `refunded`, `cancelled` and `returned`. */
async function moveMoney(tx: Tx, { id, user_id, status, amount_paise }: Withdrawal): Promise<void> {
  if (status === 'processing' || status === 'unknown') return
  const [wallet] = await lockWallets(tx, [user_id])
  const facts = {
    reference: `withdrawal:${id}:${status}`,
    kind: status,
    refType: 'withdrawal' as const,
    refId: id,
    amount: paise(amount_paise),
  }
  const clearing = accountOf(user_id, 'payout_clearing')
  if (status === 'paid') await transfer(tx, { ...facts, debit: clearing, credit: houseAccount('bank') })
  else
    await creditWallet(tx, wallet!, {
      ...facts,
      against: status === 'returned' ? houseAccount('bank') : clearing,
    })
}
