import { z } from 'zod/v4'
import { messages } from '~/messages'
import { TRAP } from './trap'

export const subscriptionSchema = z.object({
  [TRAP]: z.string().default(''),
  email: z
    .string({ error: messages.newsletter.invalid.text })
    .trim()
    .toLowerCase()
    .max(254, { error: messages.newsletter.invalid.text, abort: true })
    .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u, messages.newsletter.invalid.text),
})
