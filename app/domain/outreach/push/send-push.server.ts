import https from 'node:https'
import type { Urgency, WebPushError } from 'web-push'
import type { PushKeys } from '~/platform/config/push-keys'
import { readContact } from '~/domain/settings/contact.server'
import { pushMessages } from '~/messages/push'
import { findErrorCode } from '~/platform/error-causes'
import { withTimeout } from '~/platform/with-timeout'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { createLookup } from '~/platform/outbound/lookup.server'
import type { SendResult } from '../deliveries/channel'
import type { MessageTopic } from '../topics'
import { isKnownEndpoint, type PushAddress } from './push-reader.server'

export interface PushMessage {
  topic: MessageTopic
  /** Messages of one group replace each other, at the push service and on the screen. At most 32 letters, digits, - and _. */
  group: string
  path: string
  /** A public text, for a topic without a fixed one. */
  text?: string | undefined
}

/** `ttl`, in seconds: how long the push service keeps it for a device that is off. */
const DELIVERY: Record<MessageTopic, { ttl: number; urgency: Urgency }> = {
  safety: { ttl: 24 * 60 * 60, urgency: 'high' },
  money: { ttl: 24 * 60 * 60, urgency: 'normal' },
  stores: { ttl: 6 * 60 * 60, urgency: 'low' },
  newsletter: { ttl: 6 * 60 * 60, urgency: 'low' },
}

const TIMEOUT_MS = 10_000

/** Connects only to public addresses, even if a name resolves to a private one. */
const agent = new https.Agent({ keepAlive: true, maxSockets: 10, lookup: createLookup([]) })

/** The payload contains nothing of the account, because locked screens show it. */
export function buildPayload({ topic, group, path, text }: PushMessage): string {
  const fixed: { title: string; text?: string } = pushMessages.pushed[topic]
  return JSON.stringify({ title: fixed.title, body: text ?? fixed.text ?? '', tag: group, path })
}

/** `gone`: the browser has ended the subscription, or it was for a former key. */
export type PushAnswer = SendResult | { result: 'gone'; answer: string }

/** Never throws; an answer contains no part of the endpoint. `through` is for tests. */
export async function sendPush(
  keys: PushKeys,
  { endpoint, p256dh, auth }: PushAddress,
  message: PushMessage,
  through: https.Agent = agent,
): Promise<PushAnswer> {
  if (!isKnownEndpoint(endpoint)) return { result: 'refused', answer: 'not a known push service' }
  const { ttl, urgency } = DELIVERY[message.topic]
  const { support } = await readContact()
  // Loaded here, because most commands send nothing.
  const { default: webpush } = await import('web-push')
  const sending = webpush.sendNotification({ endpoint, keys: { p256dh, auth } }, buildPayload(message), {
    vapidDetails: {
      subject: `mailto:${support}`,
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
    },
    TTL: ttl,
    urgency,
    topic: message.group,
    agent: through,
    timeout: TIMEOUT_MS,
  })
  try {
    // The library never times out a response that breaks off or arrives slowly.
    const { statusCode } = await withTimeout(sending, TIMEOUT_MS, () => {
      throw new Error('time-out')
    })
    return { result: 'sent', answer: String(statusCode) }
  } catch (error) {
    return error instanceof webpush.WebPushError ? readRefusal(error) : readFailure(error)
  }
}

const readFailure = (error: unknown): PushAnswer => ({
  result: 'later',
  answer: error instanceof ProviderFailure ? error.kind : (findErrorCode(error) ?? 'no connection'),
})

/** Apple, Google and Mozilla about a subscription that was made for a former key. */
const OTHER_KEY =
  /VapidPkHashMismatch|do not correspond to the credentials used to create|VAPID public key mismatch/i

function readRefusal({ statusCode, headers, body }: WebPushError): PushAnswer {
  const answer = String(statusCode)
  if (statusCode === 404 || statusCode === 410 || OTHER_KEY.test(body)) return { result: 'gone', answer }
  // 401 and 403 are caused by the operator's key or clock, not by the subscription.
  if (![401, 403, 429].includes(statusCode) && statusCode < 500) return { result: 'refused', answer }
  const seconds = /^\d{1,6}$/.exec(String(headers['retry-after']))?.[0]
  return { result: 'later', answer, ...(seconds && { afterSeconds: Math.max(30, Number(seconds)) }) }
}
