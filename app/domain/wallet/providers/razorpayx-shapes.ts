import { z } from 'zod/v4'
import { paise } from '~/platform/formats/money'
import { formatFailure, type StatusReport } from '../providers'

export const payoutShape = z.object({
  id: z.string().min(1).max(100),
  amount: z.int().positive(),
  currency: z.literal('INR'),
  status: z.string().min(1).max(100),
  utr: z.string().max(100).nullish(),
  reference_id: z.string().nullish(),
  status_details: z
    .object({ description: z.string().nullish(), reason: z.string().max(100).nullish() })
    .nullish(),
})

export const listShape = z.object({ items: z.array(payoutShape) })

export const errorShape = z.object({ error: z.object({ description: z.string().nullish() }) })

export const eventShape = z.object({
  event: z.string().max(100),
  payload: z.object({ payout: z.object({ entity: payoutShape }) }).partial(),
})

/** States of razorpay.com/docs/x/payouts/states-life-cycle (read in November 2026). `processed` may become `reversed`. */
const PENDING = new Set(['pending', 'queued', 'scheduled', 'processing'])

const FAILED = new Set(['cancelled', 'rejected', 'failed'])

export function readProviderPayout({
  id,
  amount,
  status,
  utr,
  status_details,
}: z.output<typeof payoutShape>): StatusReport {
  const code = status_details?.reason || null
  const facts = { number: id, rawStatus: status, code, amount: paise(BigInt(amount)) }
  if (PENDING.has(status)) return { ...facts, status: 'pending' }
  if (status === 'processed') return { ...facts, status: 'paid', utr: utr || null, isCredited: true }
  const reason = formatFailure(status_details?.description, code)
  if (status === 'reversed') return { ...facts, status: 'reversed', reason }
  if (FAILED.has(status)) return { ...facts, status: 'failed', reason }
  return { ...facts, status: 'unclear' }
}
