import { z } from 'zod/v4'
import { EMAIL_ADDRESS } from '~/platform/formats/email-address'
import { siteMessages } from '~/messages/site'
import { TRAP } from './newsletter'

export const addressSchema = z.object({
  email: z
    .string({ error: siteMessages.newsletter.invalid.text })
    .trim()
    .toLowerCase()
    .max(254, { error: siteMessages.newsletter.invalid.text, abort: true })
    .regex(EMAIL_ADDRESS, siteMessages.newsletter.invalid.text),
})

export const subscriptionSchema = addressSchema.extend({ [TRAP]: z.string().default('') })
