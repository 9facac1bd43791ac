import { z } from 'zod/v4'
import { isLegible, isLegibleName } from '~/platform/formats/characters'
import { readGrouped, readPasted } from '~/platform/formats/pasted'
import { accountMessages } from '~/messages/account'
import { toPayoutForm } from '~/edit-paths'

const texts = accountMessages.fields

export type PayoutMethod = 'bank' | 'upi'

/** Refuses control and direction characters, because operators read the name beside the amount in a terminal. */
const bankName = (longest: number, problem: string) =>
  z
    .string({ error: problem })
    .max(longest * 10, { error: problem, abort: true })
    .transform((name) =>
      name
        .trim()
        .replace(/\p{Zs}+/gu, ' ')
        .replaceAll('’', "'"),
    )
    .pipe(
      z
        .string()
        .max(longest, problem)
        .regex(/^[\p{L}\p{M}\p{Nd} .,'/&()-]*$/u, { error: texts.bankCharacters, abort: true })
        .refine((name) => isLegible(name.normalize('NFC')), { error: texts.bankCharacters, abort: true }),
    )

const accountNumber = z
  .string({ error: texts.acc_number })
  .transform(readGrouped)
  .pipe(z.string().regex(/^[0-9]{9,18}$/, texts.acc_number))

export const bankSchema = z.object({
  acc_number: accountNumber,
  acc_holder_name: bankName(120, texts.acc_holder_name).pipe(
    z.string().min(3, texts.acc_holder_name).refine(isLegibleName, texts.acc_holder_name),
  ),
  ifsc_code: z
    .string({ error: texts.ifsc_code })
    .transform((text) => readGrouped(text).toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, texts.ifsc_code)),
  bank_name: bankName(60, texts.bank_name).default(''),
})

/** An empty field keeps the stored account number, because pages never show it. */
export const bankEditSchema = bankSchema.extend({
  acc_number: z.union([z.string().trim().pipe(z.literal('')), accountNumber], { error: texts.acc_number }),
})

export const upiSchema = z.object({
  upi: z
    .string({ error: texts.upi })
    .transform(readPasted)
    .pipe(
      z
        .string()
        .regex(
          /^(?=.{3,100}$)[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?@[A-Za-z][A-Za-z0-9]{1,63}$/,
          texts.upi,
        )
        .toLowerCase(),
    ),
})

export type BankDetails = z.output<typeof bankSchema>
export type UpiDetails = z.output<typeof upiSchema>

/** `amount`: the sum that waits for the details. */
export const listAddDetails = (amount: string) => [
  { label: 'Add bank account', href: toPayoutForm('bank', amount) },
  { label: 'Add UPI ID', href: toPayoutForm('upi', amount) },
]

export const maskBankAccount = ({ acc_number }: BankDetails) => `•••• ${acc_number.slice(-4)}`

/** Shows at most half of the name. */
export function maskUpiId({ upi }: UpiDetails): string {
  const at = upi.indexOf('@')
  return `${upi.slice(0, at < 2 ? 0 : at < 4 ? 1 : 2)}•••${upi.slice(at)}`
}

export function maskUpiIdAsBefore({ upi }: UpiDetails): string {
  const at = upi.indexOf('@')
  return `•••• ${at > 6 ? upi.slice(at - 4) : upi.slice(at)}`
}
