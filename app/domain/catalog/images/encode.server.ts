/** Encoding strangers' images again drops metadata and whatever else they carry. */
import { createHash } from 'node:crypto'
import { loadSharp } from '~/platform/sharp.server'
import { createSemaphore } from '~/platform/semaphore'
import type { ImageFormat } from '../images'

export const MOST_PIXELS = 16_000_000
/** Of the longer side: smaller pictures are blurred on every screen. */
export const LEAST_SIDE = 64
const MOST_SECONDS = 10
/** Twice the largest box on a screen of three pixels per px. */
const BOX = 512
/** Bytes: smaller images are stored without loss. */
const LOSSLESS = 128 * 1024

/** One image at a time, so that pages keep the other cores; above the queue it throws Busy. */
const inTurn = createSemaphore(1, 200)

const FORMATS: [beginning: RegExp, name: string][] = [
  [/^ffd8ff/, 'JPEG'],
  [/^89504e470d0a1a0a/, 'PNG'],
  [/^52494646.{8}57454250/, 'WebP'],
  [/^474946383[79]61/, 'GIF'],
]

export function detectImageFormat(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return FORMATS.find(([beginning]) => beginning.test(start))?.[1] ?? null
}

/** What the decoder says of the file, without decoding its pixels. Null: it is no picture, or one that only pretends to be. */
export async function readHead(
  bytes: Uint8Array,
): Promise<{ format: string; width: number; height: number } | null> {
  const named = detectImageFormat(bytes)
  if (named === null) return null
  const sharp = await loadSharp()
  return inTurn(async () => {
    try {
      const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
      return format === named.toLowerCase() ? { format, width, height } : null
    } catch {
      return null
    }
  })
}

export interface Original {
  hash: string
  bytes: Buffer
  width: number
  height: number
}

/** Makes an upright WebP within 512 x 512 of the first frame. Null: damaged, or above 16 megapixels. */
export async function makeOriginal(bytes: Uint8Array): Promise<Original | null> {
  if (detectImageFormat(bytes) === null) return null
  const sharp = await loadSharp()
  return inTurn(async () => {
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
        .timeout({ seconds: MOST_SECONDS })
        .autoOrient()
        .resize(BOX, BOX, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .webp({ lossless: true })
        .toBuffer({ resolveWithObject: true })
      const small = data.byteLength <= LOSSLESS ? data : await sharp(data).webp({ quality: 90 }).toBuffer()
      const hash = createHash('sha256').update(small).digest('hex').slice(0, 32)
      return { hash, bytes: small, width: info.width, height: info.height }
    } catch {
      return null
    }
  })
}

/** Throws Busy when too many wait. */
export async function encodeVariant(
  original: Uint8Array,
  width: number,
  format: ImageFormat,
): Promise<Buffer> {
  const sharp = await loadSharp()
  return inTurn(() => {
    const image = sharp(original, { limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: MOST_SECONDS })
      .resize(width, width, { fit: 'inside', withoutEnlargement: true })
    return (format === 'avif' ? image.avif({ quality: 60 }) : image.webp({ quality: 82 })).toBuffer()
  })
}
