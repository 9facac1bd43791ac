import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, encode, shouldCompress, varyByEncoding, type ContentEncoding } from '../encoding'
import { matchesEtag } from '../etags'
import type { Lifetime } from './lifetime'

export interface StoredPage {
  version: number
  /** Milliseconds since 1970. */
  renderedAt: number
  lifetime: Lifetime
  etag: string
  /** In bytes. */
  size: number
  bodies: Map<ContentEncoding, Buffer>
  headers: Map<string, string>
}

/** Bytes of an entry without its bodies. */
const OVERHEAD = 4096

/** Encodes a page; reuses the compressed bodies if the new rendering is identical. The weak ETag holds for all encodings. */
export async function storePage(
  response: Response,
  origin: { version: number; renderedAt: number; lifetime: Lifetime },
  before?: StoredPage,
): Promise<StoredPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const bodies = before?.etag === etag ? before.bodies : await encodeAll(body, response.headers)
  varyByEncoding(response.headers)
  const date = new Date(origin.renderedAt).toUTCString()
  const headers = new Map(response.headers).set('etag', etag).set('date', date)
  headers.delete('content-length')
  const size = [...bodies.values()].reduce((sum, { length }) => sum + length, OVERHEAD)
  return { ...origin, etag, size, bodies, headers }
}

async function encodeAll(body: Buffer, headers: Headers): Promise<Map<ContentEncoding, Buffer>> {
  const encodings: ContentEncoding[] = shouldCompress(headers, body.length)
    ? ['br', 'gzip', 'identity']
    : ['identity']
  return new Map(await Promise.all(encodings.map(async (one) => [one, await encode(body, one)] as const)))
}

export function sendStored(
  page: StoredPage,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeaders(page.headers)
  response.setHeader('age', Math.max(0, Math.floor((Date.now() - page.renderedAt) / 1000)))
  if (matchesEtag(headers['if-none-match'], page.etag)) {
    response.removeHeader('content-type')
    response.writeHead(304).end()
    return
  }
  const encoding = chooseEncoding(headers['accept-encoding'], [...page.bodies.keys()])
  const body = page.bodies.get(encoding)!
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.writeHead(200).end(method === 'HEAD' ? undefined : body)
}
