import { z } from 'zod/v4'
import type { Variables } from './env-variables'

const text = z.string()

const msg91 = z.object({ MSG91_AUTH_KEY: text, MSG91_TEMPLATE_ID: text })
const twilio = z.object({
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_VERIFY_SERVICE_SID: text,
})
const otpless = z.object({ OTPLESS_CLIENT_ID: text, OTPLESS_CLIENT_SECRET: text })

const otpSettings = z.discriminatedUnion('OTP_PROVIDER', [
  z.object({ OTP_PROVIDER: z.literal('demo') }),
  msg91.extend({ OTP_PROVIDER: z.literal('msg91') }),
  twilio.extend({ OTP_PROVIDER: z.literal('twilio') }),
  otpless.extend({ OTP_PROVIDER: z.literal('otpless') }),
])

const razorpayx = z.object({
  RAZORPAYX_KEY_ID: text,
  RAZORPAYX_KEY_SECRET: text,
  RAZORPAYX_ACCOUNT_NUMBER: text,
  RAZORPAYX_WEBHOOK_SECRET: text,
})
const cashfree = z.object({ CASHFREE_CLIENT_ID: text, CASHFREE_CLIENT_SECRET: text })

const payoutSettings = z.discriminatedUnion('PAYOUT_PROVIDER', [
  z.object({ PAYOUT_PROVIDER: z.literal('manual') }),
  razorpayx.extend({ PAYOUT_PROVIDER: z.literal('razorpayx') }),
  cashfree.extend({ PAYOUT_PROVIDER: z.literal('cashfree') }),
])

/** Includes unused providers, which may have open orders. */
export const readPayoutProviders = (v: Variables) => ({
  razorpayx: razorpayx.safeParse(v).data ?? null,
  cashfree: cashfree.safeParse(v).data ?? null,
})

export function readProviders(v: Variables) {
  const otp = otpSettings.safeParse({ ...v, OTP_PROVIDER: v.OTP_PROVIDER ?? 'demo' })
  const payout = payoutSettings.safeParse(v)
  return {
    otp: otp.data,
    problems: [
      ...listMissing(otp.error, `OTP_PROVIDER=${v.OTP_PROVIDER}`),
      ...listMissing(payout.error, `PAYOUT_PROVIDER=${v.PAYOUT_PROVIDER}`),
    ],
  }
}

const listMissing = (error: z.ZodError | undefined, by: string): string[] =>
  (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: required by ${by}`)
