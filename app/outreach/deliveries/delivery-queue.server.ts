import { and, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { createLeaseQueue } from '~/db/lease-queue.server'
import { deliveries, messageChoices } from '~/db/schema/deliveries'
import { users } from '~/db/schema/members'
import { notifications } from '~/db/schema/notifications'
import type { ChannelName } from './channel'
import { WANTED_BY_DEFAULT } from './topics'

/** In seconds: longer than a batch may take on any channel. */
const LEASE = 180
const DAY = 86_400

export const deliveryQueue = createLeaseQueue(deliveries, {
  waits: sql`state = 'waiting'`,
  order: [sql`topic <> 'safety'`],
  lease: LEASE,
  backOff: { first: 30, most: 3600 },
  givesUpAfter: { seconds: DAY },
})

/** SQL: it has waited for more than a day, and no worker still sends it. */
export const isForgotten = sql`state = 'waiting' AND created_at <= now() - make_interval(secs => ${DAY + LEASE})`

const isWantedByDefault = sql.raw(
  `CASE deliveries.topic ${Object.entries(WANTED_BY_DEFAULT)
    .map(([topic, wanted]) => `WHEN '${topic}' THEN ${wanted}`)
    .join(' ')} ELSE true END`,
)

export type TakenDelivery = Awaited<ReturnType<typeof takeDeliveries>>[number]

/** Messages about safety come first. */
export async function takeDeliveries(channel: ChannelName, most: number) {
  const taken = await deliveryQueue.take(most, eq(deliveries.channel, channel))
  if (!taken.length) return []
  const { user_id, topic, address } = deliveries
  const { title, body, href, sms_values } = notifications
  const rows = await db
    .select({
      ...getTableColumns(deliveries),
      address: sql<string>`${address}`,
      title,
      body,
      href,
      sms_values,
      wanted: sql<boolean>`coalesce(${messageChoices.wanted}, ${isWantedByDefault})`,
      /** False: the mail's address is no longer the member's confirmed one, or the SMS's number no longer the member's. */
      current: sql<boolean>`CASE ${deliveries.channel}
        WHEN 'email' THEN coalesce(${users.email} = ${address} AND ${users.email_confirmed_at} IS NOT NULL AND ${users.email_stopped_at} IS NULL, false)
        WHEN 'sms' THEN coalesce(${users.phone_number} = ${address}, false)
        ELSE true END`,
    })
    .from(deliveries)
    .leftJoin(notifications, eq(notifications.id, deliveries.notification_id))
    .leftJoin(
      messageChoices,
      and(
        eq(messageChoices.user_id, user_id),
        eq(messageChoices.topic, topic),
        eq(messageChoices.channel, deliveries.channel),
      ),
    )
    .leftJoin(users, eq(users.id, user_id))
    .where(
      inArray(
        deliveries.id,
        taken.map(({ id }) => id),
      ),
    )
    .orderBy(sql`${topic} <> 'safety'`, deliveries.id)
  const givenUp = new Set(taken.filter((row) => row.gives_up).map(({ id }) => id))
  return rows.map((row) => ({ ...row, gives_up: givenUp.has(row.id) }))
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
