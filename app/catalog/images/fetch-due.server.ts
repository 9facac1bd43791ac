/** Fetches feeds' images in the background, once per cluster, and again every month. */
import { sql } from 'drizzle-orm'
import { env } from '~/config/env.server'
import { runIfDue } from '~/db/jobs.server'
import { db } from '~/db/client.server'
import { images, imageSources } from '~/db/schema/images'
import { ProviderFailure } from '~/outbound/call-provider.server'
import { download, type DownloadRules } from '~/outbound/download.server'
import { errorFacts, log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { raiseVersion } from '../catalogue-lock.server'
import { detectImageFormat, makeOriginal, type Original } from './encode.server'
import { removeUnused } from './sources.server'
import { forgetVariants, warmUp } from './serve.server'

const MOST_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000
const BATCH = 4
const DAY_SECONDS = 86_400
/** Requests in a row without an answer, after which the host's other images wait. */
const MOST_UNANSWERED = 4
/** Milliseconds between new versions of the catalogue, each of which makes stored pages old. */
const SHOWN_EVERY = 30_000

/** The pause grows from five minutes to a week. A try counts when it begins, so that a crash counts. */
const BACK_OFF = sql`least(interval '7 days', interval '5 minutes' * power(4, least(image_sources.attempts, 10)))`

export interface Due {
  fetched: number
  failed: number
}

export type StandIn = DownloadRules['standIn']

export async function fetchDue({
  stopping = () => false,
  standIn,
}: { stopping?: () => boolean; standIn?: StandIn } = {}): Promise<Due> {
  const done: Due = { fetched: 0, failed: 0 }
  if (!env().IMAGE_HOSTS.length) return done
  const unanswered = new Map<string, number>()
  let isChanged = false
  let shownAt = Date.now()
  const show = async () => {
    if (isChanged) await raiseVersion(db)
    isChanged = false
    shownAt = Date.now()
  }
  while (!stopping()) {
    const batch = await claim(BATCH)
    if (!batch.length) break
    const results = await Promise.all(batch.map((source) => fetchOne(source, standIn)))
    for (const [i, { host }] of batch.entries()) {
      const result = results[i]!
      if (result === 'failed' || result === 'unanswered') done.failed++
      else done.fetched++
      isChanged ||= result === 'new'
      unanswered.set(host, result === 'unanswered' ? (unanswered.get(host) ?? 0) + 1 : 0)
      if (unanswered.get(host) === MOST_UNANSWERED) await postpone(host)
    }
    if (Date.now() - shownAt > SHOWN_EVERY) await show()
  }
  await show()
  return done
}

interface Source extends Record<string, unknown> {
  id: number
  url: string
  host: string
  hash: string | null
}

async function claim(most: number): Promise<Source[]> {
  return db.execute<Source>(sql`
    UPDATE image_sources SET attempts = attempts + 1, due_at = now() + ${BACK_OFF}
     WHERE id IN (SELECT id FROM image_sources WHERE due_at <= now() AND ${isAllowedHost()}
                   ORDER BY due_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id::int AS id, url, host, hash`)
}

const postpone = (host: string) =>
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

type Result = 'new' | 'same' | 'failed' | 'unanswered'

const UNANSWERED = /^(?:time-out|no connection|status (?:429|5\d\d))/

async function fetchOne(source: Source, standIn: StandIn): Promise<Result> {
  try {
    const original = await fetchOriginal(source.url, standIn)
    await store(source.id, original)
    if (original.hash === source.hash) return 'same'
    await warmUp(original.hash).catch((error: unknown) =>
      log('warn', 'image not encoded yet', errorFacts(error)),
    )
    return 'new'
  } catch (error) {
    if (!(error instanceof ProviderFailure)) log('error', 'image fetch failed', errorFacts(error))
    const failure = error instanceof ProviderFailure ? error.kind : 'an error, which the log has'
    await db.execute(sql`UPDATE image_sources SET failure = ${failure} WHERE id = ${source.id}::bigint`)
    return UNANSWERED.test(failure) ? 'unanswered' : 'failed'
  }
}

async function fetchOriginal(address: string, standIn: StandIn): Promise<Original> {
  const bytes = await download(new URL(address), {
    hosts: env().IMAGE_HOSTS,
    mostBytes: MOST_BYTES,
    timeout: TIMEOUT_MS,
    accept: 'image/webp, image/png, image/jpeg, image/gif',
    userAgent: 'DealDwaar-Images',
    ...(standIn && { standIn }),
  })
  const format = detectImageFormat(bytes)
  if (format === null) throw new ProviderFailure('not a JPEG, PNG, WebP or GIF')
  const original = await makeOriginal(bytes)
  if (!original) throw new ProviderFailure(`a damaged ${format}, or one above 16 megapixels`)
  return original
}

async function store(sourceId: number, { hash, bytes, width, height }: Original): Promise<void> {
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

export const startImageFetching = (every = 15): Schedule =>
  schedule('fetch images', every, async (stopping) => {
    const { fetched, failed } = await fetchDue({ stopping })
    if (fetched + failed) log('info', 'images fetched', { fetched, failed })
    await runIfDue('images', DAY_SECONDS, async () => {
      const { sources, hashes } = await removeUnused()
      for (const hash of hashes) await forgetVariants(hash)
      return { sources, images: hashes.length }
    })
  })
