import { z } from 'zod/v4'
import type { withdrawals } from '~/platform/db/schema/withdrawals'
import { readRowId } from '~/platform/formats/ids'

export const withdrawalSchema = z.object({
  amount: z.string().default(''),
  type: z.enum(['bank', 'upi']).default('bank'),
  request_key: z.uuid(),
})

export const cancellationSchema = z.object({
  withdrawal: z.string().catch('').transform(readRowId),
})

export type Withdrawal = typeof withdrawals.$inferSelect
