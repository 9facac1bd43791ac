import { createHmac } from 'node:crypto'
import { env } from '~/platform/config/env.server'
import { post, type WebhookResponse } from './webhook/post.server'

export const hasWebhook = (): boolean => env().ALERT_WEBHOOK !== undefined

/** Signs timestamp and body, which prevents replays. */
const sign = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

export async function sendToWebhook(id: string, body: string): Promise<WebhookResponse> {
  const { ALERT_WEBHOOK, ALERT_WEBHOOK_SECRET, ALERT_WEBHOOK_ALLOW, ALERT_TIMEOUT_MS } = env()
  if (ALERT_WEBHOOK === undefined || ALERT_WEBHOOK_SECRET === undefined)
    throw new Error('ALERT_WEBHOOK: not set')
  const timestamp = String(Math.floor(Date.now() / 1000))
  return post({
    url: new URL(ALERT_WEBHOOK),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'DealDwaar-Alerts',
      'x-alert-id': id,
      'x-alert-timestamp': timestamp,
      'x-alert-signature': sign(ALERT_WEBHOOK_SECRET, timestamp, body),
    },
    body,
    timeout: ALERT_TIMEOUT_MS,
    allowed: ALERT_WEBHOOK_ALLOW,
  })
}

export const isAccepted = ({ status }: WebhookResponse): boolean => status >= 200 && status < 300
