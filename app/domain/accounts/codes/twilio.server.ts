/** Twilio Verify v2; the service must be configured for codes of four digits. */
import { z } from 'zod/v4'
import type { Env } from '~/platform/config/env.server'
import {
  callProvider,
  ProviderFailure,
  requireShape,
  type ProviderConnection,
} from '~/platform/outbound/call-provider.server'
import type { OtpProvider } from './port'

type Settings = Extract<Env['otp'], { OTP_PROVIDER: 'twilio' }>

const sid = z.string().regex(/^VE[0-9a-f]{32}$/i)
const startedShape = z.object({ sid, status: z.literal('pending') })
const checkedShape = z.object({ sid, status: z.string() })

export function createTwilio(
  { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_VERIFY_SERVICE_SID }: Settings,
  { base = 'https://verify.twilio.com', timeoutMs }: ProviderConnection,
): OtpProvider {
  const login = Buffer.from(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`).toString('base64')
  const post = (resource: string, fields: Record<string, string>) =>
    callProvider(
      new URL(`/v2/Services/${TWILIO_VERIFY_SERVICE_SID}/${resource}`, base),
      {
        headers: { authorization: `Basic ${login}`, accept: 'application/json' },
        body: new URLSearchParams(fields),
      },
      timeoutMs,
    )
  return {
    name: 'twilio',
    codePerPhone: true,
    async send({ phone }) {
      const answer = await post('Verifications', { To: phone, Channel: 'sms' })
      const started = requireShape(answer, startedShape)
      return { code_hash: null, demo_code: null, provider_reference: started.sid }
    },
    async verify({ phone }, sent, code) {
      const answer = await post('VerificationCheck', { To: phone, Code: code })
      const checked = requireShape(answer, checkedShape)
      // The result may belong to another verification of the number.
      if (checked.sid !== sent.provider_reference) throw new ProviderFailure('unexpected answer')
      if (checked.status === 'approved') return true
      if (checked.status === 'pending') return false
      throw new ProviderFailure('refused', false)
    },
  }
}
