/** Twilio Messaging with a content template, whose placeholders are 1, 2 and so on. */
import { z } from 'zod/v4'
import {
  callProvider,
  ProviderFailure,
  requireShape,
  type ProviderConnection,
} from '~/platform/outbound/call-provider.server'
import type { SmsSender } from './sms-sender.server'

const sentShape = z.object({ sid: z.string().regex(/^[SM]M[0-9a-f]{32}$/i), status: z.string() })

export function createTwilioSender(
  {
    TWILIO_ACCOUNT_SID: account,
    TWILIO_AUTH_TOKEN: token,
  }: { TWILIO_ACCOUNT_SID: string; TWILIO_AUTH_TOKEN: string },
  service: string,
  { base = 'https://api.twilio.com', timeoutMs }: ProviderConnection,
): SmsSender {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    async send({ phone, templateId, values }) {
      const places = Object.fromEntries(values.map((value, at) => [at + 1, value]))
      const answer = await callProvider(
        new URL(`/2010-04-01/Accounts/${account}/Messages.json`, base),
        {
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({
            To: phone,
            MessagingServiceSid: service,
            ContentSid: templateId,
            ContentVariables: JSON.stringify(places),
          }),
        },
        timeoutMs,
      )
      const { status } = requireShape(answer, sentShape)
      if (status === 'failed' || status === 'undelivered') throw new ProviderFailure('refused', false)
    },
  }
}
