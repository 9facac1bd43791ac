/** What a person is told: one row an event, however often the event is reported. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { notifications } from '~/db/schema'

export interface NewNotification {
  userId: number
  /** Names the event, once a person: 'withdrawal:7:paid'. */
  reference: string
  title: string
  body: string
  /** A path of this site. */
  href: string
}

/** decisions.md 23. */
export type Notification = Pick<
  typeof notifications.$inferSelect,
  'id' | 'title' | 'body' | 'href' | 'created_at' | 'read_at'
>

/** Tells people; an event that was told already is not told again. */
export async function notify(tx: Reader, ...items: NewNotification[]): Promise<void> {
  if (!items.length) return
  await tx
    .insert(notifications)
    .values(items.map(({ userId, ...item }) => ({ user_id: userId, ...item })))
    .onConflictDoNothing({ target: [notifications.user_id, notifications.reference] })
}

/** How many a person has not read. */
export async function countUnread(userId: number): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at)))
  return row?.unread ?? 0
}

/** The latest of a person, newest first. */
export async function listNotifications(userId: number, limit = 50): Promise<Notification[]> {
  const { id, title, body, href, created_at, read_at } = notifications
  return db
    .select({ id, title, body, href, created_at, read_at })
    .from(notifications)
    .where(eq(notifications.user_id, userId))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

/** Marks one of a person's notifications as read, or all of them. */
export async function markRead(userId: number, id?: number): Promise<void> {
  await db
    .update(notifications)
    .set({ read_at: sql`now()` })
    .where(
      and(
        eq(notifications.user_id, userId),
        isNull(notifications.read_at),
        id === undefined ? undefined : eq(notifications.id, id),
      ),
    )
}
