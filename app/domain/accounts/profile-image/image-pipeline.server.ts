/** Images are decoded and encoded again, which drops metadata (such as the location) and embedded scripts. */
import { createSemaphore } from '~/platform/semaphore'
import { loadSharp } from '~/platform/sharp.server'
import { IMAGE_SIZE } from '../profile-image'

const MOST_PIXELS = 24_000_000
const MOST_SECONDS = 10

/** One image at a time: 24 megapixels of 16 bits take 200 MB. */
const inTurn = createSemaphore(1, 12)

const BEGINNINGS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/]

export function looksLikeImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return BEGINNINGS.some((beginning) => beginning.test(start))
}

/** Makes a WebP of 256 x 256; null: invalid, or above 24 megapixels. Throws Busy. */
export async function makeProfileImage(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikeImage(bytes)) return null
  const sharp = await loadSharp()
  return inTurn(() =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .resize(IMAGE_SIZE, IMAGE_SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => null),
  )
}
