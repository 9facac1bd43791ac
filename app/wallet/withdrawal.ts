/** The fields of the wallet's forms. */
import { z } from 'zod/v4'

/**
 * `type` is the method. `amount` stays text: requestWithdrawal() parses it, and its refusal
 * comes as the form's notice.
 */
export const withdrawalSchema = z.object({
  amount: z.string().default(''),
  type: z.enum(['bank', 'upi']).default('bank'),
  /** Made by the server for each form: the same key twice is one withdrawal. */
  request_key: z.uuid(),
})

/** Which withdrawal to call off; 0 for what is no number. */
export const cancellationSchema = z.object({
  withdrawal: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .pipe(z.coerce.number())
    .catch(0),
})
