/** Twilio Messaging with a content template, whose placeholders are 1, 2 and so on. */
import { z } from 'zod/v4'
import { callProvider, ProviderFailure, requireShape } from '~/outbound/call-provider.server'
import type { SmsSender } from './sms-sender.server'

export interface TwilioSmsSettings {
  base: string
  timeoutMs: number
  accountSid: string
  authToken: string
  serviceSid: string
}

const sentShape = z.object({ sid: z.string().regex(/^[SM]M[0-9a-f]{32}$/i), status: z.string() })

export function twilioSms({
  base,
  timeoutMs,
  accountSid,
  authToken,
  serviceSid,
}: TwilioSmsSettings): SmsSender {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async send({ phone, templateId, values }) {
      const places = Object.fromEntries(values.map((value, at) => [at + 1, value]))
      const answer = await callProvider(
        new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, base),
        {
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({
            To: phone,
            MessagingServiceSid: serviceSid,
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
