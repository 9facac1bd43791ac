import { env, type Env } from '~/platform/config/env.server'
import { createMsg91Sender } from './msg91-sms.server'
import { createTwilioSender } from './twilio-sms.server'

interface Sms {
  phone: string
  /** The provider's id of the template, which the DLT platform has approved. */
  templateId: string
  values: readonly string[]
}

export interface SmsSender {
  send(sms: Sms): Promise<void>
}

/** Uses the provider of one-time codes. Null: that provider sends codes only, as OTPless and the demo do. */
export function createSmsSender(v: Env): SmsSender | null {
  const { otp, TWILIO_MESSAGING_SERVICE_SID: service } = v
  const connection = { base: v.OTP_BASE_URL, timeoutMs: v.OTP_TIMEOUT_MS }
  if (otp.OTP_PROVIDER === 'msg91') return createMsg91Sender(otp, connection)
  return otp.OTP_PROVIDER === 'twilio' && service ? createTwilioSender(otp, service, connection) : null
}

let chosen: SmsSender | null | undefined

export const getSmsSender = (): SmsSender | null =>
  chosen === undefined ? (chosen = createSmsSender(env())) : chosen
