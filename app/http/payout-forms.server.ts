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
import { readWithdrawChoices } from '~/domain/wallet/withdraw-choices.server'
import { accountMessages } from '~/messages/account'
import { failure, success, type FormFlash, type Notice } from '~/messages/notice'
import { paths } from '~/paths'
import { readOrNull } from './or-null.server'

export type SaveFormOutcome =
  | { ok: true; notice: Notice; saved: PayoutMethod }
  | { ok: false; notice?: Notice; errors?: Record<string, string> }

export async function saveBankForm(
  userId: number,
  input: BankDetails,
  tokenHash: string,
): Promise<SaveFormOutcome> {
  const saved = await editBankDetails(userId, input, { tokenHash })
  if (saved.ok)
    return {
      ok: true,
      notice: success(formatSaveOutcome('bank', saved), await listNext(userId, saved)),
      saved: 'bank',
    }
  return saved.reason === 'number-missing'
    ? { ok: false, errors: { acc_number: accountMessages.fields.acc_number } }
    : { ok: false, notice: failure(formatSaveOutcome('bank', saved)) }
}

const WITHDRAW = [{ label: 'Withdraw now', href: `${paths.wallet}?dialog=withdraw` }]

/** Details are mostly entered because Redeem asks for them. A save may begin a hold, so that this is read after it. */
async function listNext(userId: number, saved: SaveOutcome) {
  if (!saved.ok || saved.change !== 'added') return undefined
  const choices = await readOrNull(readWithdrawChoices(userId), 'withdraw now')
  return choices?.blocker === null ? WITHDRAW : undefined
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
    ? {
        ok: true,
        notice: success(formatSaveOutcome('upi', saved), await listNext(userId, saved)),
        saved: 'upi',
      }
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
