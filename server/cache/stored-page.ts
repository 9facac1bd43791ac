import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, encode, isCompressible, MIN_COMPRESSED, type Encoding } from '../encoding'
import { matchesEtag } from '../etags'
import type { Lifetime } from './lifetime'

export interface StoredPage {
  version: number
  /** Milliseconds since 1970, like failedUntil. */
  renderedAt: number
  lifetime: Lifetime
  etag: string
  size: number
  bodies: Map<Encoding, Buffer>
  headers: Map<string, string>
  /** As Date.now(): until then a failed rendering is not repeated. */
  failedUntil: number
}

const NOT_KEPT = new Set(['connection', 'keep-alive', 'transfer-encoding', 'age', 'content-length'])
const OF_CONTENT = /^content-(?:type|length|encoding)$/

/** Encodes a page; reuses the compressed bodies if the new rendering is identical. The weak ETag holds for all encodings. */
export async function storePage(
  response: Response,
  origin: { version: number; renderedAt: number; lifetime: Lifetime },
  before?: StoredPage,
): Promise<StoredPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Map([...response.headers].filter(([name]) => !NOT_KEPT.has(name)))
  const vary = headers.get('vary') ?? ''
  if (!/\baccept-encoding\b/i.test(vary))
    headers.set('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
  // The lifetime is not part of what the ETag identifies.
  const { 'cache-control': _, ...described } = Object.fromEntries(headers)
  const etag = `W/"${createHash('sha256')
    .update(JSON.stringify(described))
    .update(body)
    .digest('base64url')
    .slice(0, 22)}"`
  headers.set('etag', etag).set('date', new Date(origin.renderedAt).toUTCString())
  const bodies = before?.etag === etag ? before.bodies : await encodeAll(body, headers)
  const size = [...bodies.values()].reduce((sum, { length }) => sum + length, 4096)
  return { ...origin, etag, size, bodies, headers, failedUntil: 0 }
}

async function encodeAll(body: Buffer, headers: Map<string, string>): Promise<Map<Encoding, Buffer>> {
  const isPlain =
    body.length < MIN_COMPRESSED ||
    !isCompressible(headers.get('content-type') ?? '') ||
    /\bno-transform\b/i.test(headers.get('cache-control') ?? '')
  const encodings: Encoding[] = isPlain ? ['identity'] : ['br', 'gzip', 'identity']
  return new Map(await Promise.all(encodings.map(async (one) => [one, await encode(body, one)] as const)))
}

export function sendStored(
  page: StoredPage,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): void {
  const isUnchanged = matchesEtag(headers['if-none-match'], page.etag)
  for (const [name, value] of page.headers)
    if (!isUnchanged || !OF_CONTENT.test(name)) response.setHeader(name, value)
  response.setHeader('age', Math.max(0, Math.floor((Date.now() - page.renderedAt) / 1000)))
  if (isUnchanged) {
    response.writeHead(304).end()
    return
  }
  const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined, [...page.bodies.keys()])
  const body = page.bodies.get(encoding)!
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.writeHead(200).end(method === 'HEAD' ? undefined : body)
}
