/** Variants come from the disk, else they are encoded from the stored image. Nothing is fetched here. */
import { eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { images } from '~/db/schema/images'
import { readThrough, removeCached } from './disk.server'
import { encodeVariant } from './encode.server'
import { nameOfVariant, listVariants, type Variant } from './image-urls'

/** Null: there is no such image. Throws Busy. */
export const readVariant = (variant: Variant): Promise<Buffer | null> =>
  readThrough('images', nameOfVariant(variant), () => encodeStored(variant))

async function encodeStored({ hash, width, format }: Variant): Promise<Buffer | null> {
  const [row] = await db.select({ bytes: images.bytes }).from(images).where(eq(images.hash, hash))
  return row ? encodeVariant(row.bytes, width, format) : null
}

export async function warmUp(hash: string): Promise<void> {
  for (const variant of listVariants(hash)) await readVariant(variant)
}

export const forgetVariants = (hash: string): Promise<void> =>
  removeCached(listVariants(hash).map(nameOfVariant))
