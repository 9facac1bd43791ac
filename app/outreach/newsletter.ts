import { z } from 'zod/v4'
import { siteMessages } from '~/messages/site'
import { TRAP } from './trap'

export const addressSchema = z.object({
  email: z
    .string({ error: siteMessages.newsletter.invalid.text })
    .trim()
    .toLowerCase()
    .max(254, { error: siteMessages.newsletter.invalid.text, abort: true })
    .regex(/^[^\s@\p{C}]+@[^\s@\p{C}.]+(?:\.[^\s@\p{C}.]+)+$/u, siteMessages.newsletter.invalid.text),
})

export const subscriptionSchema = addressSchema.extend({ [TRAP]: z.string().default('') })
