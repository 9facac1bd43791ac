import { and, eq, sql, desc, ne } from 'drizzle-orm'
import { hasLeft } from '~/domain/accounts/users.server'
import { notify } from '~/domain/outreach/notifications.server'
import { type Tx, databaseError, db, type Reader } from '~/platform/db/client.server'
import { withdrawals, withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { isUsableId } from '~/platform/formats/identifiers'
import { paise } from '~/platform/formats/money'
import { referenceKey } from '~/platform/formats/reference-key'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { creditWallet, forfeitBalance } from './credits.server'
import {
  userAccount,
  houseAccount,
  lockWalletOfWithdrawal,
  lockWallets,
  moneyTransaction,
  transfer,
  type Wallet,
} from './ledger.server'
import type { Withdrawal } from './withdrawals'
import {
  makeWithdrawalNotice,
  type CancelledNotice,
  describeDebtCancellation,
  type DebtCause,
  makeCorrectionNotice,
} from './withdrawal-steps/notices'

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

/** Takes its amount from the wallet, whose lock the caller must hold with enough in it. */
export async function openWithdrawal(tx: Tx, values: typeof withdrawals.$inferInsert): Promise<Withdrawal> {
  const [withdrawal] = await tx.insert(withdrawals).values(values).returning()
  const { id, user_id, amount_paise } = withdrawal!
  await transfer(tx, {
    reference: `withdrawal:${id}:hold`,
    kind: 'hold',
    debit: userAccount(user_id, 'user_available'),
    credit: userAccount(user_id, 'payout_clearing'),
    amount: paise(amount_paise),
    refType: 'withdrawal',
    refId: id,
  })
  await notify(tx, makeWithdrawalNotice(withdrawal!))
  return withdrawal!
}

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

/** Cancels requested withdrawals, newest first, until the debt is repaid. The caller must hold the wallet lock. */
export async function cancelForDebt(tx: Tx, wallet: Wallet, because: DebtCause = 'a sale'): Promise<void> {
  let { debt } = wallet
  while (debt > 0n) {
    const [newest] = await tx
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.user_id, wallet.userId), eq(withdrawals.status, 'requested')))
      .orderBy(desc(withdrawals.id))
      .limit(1)
    if (!newest) return
    const reason = describeDebtCancellation(newest.amount_paise, because)
    await takeStep(tx, newest, { to: 'cancelled', reason, notice: 'called off' })
    const [after] = await lockWallets(tx, [wallet.userId])
    debt = after!.debt
  }
}

export type UtrRefusal = Refused<'utr-used', { withdrawalId: number }>

/** Banks write these in the column of the reference, or as the name of one that they do not have. */
const STATUS_WORDS =
  /^(?:accepted|approved|awaited|cancell?ed|completed?|credited|debited|declined|done|error|fail(?:ed|ure)?|hold|initiated|in(?:process|valid)|not(?:available|done|paid)|onhold|paid|pending|processed|processing|queued|rejected|rejection|retur(?:n|ned)|reversal|reversed|submitted|success(?:ful)?|timeout|transferred|un(?:known|paid))$/i

const LEAST_DIGITS = 6

/** The reference of a payment by a bank (docs/rules.md#61); references that are stored already may be shorter. */
export const isUtr = (text: string): boolean =>
  /^[A-Za-z0-9/_-]{6,40}$/.test(text) &&
  isUsableId(text) &&
  text.replaceAll(/\D/g, '').length >= LEAST_DIGITS &&
  !STATUS_WORDS.test(text.replaceAll(/[^A-Za-z]/g, ''))

export async function refuseUsedUtr(reader: Reader, id: number, utr: string): Promise<UtrRefusal | null> {
  const [other] = await reader
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.utr_key, sql`utr_key_of(${utr})`), ne(withdrawals.id, id)))
  return other ? refused('utr-used', { withdrawalId: other.id }) : null
}

/** A concurrent use of the UTR becomes a refusal. Within the caller's transaction it throws: that has failed. */
export async function withOwnUtr<T>(
  id: number,
  utr: string,
  work: () => Promise<T>,
  within?: Tx,
): Promise<T | UtrRefusal> {
  if (within) return work()
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.constraint !== 'withdrawals_utr') throw error
    const used = await refuseUsedUtr(db, id, utr)
    if (!used) throw error
    return used
  }
}

export function correctUtr(
  id: number,
  utr: string,
  reason: string,
  within?: Tx,
): Promise<MoveOutcome | UtrRefusal> {
  const correct = () =>
    moneyTransaction(async (tx): Promise<MoveOutcome | UtrRefusal> => {
      const found = await lockWithdrawal(tx, id)
      if (!found) return refused('not-found')
      const { status } = found
      if (found.utr === null) return refused('wrong-status', { status })
      if (found.utr === utr) return done({ withdrawal: found })
      const used = await refuseUsedUtr(tx, id, utr)
      if (used) return used
      const [step] = await tx
        .insert(withdrawalSteps)
        .values({ withdrawal_id: id, status, utr, reason })
        .returning({ id: withdrawalSteps.id })
      const [withdrawal] = await tx.update(withdrawals).set({ utr }).where(eq(withdrawals.id, id)).returning()
      await notify(tx, makeCorrectionNotice(withdrawal!, step!.id))
      return done({ withdrawal: withdrawal! })
    }, within)
  return withOwnUtr(id, utr, correct, within)
}
