import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { createLeaseQueue } from '~/platform/db/lease-queue.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import type { ChannelName, OutgoingMessage } from './deliveries/channel'
import { WANTED_BY_DEFAULT } from './topics'

/** In seconds: longer than a batch may take on any channel. */
const LEASE = 180
const DAY = 86_400

const isWantedByDefault = sql.raw(
  `CASE deliveries.topic ${Object.entries(WANTED_BY_DEFAULT)
    .map(([topic, wanted]) => `WHEN '${topic}' THEN ${wanted}`)
    .join(' ')} ELSE true END`,
)

export const deliveryQueue = createLeaseQueue(deliveries, {
  waits: sql`state = 'waiting'`,
  order: [sql`topic <> 'safety'`],
  lease: LEASE,
  backOff: { first: 30, most: 3600 },
  givesUpAfter: { seconds: DAY },
  reads: {
    notification: sql<OutgoingMessage['notification']>`(
      SELECT json_build_object('title', n.title, 'body', n.body, 'href', n.href, 'smsValues', n.sms_values)
        FROM notifications n WHERE n.id = deliveries.notification_id)`,
    wanted: sql<boolean>`coalesce((SELECT c.wanted FROM message_choices c
       WHERE c.user_id = deliveries.user_id AND c.topic = deliveries.topic AND c.channel = deliveries.channel), ${isWantedByDefault})`,
    /** False: the mail's address is no longer the member's confirmed one, or the SMS's number no longer the member's. */
    current: sql<boolean>`deliveries.channel = 'push' OR EXISTS (SELECT FROM users u WHERE u.id = deliveries.user_id AND CASE deliveries.channel
       WHEN 'email' THEN u.email = deliveries.address AND u.email_confirmed_at IS NOT NULL AND u.email_stopped_at IS NULL
       ELSE u.phone_number = deliveries.address END)`,
  },
})

/** SQL: it has waited for more than a day, and no worker still sends it. */
export const isForgotten = sql`state = 'waiting' AND created_at <= now() - make_interval(secs => ${DAY + LEASE})`

export type TakenDelivery = Awaited<ReturnType<typeof takeDeliveries>>[number]

/** Messages about safety come first. */
export async function takeDeliveries(name: ChannelName, most: number) {
  const rows = await deliveryQueue.take(most, eq(deliveries.channel, name))
  const rank = (row: (typeof rows)[number]) => (row.topic === 'safety' ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
}

type End = 'sent' | 'refused' | 'cancelled' | 'expired'

/** Erases the content, which may hold a secret, and an address that belongs to no account. */
export const toEnded = (state: End, answer: string) => ({
  state,
  answer,
  content: null,
  ended_at: sql`now()`,
  address: sql`CASE WHEN user_id IS NOT NULL THEN address END`,
})

/** Cancels waiting messages of newsletters. `which` is an SQL condition. */
export async function cancelNewsletters(tx: Tx, which: SQL): Promise<void> {
  await tx
    .update(deliveries)
    .set(toEnded('cancelled', 'left'))
    .where(and(eq(deliveries.state, 'waiting'), eq(deliveries.topic, 'newsletter'), which))
}
