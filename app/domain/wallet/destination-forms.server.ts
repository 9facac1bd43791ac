import { accountMessages } from '~/messages/account'
import { failure, success, type FormFlash, type Notice } from '~/messages/notice'
import {
  bankEditSchema,
  upiSchema,
  type BankDetails,
  type PayoutMethod,
  type UpiDetails,
} from './destinations'
import { findPayoutHint } from './destinations.server'
import { formatSaveOutcome } from './payout-details-texts'
import { editBankDetails, saveUpiDetails } from './payout-details.server'

export type SaveFormOutcome =
  | { ok: true; notice: Notice; saved: PayoutMethod }
  | { ok: false; notice?: Notice; errors?: Record<string, string> }

export async function saveBankForm(
  userId: number,
  input: BankDetails,
  tokenHash: string,
): Promise<SaveFormOutcome> {
  const saved = await editBankDetails(userId, input, { tokenHash })
  if (saved.ok) return { ok: true, notice: success(formatSaveOutcome('bank', saved)), saved: 'bank' }
  return saved.reason === 'number-missing'
    ? { ok: false, errors: { acc_number: accountMessages.fields.acc_number } }
    : { ok: false, notice: failure(formatSaveOutcome('bank', saved)) }
}

/** An empty account number is an error only where no number is stored: pages never show a stored one. */
export async function refuseMissingNumber(userId: number, number: unknown) {
  if (number !== '' || (await findPayoutHint(userId, 'bank'))) return {}
  return { errors: { acc_number: accountMessages.fields.acc_number } }
}

export async function saveUpiForm(
  userId: number,
  input: UpiDetails,
  tokenHash: string,
): Promise<SaveFormOutcome> {
  const saved = await saveUpiDetails(userId, input, { tokenHash })
  return saved.ok
    ? { ok: true, notice: success(formatSaveOutcome('upi', saved)), saved: 'upi' }
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
  const bank = findMethod(form) === 'bank' ? bankEditSchema.safeParse(form.values) : null
  if (bank?.success) return saveBankForm(userId, bank.data, tokenHash)
  const upi = findMethod(form) === 'upi' ? upiSchema.safeParse(form.values) : null
  return upi?.success ? saveUpiForm(userId, upi.data, tokenHash) : null
}
