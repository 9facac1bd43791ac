import { accountMessages } from '~/messages/account'
import { fill, type Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { failure, success, type FormFlash, type Notice } from '~/messages/notice'
import { formatTime } from '~/platform/formats/dates'
import { errorFacts, log } from '~/platform/log.server'
import {
  bankEditSchema,
  upiSchema,
  type BankDetails,
  type PayoutMethod,
  type UpiDetails,
} from './destinations'
import { findPayoutHint } from './destinations.server'
import { editBankDetails, saveUpiDetails, type SaveOutcome } from './save-destination.server'
import { paths } from '~/paths'
import { readWithdrawChoices } from './withdraw-choices.server'

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
  try {
    const { blocker } = await readWithdrawChoices(userId)
    return blocker === null ? WITHDRAW : undefined
  } catch (error) {
    // The details are saved: a failure here must not say otherwise.
    log('error', 'part of an answer failed', { part: 'withdraw now', ...errorFacts(error) })
    return undefined
  }
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

const {
  added,
  bankChanged,
  bankNotAdded,
  bankNotChanged,
  hidden,
  tooMany,
  upiChanged,
  upiNotAdded,
  upiNotChanged,
} = moneyMessages.payoutDetails

const texts = {
  bank: { added, changed: bankChanged, 'adding-failed': bankNotAdded, 'changing-failed': bankNotChanged },
  upi: { added, changed: upiChanged, 'adding-failed': upiNotAdded, 'changing-failed': upiNotChanged },
} satisfies Record<PayoutMethod, Record<string, Message>>

export const formatHiddenText = (until: Date) => fill(hidden.text, { until: formatTime(until) })

export const formatTooMany = (until: Date) => fill(tooMany, { until: formatTime(until) })

export function formatSaveOutcome(
  method: PayoutMethod,
  saved: SaveOutcome,
): { title: string; text?: string } {
  if (saved.ok) return texts[method][saved.change]
  if (saved.reason === 'hidden') return { ...hidden, text: formatHiddenText(saved.until) }
  if (saved.reason === 'too-many')
    return { title: texts[method]['changing-failed'].title, text: formatTooMany(saved.until) }
  return texts[method][saved.reason]
}
