/** One message a day and member about all stores that they follow (docs/decisions/0092-follow-a-store.md). */
import { sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { runIfDue } from '~/db/jobs.server'
import { dayInIndia } from '~/formats/dates'
import { findQuietEnd } from '~/outreach/deliveries/quiet-hours'
import { notify } from '~/outreach/notifications.server'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { writeNews } from './news'
import { selectNews } from './select-news.server'

/** Members of one transaction. */
const BATCH = 200
const PASS_SECONDS = 15 * 60
/** A mistake in a rate is corrected, and an import of many stores ends, before anybody is told. */
const SETTLED_MINUTES = 10

export interface Told {
  batches: number
  /** Members who were looked at. */
  members: number
  messages: number
}

interface PassOptions {
  stopping?: () => boolean
  batch?: number
  settledMinutes?: number
  now?: Date
}

/**
 * Tells who has news and no message of today, batch by batch, each in its own transaction: ended at any moment, the
 * next pass goes on, and tells nobody twice. Does nothing in quiet hours.
 */
export async function tellFollowers({
  stopping = () => false,
  batch = BATCH,
  settledMinutes = SETTLED_MINUTES,
  now = new Date(),
}: PassOptions = {}): Promise<Told> {
  const told: Told = { batches: 0, members: 0, messages: 0 }
  if (findQuietEnd(now)) return told
  const reference = `stores:${dayInIndia(now).date}`
  for (const store of await listStoresWithNews(settledMinutes)) {
    for (let after = 0; !stopping();) {
      const members = await listToTell(store, { after, reference, batch })
      if (!members.length) break
      told.messages += await db.transaction((tx) => tellMembers(tx, members, store.upTo, reference))
      told.batches++
      told.members += members.length
      after = members.at(-1)!
    }
  }
  return told
}

interface StoreWithNews {
  id: number
  /** store_news.id: later ones wait for the next pass. */
  upTo: number
  last: number
}

async function listStoresWithNews(settledMinutes: number): Promise<StoreWithNews[]> {
  const rows = await db.execute<{ id: string; last: string; up_to: string }>(sql`
    WITH settled AS (SELECT id, brand_id, rises FROM store_news
      WHERE created_at > now() - interval '2 days' AND created_at <= now() - make_interval(mins => ${settledMinutes}))
    SELECT brand_id AS id, max(id) AS last, (SELECT max(id) FROM settled) AS up_to
      FROM settled WHERE rises GROUP BY brand_id ORDER BY brand_id`)
  return rows.map((row) => ({ id: Number(row.id), last: Number(row.last), upTo: Number(row.up_to) }))
}

async function listToTell(
  { id, last }: StoreWithNews,
  { after, reference, batch }: { after: number; reference: string; batch: number },
): Promise<number[]> {
  const rows = await db.execute<{ user_id: string }>(sql`
    SELECT f.user_id FROM followed_stores f
     WHERE f.brand_id = ${id} AND f.user_id > ${after} AND f.seen_news < ${last}
       AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = f.user_id AND n.reference = ${reference})
     ORDER BY f.user_id LIMIT ${batch}`)
  return rows.map(({ user_id }) => Number(user_id))
}

async function tellMembers(tx: Tx, members: number[], upTo: number, reference: string): Promise<number> {
  const ids = sql`ANY(${sql.param(members)}::bigint[])`
  // In order, so that two processes wait for each other instead of ending one of them.
  await tx.execute(
    sql`SELECT FROM followed_stores WHERE user_id = ${ids} ORDER BY user_id, brand_id FOR UPDATE`,
  )
  const news = await selectNews(tx, { ids, upTo, reference })
  for (const [userId, stores] of news)
    await notify(tx, { userId, topic: 'stores', reference, ...writeNews(stores) })
  await tx.execute(sql`
    UPDATE followed_stores f SET seen_news = n.last
      FROM (SELECT brand_id, max(id) AS last FROM store_news WHERE id <= ${upTo} GROUP BY brand_id) n
     WHERE n.brand_id = f.brand_id AND f.user_id = ${ids} AND f.seen_news < n.last`)
  return news.size
}

export const startTellingFollowers = (every = 60): Schedule =>
  schedule('store news', every, async (stopping) => {
    const told = await runIfDue('store news', PASS_SECONDS, () => tellFollowers({ stopping }))
    if (told?.messages) log('info', 'followers were told', { ...told })
  })
