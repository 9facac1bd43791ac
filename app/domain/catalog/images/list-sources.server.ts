import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { images, imageSources } from '~/platform/db/schema/images'
import { isListedHost } from '~/platform/outbound/hosts'

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

export const matchSources = ({ url, state, host }: ImageFilter) =>
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
