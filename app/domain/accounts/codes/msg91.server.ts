import { z } from 'zod/v4'
import type { Env } from '~/platform/config/env.server'
import {
  callProvider,
  ProviderFailure,
  requireShape,
  type ProviderConnection,
} from '~/platform/outbound/call-provider.server'
import { CODE_DIGITS, CODE_SECONDS, type OtpProvider } from './port'

type Settings = Extract<Env['otp'], { OTP_PROVIDER: 'msg91' }>

const sentShape = z.object({
  type: z.enum(['success', 'error']),
  request_id: z.string().max(100).optional(),
})
const verifiedShape = z.object({ type: z.enum(['success', 'error']), message: z.string().optional() })

/** These errors do not judge the code. Any other counts as wrong: an unknown text must not make guessing free. */
const NO_JUDGEMENT = /expired|not found|max(imum)? limit|already|auth|invalid (mobile|template)|blocked|ip /i

const formatMobile = (phone: string) => phone.replace(/^\+/, '')

export function createMsg91(
  { MSG91_AUTH_KEY, MSG91_TEMPLATE_ID }: Settings,
  { base = 'https://control.msg91.com', timeoutMs }: ProviderConnection,
): OtpProvider {
  const headers = { authkey: MSG91_AUTH_KEY, accept: 'application/json' }
  const post = (path: string, parameters: Record<string, string>) => {
    const url = new URL(path, base)
    url.search = String(new URLSearchParams(parameters))
    return callProvider(url, { headers }, timeoutMs)
  }
  return {
    name: 'msg91',
    codePerPhone: true,
    async send({ phone }) {
      const answer = await post('/api/v5/otp', {
        template_id: MSG91_TEMPLATE_ID,
        mobile: formatMobile(phone),
        otp_length: String(CODE_DIGITS),
        otp_expiry: String(CODE_SECONDS / 60),
      })
      const { type, request_id } = requireShape(answer, sentShape)
      if (type === 'error') throw new ProviderFailure('refused', false)
      return { code_hash: null, demo_code: null, provider_reference: request_id ?? null }
    },
    async verify({ phone }, _, code) {
      const answer = await post('/api/v5/otp/verify', { otp: code, mobile: formatMobile(phone) })
      const { type, message } = requireShape(answer, verifiedShape)
      if (type === 'error' && NO_JUDGEMENT.test(message ?? '')) throw new ProviderFailure('refused', false)
      return type === 'success'
    },
  }
}
