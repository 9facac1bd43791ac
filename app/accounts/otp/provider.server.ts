import { env, type Env } from '~/config/env.server'
import { log } from '~/runtime/log.server'
import { ProviderFailure } from '~/outbound/call-provider.server'
import { demoProvider } from './demo.server'
import { msg91 } from './msg91.server'
import { otpless } from './otpless.server'
import type { OtpProvider } from './port'
import { twilio } from './twilio.server'

function makeProvider({ otp, OTP_BASE_URL: base, OTP_TIMEOUT_MS: timeoutMs }: Env): OtpProvider {
  switch (otp.OTP_PROVIDER) {
    case 'demo':
      return demoProvider
    case 'msg91':
      return msg91({
        base: base ?? 'https://control.msg91.com',
        timeoutMs,
        authKey: otp.MSG91_AUTH_KEY,
        templateId: otp.MSG91_TEMPLATE_ID,
      })
    case 'twilio':
      return twilio({
        base: base ?? 'https://verify.twilio.com',
        timeoutMs,
        accountSid: otp.TWILIO_ACCOUNT_SID,
        authToken: otp.TWILIO_AUTH_TOKEN,
        serviceSid: otp.TWILIO_VERIFY_SERVICE_SID,
      })
    case 'otpless':
      return otpless({
        base: base ?? 'https://auth.otpless.app',
        timeoutMs,
        clientId: otp.OTPLESS_CLIENT_ID,
        clientSecret: otp.OTPLESS_CLIENT_SECRET,
      })
  }
}

let chosen: OtpProvider | undefined

export const otpProvider = (): OtpProvider => (chosen ??= chooseProvider(env()))

/** Outside the demo, the demo provider serves only the numbers in ALLOW_DEMO_OTP. Exported for tests. */
export function chooseProvider(v: Env): OtpProvider {
  const named = makeProvider(v)
  const { demoOtp } = v
  if (demoOtp === 'all') return demoProvider
  if (!demoOtp.length) return named
  return {
    ...named,
    async send(target) {
      if (demoOtp.includes(target.phone)) return demoProvider.send(target)
      if (named === demoProvider) throw new ProviderFailure('refused', false)
      return named.send(target)
    },
    verify(target, sent, code) {
      // Before verification, only the demo provider stores a hash.
      return sent.code_hash === null
        ? named.verify(target, sent, code)
        : demoProvider.verify(target, sent, code)
    },
  }
}

export function logFailure(message: string, error: unknown): void {
  const kind =
    error instanceof ProviderFailure ? error.kind : error instanceof Error ? error.name : typeof error
  log('error', message, { provider: otpProvider().name, error: kind })
}
