/**
 * Sends the events of alerts to the webhook, from the table: an event stays until the receiver has taken it, whatever dies
 * in between, so that it may come twice, each time with the same id. No transaction is open while anything is sent.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProviderFailure } from '~/ask.server'
import { db } from '~/db/client.server'
import { alertEvents } from '~/db/schema'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { schedule, type Schedule } from '~/schedule.server'
import { hasWebhook, isTaken, sendToWebhook } from './webhook.server'

type Event = typeof alertEvents.$inferSelect

/** Beyond the time-out, in seconds: then whoever was sending it is dead. */
const MARGIN = 30

/**
 * Sends what is due, one after the other, and gives how many were taken. It ends at the first failure: what is behind it
 * would wait for the same receiver.
 */
export async function deliverDue(stopping: () => boolean = () => false): Promise<number> {
  if (!hasWebhook()) return 0
  for (let taken = 0; ; taken++) {
    const event = stopping() ? null : await takeNext()
    if (!event || !(await deliver(event))) return taken
  }
}

/**
 * Takes the next one, which is nobody else's until the time-out has passed. That an alert is over is told after it was
 * told that it began.
 */
async function takeNext(): Promise<Event | null> {
  const lease = Math.ceil(env().ALERT_TIMEOUT_MS / 1000) + MARGIN
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
        : { error, next_attempt_at: sql`now() + make_interval(secs => ${pauseAfter(attempts)})` },
    )
    .where(and(eq(alertEvents.id, id), isNull(alertEvents.delivered_at)))
  if (error !== null) log('warn', 'alert not delivered', { alert: alert_id, attempts, error })
  return error === null
}

/** Why it was not taken; null: it was. */
async function send(id: string, body: string): Promise<string | null> {
  try {
    const answer = await sendToWebhook(id, body)
    return isTaken(answer) ? null : `status ${answer.status}`
  } catch (error) {
    if (error instanceof ProviderFailure) return error.kind
    throw error
  }
}

/** Seconds: 10, 20, 40, ... and a quarter of an hour at most. It is tried for ever. */
export const pauseAfter = (attempts: number): number => Math.min(900, 10 * 2 ** Math.min(attempts - 1, 10))

/** Starts the delivery of this process; any number may run at once. */
export const startAlertDelivery = (every = 5): Schedule => schedule('alert delivery', every, deliverDue)
