/** Delivers events at least once, with the same id. No transaction is open during a request. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { createLeaseQueue } from '~/platform/db/lease-queue.server'
import { alertEvents } from '~/platform/db/schema/monitoring'
import { log } from '~/platform/log.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { defineTimer } from '~/platform/timers.server'
import { describeCause } from './alerts'
import { post, type WebhookResponse } from './webhook/post.server'

type EventName = 'opened' | 'cleared' | 'test'

interface AlertFacts {
  id: number
  cause: string
  subject: string
  detail: string
  opened_at: Date
  cleared_at: Date | null
}

/** The JSON body of a message (docs/operations.md, 'Alerts by webhook'). */
export function formatBody(id: string, event: EventName, site: string, alert: AlertFacts | null): string {
  const { title, next } = alert
    ? describeCause(alert.cause)
    : { title: 'A test: nothing is wrong', next: 'Nothing.' }
  const about = alert?.subject ? `${title} (${alert.subject})` : title
  return JSON.stringify({
    id,
    event,
    site,
    alert: alert?.id ?? null,
    cause: alert?.cause ?? 'test',
    subject: alert?.subject ?? '',
    title,
    detail: alert?.detail ?? 'Sent to test the webhook.',
    next,
    opened_at: alert?.opened_at.toISOString() ?? null,
    cleared_at: alert?.cleared_at?.toISOString() ?? null,
    text: `${new URL(site).host}: ${event === 'cleared' ? `over: ${about}` : `${about}. ${alert?.detail ?? ''}`.trim()}`,
  })
}

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

export const isWebhookAccepted = ({ status }: WebhookResponse): boolean => status >= 200 && status < 300

const queue = createLeaseQueue(alertEvents, {
  waits: sql`delivered_at IS NULL`,
  /** Longer than a request may take. */
  get lease() {
    return env().ALERT_TIMEOUT_MS / 1000 + 30
  },
  backOff: { first: 10, most: 900 },
})

/** A 'cleared' event is not due before its 'opened' event is delivered. */
const isInOrder = sql`(event = 'opened' OR NOT EXISTS (SELECT FROM alert_events o
  WHERE o.alert_id = ${alertEvents.alert_id} AND o.event = 'opened' AND o.delivered_at IS NULL))`

/** Returns how many were accepted. Stops at the first failure: there is one receiver. */
export async function deliverDue(stopping: () => boolean = () => false): Promise<number> {
  if (!hasWebhook()) return 0
  for (let accepted = 0; ; accepted++) {
    const [event] = stopping() ? [] : await queue.take(1, isInOrder)
    if (!event || !(await deliver(event))) return accepted
  }
}

async function deliver(event: typeof alertEvents.$inferSelect): Promise<boolean> {
  const { id, alert_id, body, attempts } = event
  const error = await send(id, body)
  if (error === null) await queue.end(event, { delivered_at: sql`now()`, error })
  else await queue.giveBack(event, { set: { error } })
  if (error !== null) log('warn', 'alert not delivered', { alert: alert_id, attempts, error })
  return error === null
}

async function send(id: string, body: string): Promise<string | null> {
  try {
    const answer = await sendToWebhook(id, body)
    return isWebhookAccepted(answer) ? null : `status ${answer.status}`
  } catch (error) {
    if (error instanceof ProviderFailure) return error.kind
    throw error
  }
}

export const alertDeliveryTimer = defineTimer({
  name: 'alert delivery',
  every: 5,
  does: 'send alerts to the webhook',
  work: deliverDue,
})
