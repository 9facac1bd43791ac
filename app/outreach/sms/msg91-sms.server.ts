/** MSG91 Flow v5. The placeholders of a template are VAR1, VAR2 and so on. */
import { z } from 'zod/v4'
import { callProvider, ProviderFailure, requireShape } from '~/outbound/call-provider.server'
import type { SmsSender } from './sms-sender.server'

export interface Msg91SmsSettings {
  base: string
  timeoutMs: number
  authKey: string
}

const sentShape = z.object({ type: z.enum(['success', 'error']) })

export function msg91Sms({ base, timeoutMs, authKey }: Msg91SmsSettings): SmsSender {
  return {
    async send({ phone, templateId, values }) {
      const places = Object.fromEntries(values.map((value, at) => [`VAR${at + 1}`, value]))
      const answer = await callProvider(
        new URL('/api/v5/flow', base),
        {
          headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({
            template_id: templateId,
            short_url: '0',
            recipients: [{ mobiles: phone.replace(/^\+/, ''), ...places }],
          }),
        },
        timeoutMs,
      )
      if (requireShape(answer, sentShape).type === 'error') throw new ProviderFailure('refused', false)
    },
  }
}
