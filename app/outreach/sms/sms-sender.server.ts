import { env, type Env } from '~/config/env.server'
import { msg91Sms } from './msg91-sms.server'
import { twilioSms } from './twilio-sms.server'

export interface Sms {
  phone: string
  /** The provider's id of the template, which the DLT platform has approved. */
  templateId: string
  values: readonly string[]
}

export interface SmsSender {
  send(sms: Sms): Promise<void>
}

/** Uses the provider of one-time codes. Null: that provider sends codes only, as OTPless and the demo do. */
export function createSmsSender({
  otp,
  OTP_BASE_URL: base,
  OTP_TIMEOUT_MS: timeoutMs,
  ...v
}: Env): SmsSender | null {
  switch (otp.OTP_PROVIDER) {
    case 'msg91':
      return msg91Sms({ base: base ?? 'https://control.msg91.com', timeoutMs, authKey: otp.MSG91_AUTH_KEY })
    case 'twilio':
      return v.TWILIO_MESSAGING_SERVICE_SID
        ? twilioSms({
            base: base ?? 'https://api.twilio.com',
            timeoutMs,
            accountSid: otp.TWILIO_ACCOUNT_SID,
            authToken: otp.TWILIO_AUTH_TOKEN,
            serviceSid: v.TWILIO_MESSAGING_SERVICE_SID,
          })
        : null
    default:
      return null
  }
}

let chosen: SmsSender | null | undefined

export const smsSender = (): SmsSender | null =>
  chosen === undefined ? (chosen = createSmsSender(env())) : chosen
