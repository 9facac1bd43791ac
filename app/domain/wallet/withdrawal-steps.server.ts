import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise } from '~/platform/formats/money'
import { hasLeft } from '~/accounts/users.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { notify } from '~/outreach/notifications.server'
import { creditWallet } from './credits.server'
import { forfeitBalance } from './forfeits.server'
import {
  userAccount,
  houseAccount,
  lockWalletOfWithdrawal,
  lockWallets,
  moneyTransaction,
  transfer,
} from './ledger.server'
import { referenceKey } from '~/platform/formats/reference-key'
import { type UtrRefusal, refuseUsedUtr } from './utr.server'
import type { Withdrawal } from './withdrawals'
import { makeWithdrawalNotice, type CancelledNotice } from './withdrawal-steps/notices'

export type Status = Withdrawal['status']

export type MoveOutcome =
  Done<{ withdrawal: Withdrawal }> | Refused<'not-found'> | Refused<'wrong-status', { status: Status }>

export type Step =
  | { to: 'processing'; despiteDebt?: string | undefined; despiteSignal?: string | undefined }
  | { to: 'unknown' }
  | { to: 'paid'; utr: string }
  | { to: 'refunded'; reason: string }
  | { to: 'cancelled'; userId: number }
  | { to: 'cancelled'; reason: string; notice: CancelledNotice }
  | { to: 'returned'; reason: string }

type PaidStep = Extract<Step, { to: 'paid' }>

/** A trigger enforces the table withdrawal_edges, where `refunded` follows `failed` only; takeStep() passes through it. */
const FROM: Record<Step['to'], readonly Status[]> = {
  processing: ['requested'],
  unknown: ['processing'],
  paid: ['processing', 'unknown'],
  refunded: ['processing', 'unknown', 'failed'],
  cancelled: ['requested'],
  returned: ['paid'],
}

/** Idempotent: repeating a step with the same facts returns the withdrawal unchanged. */
export function moveWithdrawal(id: number, step: Exclude<Step, PaidStep>, within?: Tx): Promise<MoveOutcome> {
  return moneyTransaction(async (tx) => {
    const owner = 'userId' in step ? step.userId : undefined
    const found = await lockWithdrawal(tx, id, owner)
    return found ? takeStep(tx, found, step) : refused('not-found')
  }, within)
}

/** Locks the owner's wallet; lock no other wallet afterwards. Null: not found, or another member's. */
export async function lockWithdrawal(tx: Tx, id: number, ownerId?: number): Promise<Withdrawal | null> {
  const owner = ownerId === undefined ? undefined : eq(withdrawals.user_id, ownerId)
  await lockWalletOfWithdrawal(tx, id)
  const [found] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), owner))
  return found ?? null
}

type StepOutcome = Exclude<MoveOutcome, Refused<'not-found'>>

/** Call it in the same transaction after lockWithdrawal(). */
export function takeStep(tx: Tx, found: Withdrawal, step: Exclude<Step, PaidStep>): Promise<StepOutcome>
export function takeStep(tx: Tx, found: Withdrawal, step: Step): Promise<StepOutcome | UtrRefusal>
export async function takeStep(tx: Tx, found: Withdrawal, step: Step): Promise<StepOutcome | UtrRefusal> {
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
    ...('despiteSignal' in step && { signal_override: step.despiteSignal }),
    ...reason,
  }
  const withdrawal = await setStatus(tx, found.id, facts)
  await moveMoney(tx, withdrawal)
  await notify(tx, makeWithdrawalNotice(withdrawal, 'notice' in step ? step.notice : undefined))
  return done({ withdrawal })
}

function isRepeat(found: Withdrawal, step: Step): boolean {
  if (found.status !== step.to) return false
  if ('utr' in step) return referenceKey(found.utr ?? '') === referenceKey(step.utr)
  return found.reason === ('reason' in step ? step.reason : null)
}

async function setStatus(tx: Tx, id: number, facts: Partial<Withdrawal>): Promise<Withdrawal> {
  const [row] = await tx
    .update(withdrawals)
    .set({ ...facts, updated_at: sql`now()` })
    .where(eq(withdrawals.id, id))
    .returning()
  return row!
}

async function moveMoney(tx: Tx, { id, user_id, status, amount_paise }: Withdrawal): Promise<void> {
  if (status !== 'paid' && status !== 'refunded' && status !== 'cancelled' && status !== 'returned') return
  const [wallet] = await lockWallets(tx, [user_id])
  const facts = {
    reference: `withdrawal:${id}:${status}`,
    kind: status,
    refType: 'withdrawal' as const,
    refId: id,
    amount: paise(amount_paise),
  }
  const clearing = userAccount(user_id, 'payout_clearing')
  if (status === 'paid') await transfer(tx, { ...facts, debit: clearing, credit: houseAccount('bank') })
  else {
    const against = status === 'returned' ? houseAccount('bank') : clearing
    const after = await creditWallet(tx, wallet!, { ...facts, against })
    if (status === 'returned' && (await hasLeft(tx, user_id))) await forfeitBalance(tx, after, facts)
  }
}
