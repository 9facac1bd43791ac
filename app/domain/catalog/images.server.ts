/** Variants come from the disk, else they are encoded from the stored image. Nothing is fetched here. */
import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db, type Tx } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { images, imageSources } from '~/platform/db/schema/images'
import type { ImageFile } from '~/platform/image-cache.server'
import { errorFacts, log } from '~/platform/log.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { download, type DownloadRules } from '~/platform/outbound/download.server'
import { isListedHost } from '~/platform/outbound/hosts'
import { Busy } from '~/platform/semaphore'
import { defineTimer } from '~/platform/timers.server'
import { lockCatalogue, raiseVersion } from './catalogue-lock.server'
import { isStoredImage, listVariantNames, parseVariant, readStoredHash, type Variant } from './images'
import { selectImage } from './image-columns.server'
import { readThrough, removeCached } from './image-disk.server'
import { detectImageFormat, encodeVariant, makeOriginal, type Original } from './images/encode.server'
import { toDataUri } from './images/upload.server'
import {
  type DueSource,
  postpone,
  storeFailure,
  storeOriginal,
  takeSources,
} from './images/image-queue.server'

export {
  isStored,
  LARGEST_UPLOAD,
  readUpload,
  showUpload,
  storeUpload,
  type Upload,
  type UploadRefused,
} from './images/upload.server'

/** `name`: HASH-WIDTH.FORMAT. Null: there is no such image. Throws Busy. */
export async function readImage(name: string): Promise<ImageFile | null> {
  const variant = parseVariant(name)
  const bytes = variant && (await readThrough('images', name, () => encodeStored(variant)))
  return bytes && { name, bytes }
}

async function encodeStored({ hash, width, format }: Variant): Promise<Buffer | null> {
  const [row] = await db.select({ bytes: images.bytes }).from(images).where(eq(images.hash, hash))
  return row ? encodeVariant(row.bytes, width, format) : null
}

/** For a page of the desk, which loads nothing of the shop's: a data URI, or a path of the application's own files. */
export async function showStored(address: string | null): Promise<string | null> {
  if (address === null) return null
  const [row] = await db.execute<{ shown: string | null }>(
    sql`SELECT ${selectImage(sql`a.address`)} AS shown FROM (SELECT ${address}::text AS address) a`,
  )
  const shown = row?.shown ?? null
  if (shown === null || !isStoredImage(shown)) return shown
  try {
    const image = await readImage(`${readStoredHash(shown)!}-256.webp`)
    return image && toDataUri(image.bytes)
  } catch (error) {
    if (error instanceof Busy) return null
    throw error
  }
}

async function warmUp(hash: string): Promise<void> {
  for (const name of listVariantNames(hash)) await readImage(name)
}

export const forgetVariants = (hash: string): Promise<void> => removeCached(listVariantNames(hash))

/** Longer addresses do not fit into the index. */
const LONGEST = 2000

export async function recordSources(tx: Tx, addresses: readonly (string | null)[]): Promise<void> {
  const urls = [...new Set(addresses)].filter(
    (address) => address?.startsWith('https://') && address.length <= LONGEST,
  )
  if (!urls.length) return
  const rows = urls.map((url) => ({ url, host: new URL(url!).host }))
  await tx.execute(sql`
    INSERT INTO image_sources (url, host)
    SELECT url, host FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r (url text, host text)
    ON CONFLICT (url) DO NOTHING`)
}

/** Includes purged images. Returns how many. */
export async function makeDue(filter: ImageFilter): Promise<number> {
  const due = await db
    .update(imageSources)
    .set({ next_attempt_at: sql`now()`, attempts: 0 })
    .where(matchSources(filter))
    .returning({ id: imageSources.id })
  return due.length
}

/** Removes the image of an address for good, or a stored one by its '/img/HASH'. False: no feed gave this address. */
export async function purgeSource(url: string): Promise<boolean> {
  const hash = readStoredHash(url)
  if (hash !== null) return purgeStored(hash)
  const purged = await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ hash: imageSources.hash })
      .from(imageSources)
      .where(eq(imageSources.url, url))
      .for('update')
    if (!known) return null
    await tx
      .update(imageSources)
      .set({ hash: null, failure: null, attempts: 0, fetched_at: null, next_attempt_at: null })
      .where(known.hash === null ? eq(imageSources.url, url) : eq(imageSources.hash, known.hash))
    if (known.hash !== null) await tx.delete(images).where(eq(images.hash, known.hash))
    await raiseVersion(tx)
    return known
  })
  if (purged?.hash) await forgetVariants(purged.hash)
  return purged !== null
}

async function purgeStored(hash: string): Promise<boolean> {
  const removed = await db.transaction(async (tx) => {
    const gone = { hash: null, failure: null, attempts: 0, fetched_at: null, next_attempt_at: null }
    await tx.update(imageSources).set(gone).where(eq(imageSources.hash, hash))
    const rows = await tx.delete(images).where(eq(images.hash, hash)).returning({ hash: images.hash })
    if (rows.length) await raiseVersion(tx)
    return rows.length > 0
  })
  if (removed) await forgetVariants(hash)
  return removed
}

const namesStored = (side: 'before' | 'after') =>
  sql`EXISTS (SELECT 1 FROM operator_log WHERE result @> jsonb_build_object('changed',
    jsonb_build_array(jsonb_build_object('field', 'img', ${sql.raw(`'${side}'`)}, '/img/' || i.hash))))`

/**
 * Removes unused addresses, except purged ones, and images without an address. An uploaded picture is used as long as a store or an
 * offer has it, or the log names it: it says what was shown, and can be undone.
 */
export const removeUnused = (): Promise<{ sources: number; hashes: string[] }> =>
  db.transaction(async (tx) => {
    await lockCatalogue(tx)
    const sources = await tx.execute(sql`
      DELETE FROM image_sources s
       WHERE next_attempt_at IS NOT NULL AND created_at < now() - interval '1 day'
         AND NOT EXISTS (SELECT 1 FROM brands b WHERE b.img = s.url)
         AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.logo_url = s.url)
         AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.img = s.url)`)
    const removed = await tx.execute<{ hash: string }>(sql`
      DELETE FROM images i
       WHERE NOT EXISTS (SELECT 1 FROM image_sources s WHERE s.hash = i.hash)
         AND NOT EXISTS (SELECT 1 FROM brands b WHERE b.img = '/img/' || i.hash)
         AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE '/img/' || i.hash IN (c.logo_url, c.img))
         AND NOT ${namesStored('before')} AND NOT ${namesStored('after')} RETURNING hash`)
    return { sources: sources.count, hashes: removed.map((row) => row.hash) }
  })

export const IMAGE_STATES = ['stored', 'failed', 'waiting', 'purged'] as const
export type ImageState = (typeof IMAGE_STATES)[number]

const { hash, failure, next_attempt_at } = imageSources
const STATES: Record<ImageState, SQL | undefined> = {
  stored: isNotNull(hash),
  failed: and(isNull(hash), isNotNull(failure), isNotNull(next_attempt_at)),
  waiting: and(isNull(hash), isNull(failure), isNotNull(next_attempt_at)),
  purged: isNull(next_attempt_at),
}

export function getImageState(source: Pick<ImageSource, 'hash' | 'failure' | 'next_attempt_at'>): ImageState {
  if (source.next_attempt_at === null) return 'purged'
  if (source.hash !== null) return 'stored'
  return source.failure === null ? 'waiting' : 'failed'
}

export interface ImageFilter {
  url?: string | undefined
  state?: ImageState | undefined
  host?: string | undefined
}

const matchSources = ({ url, state, host }: ImageFilter) =>
  and(
    url === undefined ? undefined : eq(imageSources.url, url),
    state && STATES[state],
    host === undefined ? undefined : eq(imageSources.host, host),
  )

export type ImageSource = Awaited<ReturnType<typeof listImageSources>>[number]

export const listImageSources = (filter: ImageFilter, { after, limit }: Page) =>
  db
    .select({
      id: imageSources.id,
      url: imageSources.url,
      host: imageSources.host,
      hash: imageSources.hash,
      width: images.width,
      height: images.height,
      failure: imageSources.failure,
      attempts: imageSources.attempts,
      fetched_at: imageSources.fetched_at,
      next_attempt_at: imageSources.next_attempt_at,
      created_at: imageSources.created_at,
    })
    .from(imageSources)
    .leftJoin(images, eq(images.hash, imageSources.hash))
    .where(and(matchSources(filter), continueBelow(imageSources.id, after)))
    .orderBy(desc(imageSources.id))
    .limit(limit)

export type ImageHost = Awaited<ReturnType<typeof countHosts>>[number]

const countState = (state: ImageState) => sql<number>`(count(*) FILTER (WHERE ${STATES[state]}))::int`

export async function countHosts(limit: number) {
  const rows = await db
    .select({
      host: imageSources.host,
      stored: countState('stored'),
      failed: countState('failed'),
      waiting: countState('waiting'),
      purged: countState('purged'),
    })
    .from(imageSources)
    .groupBy(imageSources.host)
    .orderBy(sql`count(*) DESC`, imageSources.host)
    .limit(limit)
  const { IMAGE_HOSTS } = env()
  return rows.map((row) => ({ ...row, is_allowed: isListedHost(row.host, IMAGE_HOSTS) }))
}

export async function countSources(filter: ImageFilter): Promise<number> {
  const [found] = await db.select({ n: count() }).from(imageSources).where(matchSources(filter))
  return found!.n
}

const MOST_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000
const BATCH = 4
const DAY_SECONDS = 86_400
/** Requests in a row without an answer, after which the host's other images wait. */
const MOST_UNANSWERED = 4
/** Milliseconds between new versions of the catalogue, each of which makes stored pages old. */
const SHOWN_EVERY = 30_000

export interface FetchCounts {
  fetched: number
  failed: number
}

export type StandIn = DownloadRules['standIn']

export async function fetchDue({
  stopping = () => false,
  standIn,
}: { stopping?: () => boolean; standIn?: StandIn } = {}): Promise<FetchCounts> {
  const done: FetchCounts = { fetched: 0, failed: 0 }
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
    const batch = await takeSources(BATCH)
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

type Result = 'new' | 'same' | 'failed' | 'unanswered'

const UNANSWERED = /^(?:time-out|no connection|status (?:429|5\d\d))/

async function fetchOne(source: DueSource, standIn: StandIn): Promise<Result> {
  try {
    const original = await fetchOriginal(source.url, standIn)
    await storeOriginal(source, original)
    if (original.hash === source.hash) return 'same'
    await warmUp(original.hash).catch((error: unknown) =>
      log('warn', 'image not encoded yet', errorFacts(error)),
    )
    return 'new'
  } catch (error) {
    if (!(error instanceof ProviderFailure)) log('error', 'image fetch failed', errorFacts(error))
    const failure = error instanceof ProviderFailure ? error.kind : 'an error, which the log has'
    await storeFailure(source, failure)
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

export const imageTimer = defineTimer({
  name: 'fetch images',
  every: 15,
  does: 'fetch images of feeds; once a day remove unused ones',
  job: { name: 'images', seconds: DAY_SECONDS },
  work: async (stopping) => {
    const { fetched, failed } = await fetchDue({ stopping })
    if (fetched + failed) log('info', 'images fetched', { fetched, failed })
    await runIfDue('images', DAY_SECONDS, async () => {
      const { sources, hashes } = await removeUnused()
      for (const hash of hashes) await forgetVariants(hash)
      return { sources, images: hashes.length }
    })
  },
})
