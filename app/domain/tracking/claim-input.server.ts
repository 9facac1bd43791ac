import { z } from 'zod/v4'
import { parseAmount, TYPED } from '~/platform/formats/amounts'
import { onOneLine, withoutControlCharacters } from '~/platform/formats/characters'
import { readPasted } from '~/platform/formats/pasted'
import type { Paise } from '~/platform/formats/money'
import { CLAIM_KINDS } from '~/platform/db/schema/claims'
import { moneyMessages } from '~/messages/money'
import { type ClaimKind, MAX_MESSAGE_LENGTH, needsOrder, toOrderKey } from './claim'
import { ROW_ID } from '~/platform/formats/ids'

const { claims } = moneyMessages

const messageText = z
  .string({ error: claims.noText })
  .transform((text) => withoutControlCharacters(text.replace(/\r\n?/g, '\n')).trim())
  .refine((text) => text !== '' && text.length <= MAX_MESSAGE_LENGTH, claims.noText)

export const messageSchema = z.object({ text: messageText })

const orderNumber = z
  .string()
  .default('')
  .transform((text) => onOneLine(readPasted(text)).trim())
  .refine((text) => text.length <= 60, claims.noOrder)
  .transform((text) => text || undefined)

/** Paise; undefined if the field is empty. */
export const orderAmount = z.string().transform((text, context): Paise | undefined => {
  if (!text.trim()) return undefined
  const amount = parseAmount(text, { ...TYPED, digits: 9 })
  if (amount !== null && amount > 0n) return amount
  context.issues.push({ code: 'custom', message: claims.noAmount, input: text })
  return z.NEVER
})

export const claimFields = {
  kind: z.enum(CLAIM_KINDS),
  text: messageText,
  order_number: orderNumber,
  amount: orderAmount.optional(),
}

/** Adds this error to those of the schema; the domain refuses a missing order, too. */
export const findMissingOrder = ({
  kind,
  order_number: given,
}: Record<string, unknown>): Record<string, string> =>
  needsOrder(kind as ClaimKind) && typeof given === 'string' && toOrderKey(given) === null
    ? { order_number: claims.noOrder }
    : {}

export const claimSchema = z.object({
  ...claimFields,
  visit: z.string().max(40).optional(),
  withdrawal: z.string().regex(ROW_ID).transform(Number).optional(),
  place: z.enum(['web', 'app']).optional(),
})
