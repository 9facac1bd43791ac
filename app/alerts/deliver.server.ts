/** Delivers events at least once, with the same id. No transaction is open during a request. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProviderFailure } from '~/outbound/call-provider.server'
import { db } from '~/db/client.server'
import { alertEvents } from '~/db/schema/monitoring'
import { env } from '~/config/env.server'
import { computeBackoff } from '~/runtime/backoff'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { hasWebhook, isAccepted, sendToWebhook } from './webhook.server'

type Event = typeof alertEvents.$inferSelect

/** Seconds: a lease outlasts the time-out, so it expires only if its process has died. */
const LEASE_MARGIN = 30

/** Returns how many were accepted. Stops at the first failure: there is one receiver. */
export async function deliverDue(stopping: () => boolean = () => false): Promise<number> {
  if (!hasWebhook()) return 0
  for (let accepted = 0; ; accepted++) {
    const event = stopping() ? null : await leaseNext()
    if (!event || !(await deliver(event))) return accepted
  }
}

/** A 'cleared' event is not due before its 'opened' event is delivered. */
async function leaseNext(): Promise<Event | null> {
  const lease = Math.ceil(env().ALERT_TIMEOUT_MS / 1000) + LEASE_MARGIN
  const [row] = await db
    .update(alertEvents)
    .set({
      attempts: sql`${alertEvents.attempts} + 1`,
      next_attempt_at: sql`now() + make_interval(secs => ${lease})`,
    })
    .where(
      eq(
        alertEvents.id,
        sql`(SELECT e.id FROM alert_events e
              WHERE e.delivered_at IS NULL AND e.next_attempt_at <= now()
                AND (e.event = 'opened' OR NOT EXISTS (
                  SELECT 1 FROM alert_events o
                   WHERE o.alert_id = e.alert_id AND o.event = 'opened' AND o.delivered_at IS NULL))
              ORDER BY e.next_attempt_at, e.id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      ),
    )
    .returning()
  return row ?? null
}

async function deliver({ id, alert_id, body, attempts }: Event): Promise<boolean> {
  const error = await send(id, body)
  await db
    .update(alertEvents)
    .set(
      error === null
        ? { delivered_at: sql`now()`, error: null }
        : {
            error,
            next_attempt_at: sql`now() + make_interval(secs => ${computeBackoff(attempts, BACKOFF)})`,
          },
    )
    .where(and(eq(alertEvents.id, id), isNull(alertEvents.delivered_at)))
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

/** Seconds. Retries never end. */
const BACKOFF = { first: 10, most: 900 }

export const startAlertDelivery = (): Schedule => schedule('alert delivery', 5, deliverDue)
