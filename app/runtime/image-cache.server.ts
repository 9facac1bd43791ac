/** The cache of images on the disk: the application fills it (app/catalog/images), the server answers from it. */
import path from 'node:path'
import type { Env } from '~/config/env.server'
import { openDiskCache } from './disk-cache.server'

export const openImageCache = ({ DATA_DIR, IMAGE_CACHE_MB }: Pick<Env, 'DATA_DIR' | 'IMAGE_CACHE_MB'>) =>
  openDiskCache(path.join(DATA_DIR, 'images'), IMAGE_CACHE_MB * 1024 * 1024)

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
