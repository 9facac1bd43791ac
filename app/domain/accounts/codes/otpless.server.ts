import { z } from 'zod/v4'
import type { Env } from '~/platform/config/env.server'
import {
  callProvider,
  ProviderFailure,
  requireShape,
  type ProviderConnection,
  type ProviderResponse,
} from '~/platform/outbound/call-provider.server'
import { CODE_DIGITS, CODE_SECONDS, type OtpProvider } from './port'

type Settings = Extract<Env['otp'], { OTP_PROVIDER: 'otpless' }>

const initiatedShape = z.object({ requestId: z.string().min(1).max(200) })
const verifiedShape = z.object({ requestId: z.string(), isOTPVerified: z.boolean() })

const refusedShape = z.object({ errorCode: z.coerce.string() })

/** Already verified; expired. Any other 400 counts as wrong (7118 is): an unknown error must not make guessing free. */
const NO_JUDGEMENT = new Set(['7115', '7303'])

function isWrongCode({ status, body }: ProviderResponse): boolean {
  const refusal = refusedShape.safeParse(body)
  return status === 400 && refusal.success && !NO_JUDGEMENT.has(refusal.data.errorCode)
}

export function createOtpless(
  { OTPLESS_CLIENT_ID: clientId, OTPLESS_CLIENT_SECRET: clientSecret }: Settings,
  { base = 'https://auth.otpless.app', timeoutMs }: ProviderConnection,
): OtpProvider {
  const post = (path: string, content: object) =>
    callProvider(
      new URL(path, base),
      {
        headers: { clientId, clientSecret, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(content),
      },
      timeoutMs,
    )
  return {
    name: 'otpless',
    codePerPhone: false,
    async send({ phone }) {
      const answer = await post('/auth/v1/initiate/otp', {
        phoneNumber: phone,
        channels: ['SMS'],
        otpLength: CODE_DIGITS,
        expiry: CODE_SECONDS,
      })
      const { requestId } = requireShape(answer, initiatedShape)
      return { code_hash: null, demo_code: null, provider_reference: requestId }
    },
    async verify(_, sent, code) {
      const requestId = sent.provider_reference
      const answer = await post('/auth/v1/verify/otp', { requestId, otp: code })
      if (isWrongCode(answer)) return false
      const verified = requireShape(answer, verifiedShape)
      if (verified.requestId !== requestId) throw new ProviderFailure('unexpected answer')
      return verified.isOTPVerified
    },
  }
}
