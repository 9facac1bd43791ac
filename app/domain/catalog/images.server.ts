/** Variants come from the disk, else they are encoded from the stored image. Nothing is fetched here. */
import { eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { images } from '~/platform/db/schema/images'
import type { ImageFile } from '~/platform/image-cache.server'
import { readThrough, removeCached } from './images/disk.server'
import { encodeVariant } from './images/encode.server'
import { listVariantNames, parseVariant, type Variant } from './images'

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

export async function warmUp(hash: string): Promise<void> {
  for (const name of listVariantNames(hash)) await readImage(name)
}

export const forgetVariants = (hash: string): Promise<void> => removeCached(listVariantNames(hash))
