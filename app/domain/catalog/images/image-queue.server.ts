import { sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { createLeaseQueue } from '~/platform/db/lease-queue.server'
import { images, imageSources } from '~/platform/db/schema/images'
import type { Original } from './encode.server'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400

const queue = createLeaseQueue(imageSources, {
  waits: sql`next_attempt_at IS NOT NULL`,
  lease: 5 * MINUTE_SECONDS,
  backOff: { first: 5 * MINUTE_SECONDS, times: 4, most: 7 * DAY_SECONDS },
})

export type DueSource = typeof imageSources.$inferSelect

export const takeSources = (most: number): Promise<DueSource[]> => queue.take(most, isAllowedHost())

export const postpone = (host: string) =>
  db.execute(sql`
    UPDATE image_sources SET next_attempt_at = now() + interval '15 minutes', failure = 'its host does not answer'
     WHERE host = ${host} AND next_attempt_at <= now()`)

/** The same as isListedHost() of app/platform/outbound/hosts.ts, which checks each host again. */
function isAllowedHost() {
  const hosts = env().IMAGE_HOSTS
  const exact = JSON.stringify(hosts.filter((host) => !host.startsWith('*.')))
  const below = JSON.stringify(
    hosts.filter((host) => host.startsWith('*.')).map((host) => `%${host.slice(1)}`),
  )
  return sql`(host IN (SELECT jsonb_array_elements_text(${exact}::text::jsonb))
    OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(${below}::text::jsonb) AS pattern WHERE host LIKE pattern))`
}

export async function storeOriginal(source: DueSource, original: Original): Promise<void> {
  const { hash, bytes, width, height } = original
  const after = (30 + Math.random() * 5) * DAY_SECONDS
  await db.transaction(async (tx) => {
    // The update locks the row: an image of several addresses could be removed meanwhile.
    await tx
      .insert(images)
      .values({ hash, bytes, width, height })
      .onConflictDoUpdate({ target: images.hash, set: { hash } })
    const set = { hash, failure: null, attempts: 0, fetched_at: sql`now()` }
    await queue.giveBack(source, { after, set }, tx)
  })
}

export const storeFailure = (source: DueSource, failure: string): Promise<void> =>
  queue.giveBack(source, { set: { failure } })
