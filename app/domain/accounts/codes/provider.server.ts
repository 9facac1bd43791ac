import { env, type Env } from '~/platform/config/env.server'
import { log } from '~/platform/log.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { demoProvider } from './demo.server'
import { createMsg91 } from './msg91.server'
import { createOtpless } from './otpless.server'
import type { OtpProvider } from './port'
import { createTwilio } from './twilio.server'

export function makeProvider({ otp, OTP_BASE_URL: base, OTP_TIMEOUT_MS: timeoutMs }: Env): OtpProvider {
  const connection = { base, timeoutMs }
  switch (otp.OTP_PROVIDER) {
    case 'demo':
      return demoProvider
    case 'msg91':
      return createMsg91(otp, connection)
    case 'twilio':
      return createTwilio(otp, connection)
    case 'otpless':
      return createOtpless(otp, connection)
  }
}

let chosen: OtpProvider | undefined

export const getOtpProvider = (): OtpProvider => (chosen ??= chooseProvider(env()))

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
  log('error', message, { provider: getOtpProvider().name, error: kind })
}
