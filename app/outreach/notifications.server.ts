/** What a person is told: one row an event, however often the event is reported. */
import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
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

/** A notification as pages and the API show it (docs/rules.md#23). */
export type Notification = Pick<
  typeof notifications.$inferSelect,
  'id' | 'title' | 'body' | 'href' | 'created_at' | 'read_at'
>

/** Tells people; an event that was told already is not told again. */
export async function notify(tx: Reader, ...items: NewNotification[]): Promise<void> {
  for (const { userId, reference, title, body, href } of items)
    await tell(tx, { user_id: userId, reference, title, body, href })
}

const tell = prepared((reader) =>
  reader
    .insert(notifications)
    .values(placeholders('user_id', 'reference', 'title', 'body', 'href'))
    .onConflictDoNothing({ target: [notifications.user_id, notifications.reference] }),
)

const shown = () => {
  const { id, title, body, href, created_at, read_at } = notifications
  return { id, title, body, href, created_at, read_at }
}

/** From here on nobody counts on: the header then says '99+'. */
const MOST_COUNTED = 100

/** How many a person has not read; at most MOST_COUNTED. */
export async function countUnread(userId: number): Promise<number> {
  const unread = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at)))
    .limit(MOST_COUNTED)
    .as('unread')
  const [row] = await db.select({ unread: count() }).from(unread)
  return row?.unread ?? 0
}

/** The latest of a person, newest first. */
export async function listNotifications(userId: number, limit = 50): Promise<Notification[]> {
  return db
    .select(shown())
    .from(notifications)
    .where(eq(notifications.user_id, userId))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

const PAGE_SIZE = 20

/** One page of what a person was told, newest first, and how many pages there are; one beyond the last is empty. */
export async function listNotificationPage(
  userId: number,
  page: number,
  limit = PAGE_SIZE,
): Promise<{ items: Notification[]; page: number; pages: number; total: number }> {
  const own = eq(notifications.user_id, userId)
  const [items, [all]] = await Promise.all([
    db
      .select(shown())
      .from(notifications)
      .where(own)
      .orderBy(desc(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ rows: count() }).from(notifications).where(own),
  ])
  const total = all?.rows ?? 0
  return { items, page, pages: Math.ceil(total / limit), total }
}

/** Marks one notification as read, for its owner alone. Its href; null where the person has no such notification. */
export async function markRead(userId: number, id: number): Promise<string | null> {
  const [row] = await db
    .update(notifications)
    .set({ read_at: sql`coalesce(${notifications.read_at}, now())` })
    .where(and(eq(notifications.user_id, userId), eq(notifications.id, id)))
    .returning({ href: notifications.href })
  return row?.href ?? null
}

/** Marks as read what a person was told up to this one; what came after it nobody has seen yet. */
export async function markAllRead(userId: number, upTo: number): Promise<void> {
  await db
    .update(notifications)
    .set({ read_at: sql`now()` })
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at), lte(notifications.id, upTo)))
}
