/** Images on the disk of this machine: the application stores them, the server sends logos. */
import path from 'node:path'
import type { Env } from '~/config/env.server'
import { openDiskCache } from './disk-cache.server'

/** Folders of DATA_DIR, with their parts of IMAGE_CACHE_MB: anybody may ask for share pictures, and must not push logos out. */
const PARTS = { images: 0.75, 'share-pictures': 0.25 }

export type ImagePart = keyof typeof PARTS

export const openImageCache = (
  { DATA_DIR, IMAGE_CACHE_MB }: Pick<Env, 'DATA_DIR' | 'IMAGE_CACHE_MB'>,
  part: ImagePart,
) => openDiskCache(path.join(DATA_DIR, part), IMAGE_CACHE_MB * 1024 * 1024 * PARTS[part])

/** `name` is that of a variant. Defence in depth: browsers must treat our own encoding as an image and nothing else. */
export const imageHeaders = (name: string, bytes: Uint8Array) => ({
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Length': String(bytes.byteLength),
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Type': `image/${name.slice(name.lastIndexOf('.') + 1)}`,
  'Cross-Origin-Resource-Policy': 'same-origin',
  ETag: `"${name}"`,
  'X-Content-Type-Options': 'nosniff',
})
