import { env } from '~/platform/config/env.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { db } from '~/platform/db/client.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { download, type DownloadRules } from '~/platform/outbound/download.server'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { raiseVersion } from '../catalogue-lock.server'
import { detectImageFormat, makeOriginal, type Original } from './encode.server'
import { postpone, storeFailure, storeOriginal, takeSources, type DueSource } from './image-queue.server'
import { removeUnused } from './sources.server'
import { forgetVariants, warmUp } from '../images.server'

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
