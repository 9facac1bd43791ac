import { randomUUID } from 'node:crypto'
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import type { Tx } from '~/platform/db/client.server'
import { alertEvents, alerts } from '~/platform/db/schema/monitoring'
import { formatBody, hasWebhook } from '../webhook.server'

/** Also writes events of alerts older than the webhook. 'cleared' requires an 'opened' event. */
export async function writeEvents(tx: Tx): Promise<void> {
  if (!hasWebhook()) return
  const selectEvent = (event: 'opened' | 'cleared') =>
    tx
      .select({ one: sql`1` })
      .from(alertEvents)
      .where(and(eq(alertEvents.alert_id, alerts.id), eq(alertEvents.event, event)))
  const opened = await tx
    .select()
    .from(alerts)
    .where(and(isNull(alerts.cleared_at), notExists(selectEvent('opened'))))
    .orderBy(alerts.id)
  const cleared = await tx
    .select({ alert: alerts })
    .from(alerts)
    .innerJoin(alertEvents, and(eq(alertEvents.alert_id, alerts.id), eq(alertEvents.event, 'opened')))
    .where(and(sql`${alerts.cleared_at} IS NOT NULL`, notExists(selectEvent('cleared'))))
    .orderBy(alerts.id)
  const events = [
    ...opened.map((alert) => ({ event: 'opened' as const, alert })),
    ...cleared.map(({ alert }) => ({ event: 'cleared' as const, alert })),
  ]
  for (const { event, alert } of events) {
    const id = randomUUID()
    const body = formatBody(id, event, env().publicOrigin, alert)
    await tx.insert(alertEvents).values({ id, alert_id: alert.id, event, body }).onConflictDoNothing()
  }
}
