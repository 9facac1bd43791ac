import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { newestById, within, type Page, type Period } from '~/platform/db/period.server'
import { alertEvents, alerts } from '~/platform/db/schema/monitoring'

export type AlertEvent = typeof alertEvents.$inferSelect

export type ListedAlert = typeof alerts.$inferSelect & {
  events: AlertEvent[]
}

export async function listAlerts(
  { all, ...period }: { all: boolean } & Period,
  { after, limit }: Page,
): Promise<ListedAlert[]> {
  const { order, rest } = newestById(alerts.id, after)
  const rows = await db
    .select()
    .from(alerts)
    .where(and(all ? undefined : isNull(alerts.cleared_at), within(alerts.opened_at, period), rest))
    .orderBy(...order)
    .limit(limit)
  return withEvents(rows)
}

export async function findAlert(id: number): Promise<ListedAlert | null> {
  const [found] = await withEvents(await db.select().from(alerts).where(eq(alerts.id, id)))
  return found ?? null
}

async function withEvents(rows: (typeof alerts.$inferSelect)[]): Promise<ListedAlert[]> {
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const events = await db
    .select()
    .from(alertEvents)
    .where(inArray(alertEvents.alert_id, ids))
    .orderBy(asc(alertEvents.created_at))
  return rows.map((row) => ({ ...row, events: events.filter(({ alert_id }) => alert_id === row.id) }))
}
