import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Env } from '~/platform/config/env.server'
import type { FoundRoute } from '~/platform/find-route'
import { imageHeaders, openImageCache } from '~/platform/image-cache.server'
import { errorFacts, log } from '~/platform/log.server'
import { matchesEtag } from './etags'

const NAME = /\/([0-9a-f]{32}-\d{2,4}\.(?:avif|webp))$/

const MEMORY = 8 * 1024 * 1024
/** Milliseconds for which a removed image may still be sent from memory. */
const FRESH_MS = 60_000

export interface Images {
  send(request: IncomingMessage, response: ServerResponse, route: FoundRoute): Promise<boolean>
}

export function openImages(env: Env): Images {
  const disk = openImageCache(env, 'images')
  const memory = new LRUCache<string, Buffer>({
    maxSize: MEMORY,
    sizeCalculation: (bytes) => bytes.byteLength,
    ttl: FRESH_MS,
  })
  let isWarned = false

  async function read(name: string): Promise<Buffer | null> {
    const cached = memory.get(name)
    if (cached) return cached
    try {
      const bytes = await disk.read(name)
      if (bytes) memory.set(name, bytes)
      return bytes
    } catch (error) {
      if (!isWarned) log('warn', 'images cannot be read from the disk', errorFacts(error))
      isWarned = true
      return null
    }
  }

  return {
    async send(request, response, { handle }) {
      const name = handle.folder === 'images' ? NAME.exec(request.url!)?.[1] : undefined
      if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const bytes = await read(name)
      if (!bytes) return false
      const { 'Content-Length': length, ...headers } = imageHeaders(name, bytes)
      if (matchesEtag(request.headers['if-none-match'], headers.ETag)) response.writeHead(304, headers).end()
      else
        response
          .writeHead(200, { ...headers, 'Content-Length': length })
          .end(request.method === 'HEAD' ? undefined : bytes)
      return true
    },
  }
}
