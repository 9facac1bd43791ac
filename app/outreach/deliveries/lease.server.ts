import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import type { deliveries } from '~/db/schema/deliveries'
import type { ChannelName } from './channel'
import { WANTED_BY_DEFAULT, type Topic } from './topics'

/** In seconds: longer than a batch may take on any channel, so that a lease expires only if its process has died. */
const LEASE = 180

export type LeasedDelivery = Pick<
  typeof deliveries.$inferSelect,
  'key' | 'channel' | 'kind' | 'content' | 'attempts'
> & {
  id: number
  user_id: number | null
  notification_id: number | null
  topic: Topic
  address: string
  title: string | null
  body: string | null
  href: string | null
  sms_values: string[] | null
  too_old: boolean
  wanted: boolean
  /** False: the mail's address is no longer the member's confirmed one, or the SMS's number no longer the member's. */
  current: boolean
}

/** Messages about safety come first. A delivery whose lease expired counts as an attempt. */
export async function leaseDue(channel: ChannelName, most: number): Promise<LeasedDelivery[]> {
  const rows = await db.execute<LeasedDelivery & Record<string, unknown>>(sql`
    WITH due AS (
      SELECT id FROM deliveries
       WHERE channel = ${channel} AND state = 'waiting' AND next_attempt_at <= now()
         AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY topic <> 'safety', next_attempt_at LIMIT ${most} FOR UPDATE SKIP LOCKED),
    leased AS (
      UPDATE deliveries d SET attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${LEASE})
        FROM due WHERE d.id = due.id RETURNING d.*)
    SELECT l.id::float8 AS id, l.key, l.channel, l.kind, l.topic, l.address, l.content, l.attempts,
           l.user_id::float8 AS user_id, l.notification_id::float8 AS notification_id, n.title, n.body, n.href, n.sms_values,
           l.created_at <= now() - interval '1 day' AS too_old,
           coalesce(c.wanted, ${defaults}) AS wanted,
           CASE l.channel
             WHEN 'email' THEN coalesce(u.email = l.address AND u.email_confirmed_at IS NOT NULL AND u.email_stopped_at IS NULL, false)
             WHEN 'sms' THEN coalesce(u.phone_number = l.address, false)
             ELSE true END AS current
      FROM leased l LEFT JOIN notifications n ON n.id = l.notification_id
      LEFT JOIN message_choices c ON c.user_id = l.user_id AND c.topic = l.topic AND c.channel = l.channel
      LEFT JOIN users u ON u.id = l.user_id
     ORDER BY l.topic <> 'safety', l.id`)
  return [...rows]
}

const defaults = sql.raw(
  `CASE l.topic ${Object.entries(WANTED_BY_DEFAULT)
    .map(([topic, wanted]) => `WHEN '${topic}' THEN ${wanted}`)
    .join(' ')} ELSE true END`,
)
