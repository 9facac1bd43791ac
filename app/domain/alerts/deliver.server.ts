/** Delivers events at least once, with the same id. No transaction is open during a request. */
import { sql } from 'drizzle-orm'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { createLeaseQueue } from '~/platform/db/lease-queue.server'
import { alertEvents } from '~/platform/db/schema/monitoring'
import { env } from '~/platform/config/env.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { hasWebhook, isAccepted, sendToWebhook } from './webhook.server'

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
    return isAccepted(answer) ? null : `status ${answer.status}`
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
