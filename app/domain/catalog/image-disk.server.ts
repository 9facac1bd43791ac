import { env } from '~/platform/config/env.server'
import type { DiskCache } from '~/platform/disk-cache.server'
import { openImageCache, type ImagePart } from '~/platform/image-cache.server'
import { errorFacts, log } from '~/platform/log.server'

const opened: Partial<Record<ImagePart, DiskCache>> = {}

const openCache = (part: ImagePart): DiskCache => (opened[part] ??= openImageCache(env(), part))

/** Single flight: a page's browsers ask for the same image at once. */
const running = new Map<string, Promise<Buffer | null>>()

export async function readThrough(
  part: ImagePart,
  name: string,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const cached = await readCached(part, name)
  if (cached) return cached
  const pending = running.get(name)
  if (pending) return pending
  const created = makeAndKeep(part, name, make).finally(() => running.delete(name))
  running.set(name, created)
  return created
}

async function makeAndKeep(
  part: ImagePart,
  name: string,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const bytes = await make()
  if (!bytes) return null
  try {
    await openCache(part).write(name, bytes)
  } catch (error) {
    warn(error)
  }
  return bytes
}

export async function readCached(part: ImagePart, name: string): Promise<Buffer | null> {
  try {
    return await openCache(part).read(name)
  } catch (error) {
    warn(error)
    return null
  }
}

let isWarned = false

function warn(error: unknown): void {
  if (isWarned) return
  isWarned = true
  log(
    'warn',
    'the cache of images on the disk does not work; they are encoded for each request',
    errorFacts(error),
  )
}

export const removeCached = (names: readonly string[]): Promise<void> => openCache('images').remove(names)

export const clearImageCache = async (): Promise<number> =>
  (await openCache('images').clear()) + (await openCache('share-pictures').clear())
