/**
 * Any picture in, a small one of our own out. Nothing of the file that came is kept: it is decoded to pixels and encoded
 * anew, so that what it also was (a script, a place on the map) is gone.
 */
import { turns } from '~/turns'
import { IMAGE_SIZE } from './profile-image'

const MOST_PIXELS = 24_000_000
const MOST_SECONDS = 10

/** One at a time: 24 megapixels of 16 bits take 200 MB while they are decoded. */
const inTurn = turns(1, 12)

/** JPEG, PNG and WebP by how their files begin, in hex; others do not reach a decoder. */
const BEGINNINGS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/]

/** Whether the bytes begin like a JPEG, PNG or WebP file, whatever name and type came with them. */
export function looksLikeImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return BEGINNINGS.some((beginning) => beginning.test(start))
}

let loading: ReturnType<typeof loadSharp> | undefined

/** At the first picture, not at boot: it is a library of 20 MB, and most processes of ours need none. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}

/**
 * The picture upright, its middle as a square of 256 x 256, as WebP without metadata; null for what is no whole JPEG,
 * PNG or WebP of at most 24 megapixels. Throws Busy when too many wait.
 */
export async function makeProfileImage(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikeImage(bytes)) return null
  const sharp = await (loading ??= loadSharp())
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
