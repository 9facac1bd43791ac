/** MSG91 Flow v5. The placeholders of a template are VAR1, VAR2 and so on. */
import { z } from 'zod/v4'
import {
  callProvider,
  ProviderFailure,
  requireShape,
  type ProviderConnection,
} from '~/platform/outbound/call-provider.server'
import type { SmsSender } from './sms-sender.server'

const sentShape = z.object({ type: z.enum(['success', 'error']) })

export function createMsg91Sender(
  { MSG91_AUTH_KEY: authkey }: { MSG91_AUTH_KEY: string },
  { base = 'https://control.msg91.com', timeoutMs }: ProviderConnection,
): SmsSender {
  return {
    async send({ phone, templateId, values }) {
      const places = Object.fromEntries(values.map((value, at) => [`VAR${at + 1}`, value]))
      const answer = await callProvider(
        new URL('/api/v5/flow', base),
        {
          headers: { authkey, 'content-type': 'application/json', accept: 'application/json' },
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
