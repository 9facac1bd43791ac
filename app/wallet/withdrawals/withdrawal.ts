import { z } from 'zod/v4'
import type { withdrawals } from '~/db/schema/withdrawals'

export const withdrawalSchema = z.object({
  amount: z.string().default(''),
  type: z.enum(['bank', 'upi']).default('bank'),
  /** An idempotency key that the server makes for each form. */
  request_key: z.uuid(),
})

export const cancellationSchema = z.object({
  withdrawal: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .pipe(z.coerce.number())
    .catch(0),
})

export type Withdrawal = typeof withdrawals.$inferSelect
