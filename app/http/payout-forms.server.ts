import {
  bankEditSchema,
  upiSchema,
  type BankDetails,
  type PayoutMethod,
  type UpiDetails,
} from '~/domain/wallet/destinations'
import { findPayoutHint } from '~/domain/wallet/destinations.server'
import {
  editBankDetails,
  formatSaveOutcome,
  saveUpiDetails,
  type SaveOutcome,
} from '~/domain/wallet/save-destination.server'
import { keepAmount } from '~/domain/wallet/withdrawals'
import { readWithdrawChoices } from '~/domain/wallet/withdraw-choices.server'
import { accountMessages } from '~/messages/account'
import { failure, success, type Notice } from '~/messages/notice'
import type { FormFlash } from './form/form-flash'
import { savedPaths, toWithdrawal } from '~/edit-paths'
import { readOrNull } from './or-null.server'

export type SaveFormOutcome =
  | { ok: true; to: string; notice: Notice; saved?: PayoutMethod }
  | { ok: false; notice?: Notice; errors?: Record<string, string> }

interface PayoutForm<Input> {
  userId: number
  input: Input
  tokenHash: string
  /** The sum of a withdrawal that waits for the details, as it was typed. */
  amount: string | undefined
}

export async function saveBankForm({
  userId,
  input,
  tokenHash,
  amount,
}: PayoutForm<BankDetails>): Promise<SaveFormOutcome> {
  const saved = await editBankDetails(userId, input, { tokenHash })
  if (saved.ok) return goOn('bank', { userId, saved, amount })
  return saved.reason === 'number-missing'
    ? { ok: false, errors: { acc_number: accountMessages.fields.acc_number } }
    : { ok: false, notice: failure(formatSaveOutcome('bank', saved)) }
}

interface Next {
  userId: number
  saved: Extract<SaveOutcome, { ok: true }>
  amount: string | undefined
}

/** Details are mostly entered because Redeem asks for them. A save may begin a hold, so that this is read after it. */
async function goOn(method: PayoutMethod, { userId, saved, amount }: Next): Promise<SaveFormOutcome> {
  const message = formatSaveOutcome(method, saved)
  const choices =
    saved.change === 'added' ? await readOrNull(readWithdrawChoices(userId), 'withdraw now') : null
  const mayWithdraw = choices?.blocker === null
  const waiting = mayWithdraw ? keepAmount(amount) : ''
  if (waiting) return { ok: true, to: toWithdrawal(waiting), notice: success(message) }
  const next = mayWithdraw ? [{ label: 'Withdraw now', href: toWithdrawal('') }] : undefined
  return { ok: true, to: savedPaths[method], notice: success(message, next), saved: method }
}

/** An empty account number is an error only where no number is stored: pages never show a stored one. */
export async function refuseMissingNumber(userId: number, number: unknown) {
  if (number !== '' || (await findPayoutHint(userId, 'bank'))) return {}
  return { errors: { acc_number: accountMessages.fields.acc_number } }
}

export async function saveUpiForm({
  userId,
  input,
  tokenHash,
  amount,
}: PayoutForm<UpiDetails>): Promise<SaveFormOutcome> {
  const saved = await saveUpiDetails(userId, input, { tokenHash })
  return saved.ok
    ? goOn('upi', { userId, saved, amount })
    : { ok: false, notice: failure(formatSaveOutcome('upi', saved)) }
}

export const findMethod = ({ form }: FormFlash): PayoutMethod | null =>
  form === 'bank-details' ? 'bank' : form === 'upi-details' ? 'upi' : null

/** Saves the form that was kept during reauthentication; null: it is invalid. */
export async function saveWaitingForm(
  userId: number,
  form: FormFlash,
  tokenHash: string,
): Promise<SaveFormOutcome | null> {
  const { amount } = form.values
  const bank = findMethod(form) === 'bank' ? bankEditSchema.safeParse(form.values) : null
  if (bank?.success) return saveBankForm({ userId, input: bank.data, tokenHash, amount })
  const upi = findMethod(form) === 'upi' ? upiSchema.safeParse(form.values) : null
  return upi?.success ? saveUpiForm({ userId, input: upi.data, tokenHash, amount }) : null
}
