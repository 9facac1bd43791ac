/** Variants of stored images: from the disk, else encoded again from the database. Nothing is ever fetched here. */
import { eq } from 'drizzle-orm'
import { env } from '~/config/env.server'
import { db } from '~/db/client.server'
import { images } from '~/db/schema/images'
import type { DiskCache } from '~/runtime/disk-cache.server'
import { openImageCache } from '~/runtime/image-cache.server'
import { errorFacts, log } from '~/runtime/log.server'
import { encodeVariant } from './encode.server'
import { nameOfVariant, variantsOf, type Variant } from './image-urls'

let opened: DiskCache | undefined

function cache(): DiskCache {
  return (opened ??= openImageCache(env()))
}

/** Single flight: a page's browsers ask for the same image at once. */
const running = new Map<string, Promise<Buffer | null>>()

/** Null: there is no such image. Throws Busy when too many are being encoded. */
export async function readVariant(variant: Variant): Promise<Buffer | null> {
  const name = nameOfVariant(variant)
  return (await readCached(name)) ?? (await make(name, variant))
}

function make(name: string, variant: Variant): Promise<Buffer | null> {
  const known = running.get(name)
  if (known) return known
  const made = encodeStored(name, variant).finally(() => running.delete(name))
  running.set(name, made)
  return made
}

async function encodeStored(name: string, { hash, width, format }: Variant): Promise<Buffer | null> {
  const [row] = await db.select({ bytes: images.bytes }).from(images).where(eq(images.hash, hash))
  if (!row) return null
  const bytes = await encodeVariant(row.bytes, width, format)
  try {
    await cache().write(name, bytes)
  } catch (error) {
    warn(error)
  }
  return bytes
}

async function readCached(name: string): Promise<Buffer | null> {
  try {
    return await cache().read(name)
  } catch (error) {
    warn(error)
    return null
  }
}

let isWarned = false

/** Once per process: a full or read-only disk costs time, not images. */
function warn(error: unknown): void {
  if (isWarned) return
  isWarned = true
  log(
    'warn',
    'the cache of images on the disk does not work; they are encoded for each request',
    errorFacts(error),
  )
}

/** Encodes what this machine has not yet, so that no shopper waits for it. */
export async function warmUp(hash: string): Promise<void> {
  for (const variant of variantsOf(hash)) await readVariant(variant)
}

export const forgetVariants = (hash: string): Promise<void> =>
  cache().remove(variantsOf(hash).map(nameOfVariant))

/** Returns how many files went. */
export const clearImageCache = (): Promise<number> => cache().clear()
