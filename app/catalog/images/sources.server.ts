import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { env } from '~/config/env.server'
import { db, type Tx } from '~/db/client.server'
import { continueBelow, type Page } from '~/db/period.server'
import { images, imageSources } from '~/db/schema/images'
import { isListedHost } from '~/outbound/hosts'
import { raiseVersion } from '../catalogue-lock.server'
import { forgetVariants } from './serve.server'

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

export const IMAGE_STATES = ['stored', 'failed', 'waiting', 'purged'] as const
export type ImageState = (typeof IMAGE_STATES)[number]

const { hash, failure, due_at } = imageSources
const STATES: Record<ImageState, SQL | undefined> = {
  stored: isNotNull(hash),
  failed: and(isNull(hash), isNotNull(failure), isNotNull(due_at)),
  waiting: and(isNull(hash), isNull(failure), isNotNull(due_at)),
  purged: isNull(due_at),
}

export function getImageState(source: Pick<ImageSource, 'hash' | 'failure' | 'due_at'>): ImageState {
  if (source.due_at === null) return 'purged'
  if (source.hash !== null) return 'stored'
  return source.failure === null ? 'waiting' : 'failed'
}

export interface ImageFilter {
  url?: string | undefined
  state?: ImageState | undefined
  host?: string | undefined
}

const chosen = ({ url, state, host }: ImageFilter) =>
  and(
    url === undefined ? undefined : eq(imageSources.url, url),
    state && STATES[state],
    host === undefined ? undefined : eq(imageSources.host, host),
  )

export type ImageSource = Awaited<ReturnType<typeof listSources>>[number]

export const listSources = (filter: ImageFilter, { after, limit }: Page) =>
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
      due_at: imageSources.due_at,
      created_at: imageSources.created_at,
    })
    .from(imageSources)
    .leftJoin(images, eq(images.hash, imageSources.hash))
    .where(and(chosen(filter), continueBelow(imageSources.id, after)))
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
  const [found] = await db.select({ n: count() }).from(imageSources).where(chosen(filter))
  return found!.n
}

/** Includes purged images. Returns how many. */
export async function makeDue(filter: ImageFilter): Promise<number> {
  const due = await db
    .update(imageSources)
    .set({ due_at: sql`now()`, attempts: 0 })
    .where(chosen(filter))
    .returning({ id: imageSources.id })
  return due.length
}

/** Removes the image of an address for good. False: no feed gave this address. */
export async function purgeSource(url: string): Promise<boolean> {
  const purged = await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ hash: imageSources.hash })
      .from(imageSources)
      .where(eq(imageSources.url, url))
      .for('update')
    if (!known) return null
    await tx
      .update(imageSources)
      .set({ hash: null, failure: null, attempts: 0, fetched_at: null, due_at: null })
      .where(known.hash === null ? eq(imageSources.url, url) : eq(imageSources.hash, known.hash))
    if (known.hash !== null) await tx.delete(images).where(eq(images.hash, known.hash))
    await raiseVersion(tx)
    return known
  })
  if (purged?.hash) await forgetVariants(purged.hash)
  return purged !== null
}

/** Removes unused addresses, except purged ones, and images without an address. */
export async function removeUnused(): Promise<{ sources: number; hashes: string[] }> {
  const sources = await db.execute(sql`
    DELETE FROM image_sources s
     WHERE due_at IS NOT NULL AND created_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM brands b WHERE b.img = s.url)
       AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.logo_url = s.url)
       AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.img = s.url)`)
  const removed = await db.execute<{ hash: string }>(sql`
    DELETE FROM images i WHERE NOT EXISTS (SELECT 1 FROM image_sources s WHERE s.hash = i.hash) RETURNING hash`)
  return { sources: sources.count, hashes: removed.map((row) => row.hash) }
}
