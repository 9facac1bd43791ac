import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { notifications } from '~/platform/db/schema/notifications'
import { insertNotification } from './notifications/insert-notification.server'
import type { MessageTopic } from './topics'

export interface NewNotification {
  userId: number
  topic: MessageTopic
  /** Idempotency key per member: 'withdrawal:7:paid'. */
  reference: string
  title: string
  body: string
  href: string
  /** Values for the placeholders of its SMS, if its kind has one (sms/sms-templates.ts). */
  sms?: readonly string[]
}

export type Notification = Pick<
  typeof notifications.$inferSelect,
  'id' | 'reference' | 'title' | 'body' | 'href' | 'created_at' | 'read_at'
>

/** Also queues a new notification for e-mail and the other channels, in the same transaction. */
export async function notify(tx: Reader, ...items: NewNotification[]): Promise<void> {
  for (const item of items) await insertNotification(tx, item)
}

const toNotification = () => {
  const { id, reference, title, body, href, created_at, read_at } = notifications
  return { id, reference, title, body, href, created_at, read_at }
}

/** Limits the cost of counting; the header shows '99+' for more. */
const MAX_COUNTED = 100

const LATEST = 10

export interface NewsRow {
  unread: number
  latest: (Omit<Notification, 'created_at' | 'read_at'> & { created_at: string; read_at: string | null })[]
}

/** SQL: the latest notifications of member $1 and the number of unread ones as a JSON object; for toNews(). */
export const NEWS_AS_JSON = `json_build_object(
    'unread', (SELECT count(*) FROM (SELECT FROM notifications
      WHERE user_id = $1::bigint AND read_at IS NULL LIMIT ${MAX_COUNTED}) unread),
    'latest', (SELECT coalesce(json_agg(n ORDER BY id DESC), '[]') FROM (
      SELECT id, reference, title, body, href, created_at, read_at FROM notifications
       WHERE user_id = $1::bigint ORDER BY id DESC LIMIT ${LATEST}) n))`

export const toNews = ({ unread, latest }: NewsRow): { unread: number; latest: Notification[] } => ({
  unread,
  latest: latest.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    read_at: row.read_at === null ? null : new Date(row.read_at),
  })),
})

const PAGE_SIZE = 10

export async function listNotificationPage(
  userId: number,
  page: number,
  limit = PAGE_SIZE,
): Promise<{ items: Notification[]; page: number; pages: number; total: number }> {
  const own = eq(notifications.user_id, userId)
  const [items, [all]] = await Promise.all([
    db
      .select(toNotification())
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

/** Newest first. `reference`: the start of their references, such as 'conversion:7:'. */
export const listNotificationsAbout = (
  userId: number,
  reference: string,
  limit: number,
): Promise<Notification[]> =>
  db
    .select(toNotification())
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), sql`starts_with(${notifications.reference}, ${reference})`))
    .orderBy(desc(notifications.id))
    .limit(limit)

/** Returns the notification's href; null if this member has no such notification. */
export async function markRead(userId: number, id: number): Promise<string | null> {
  const [row] = await db
    .update(notifications)
    .set({ read_at: sql`coalesce(${notifications.read_at}, now())` })
    .where(and(eq(notifications.user_id, userId), eq(notifications.id, id)))
    .returning({ href: notifications.href })
  return row?.href ?? null
}

/** Newer ones stay unread, because the page did not show them. */
export async function markAllRead(userId: number, upTo: number): Promise<void> {
  await db
    .update(notifications)
    .set({ read_at: sql`now()` })
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at), lte(notifications.id, upTo)))
}
