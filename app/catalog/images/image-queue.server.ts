import { sql } from 'drizzle-orm'
import { env } from '~/config/env.server'
import { db } from '~/db/client.server'
import { images, imageSources } from '~/db/schema/images'
import type { Original } from './encode.server'

/** The pause grows from five minutes to a week. A try counts when it begins, so that a crash counts. */
const BACK_OFF = sql`least(interval '7 days', interval '5 minutes' * power(4, least(image_sources.attempts, 10)))`

export interface DueSource extends Record<string, unknown> {
  id: number
  url: string
  host: string
  hash: string | null
}

export function claimDue(most: number): Promise<DueSource[]> {
  return db.execute<DueSource>(sql`
    UPDATE image_sources SET attempts = attempts + 1, due_at = now() + ${BACK_OFF}
     WHERE id IN (SELECT id FROM image_sources WHERE due_at <= now() AND ${isAllowedHost()}
                   ORDER BY due_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id::int AS id, url, host, hash`)
}

export const postpone = (host: string) =>
  db.execute(sql`
    UPDATE image_sources SET due_at = now() + interval '15 minutes', failure = 'its host does not answer'
     WHERE host = ${host} AND due_at <= now()`)

/** The same as isListedHost() of app/outbound/hosts.ts, which checks each host again. */
function isAllowedHost() {
  const hosts = env().IMAGE_HOSTS
  const exact = JSON.stringify(hosts.filter((host) => !host.startsWith('*.')))
  const below = JSON.stringify(
    hosts.filter((host) => host.startsWith('*.')).map((host) => `%${host.slice(1)}`),
  )
  return sql`(host IN (SELECT jsonb_array_elements_text(${exact}::text::jsonb))
    OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(${below}::text::jsonb) AS pattern WHERE host LIKE pattern))`
}

export async function storeOriginal(
  sourceId: number,
  { hash, bytes, width, height }: Original,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The update locks the row: an image of several addresses could be removed meanwhile.
    await tx
      .insert(images)
      .values({ hash, bytes, width, height })
      .onConflictDoUpdate({ target: images.hash, set: { hash } })
    await tx
      .update(imageSources)
      .set({
        hash,
        failure: null,
        attempts: 0,
        fetched_at: sql`now()`,
        due_at: sql`now() + interval '30 days' + random() * interval '5 days'`,
      })
      .where(sql`${imageSources.id} = ${sourceId}::bigint AND ${imageSources.due_at} IS NOT NULL`)
  })
}

export const storeFailure = (sourceId: number, failure: string) =>
  db.execute(sql`UPDATE image_sources SET failure = ${failure} WHERE id = ${sourceId}::bigint`)
