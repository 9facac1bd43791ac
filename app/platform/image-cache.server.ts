import path from 'node:path'
import type { Env } from '~/platform/config/env.server'
import { openDiskCache } from './disk-cache.server'

/** Shares of IMAGE_CACHE_MB. Anybody can request share pictures, which must not displace logos. */
const PARTS = { images: 0.75, 'share-pictures': 0.25 }

export type ImagePart = keyof typeof PARTS

export const openImageCache = (
  { DATA_DIR, IMAGE_CACHE_MB }: Pick<Env, 'DATA_DIR' | 'IMAGE_CACHE_MB'>,
  part: ImagePart,
) => openDiskCache(path.join(DATA_DIR, part), IMAGE_CACHE_MB * 1024 * 1024 * PARTS[part])

export interface ImageFile {
  name: string
  bytes: Buffer
}

/** We encoded these images ourselves; as a second defence browsers must treat them as images only. */
export const imageHeaders = (name: string, bytes: Uint8Array) => ({
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Length': String(bytes.byteLength),
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Type': `image/${name.slice(name.lastIndexOf('.') + 1)}`,
  'Cross-Origin-Resource-Policy': 'same-origin',
  ETag: `"${name}"`,
  'X-Content-Type-Options': 'nosniff',
})
