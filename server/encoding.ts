import { promisify } from 'node:util'
import zlib from 'node:zlib'

export type ContentEncoding = 'br' | 'gzip' | 'identity'

const PREFERENCE: ContentEncoding[] = ['br', 'gzip', 'identity']

const LONGEST_ACCEPT = 200

/** The last part is dropped when the limit cuts it, because 'br;q=0' cut to 'br' would mean the opposite. */
function splitAccept(accept: string): string[] {
  const parts = accept.slice(0, LONGEST_ACCEPT).split(',')
  return accept.length > LONGEST_ACCEPT ? parts.slice(0, -1) : parts
}

export function chooseEncoding(
  accept: string | undefined,
  available: readonly ContentEncoding[],
): ContentEncoding {
  const allowed = new Map<string, number>()
  for (const part of splitAccept(accept ?? '')) {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    if (name) allowed.set(name, quality ? Number(quality.slice(2)) || 0 : 1)
  }
  const quality = (encoding: ContentEncoding) => allowed.get(encoding) ?? allowed.get('*') ?? 0
  const usable = PREFERENCE.filter((encoding) => available.includes(encoding) && quality(encoding) > 0)
  const best = Math.max(...usable.map(quality))
  return usable.find((encoding) => quality(encoding) === best) ?? 'identity'
}

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/i

const MIN_COMPRESSED = 860

const isCompressible = (headers: Headers) => COMPRESSIBLE.test(headers.get('Content-Type') ?? '')

export const shouldCompress = (headers: Headers, length: number): boolean =>
  length >= MIN_COMPRESSED &&
  isCompressible(headers) &&
  !/\bno-transform\b/i.test(headers.get('Cache-Control') ?? '')

export function varyByEncoding(headers: Headers): void {
  if (!/\baccept-encoding\b|\*/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Accept-Encoding')
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Takes about as long as gzip 6 and produces smaller pages; 11 is a hundred times slower, and a tenth smaller. */
const MEDIUM = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function encode(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, MEDIUM)
  return encoding === 'gzip' ? gzip(body) : body
}

/** In bytes. More would keep the process's other requests waiting for milliseconds; for less a thread costs more than it saves. */
const MAX_SYNC = 256 * 1024

function encodeNow(body: Buffer, encoding: ContentEncoding): Buffer {
  if (encoding === 'br') return zlib.brotliCompressSync(body, MEDIUM)
  return encoding === 'gzip' ? zlib.gzipSync(body) : body
}

/** All bytes to send; sets the headers of `response` to match. Null: send its body as it is, or it has none. */
export async function compress(response: Response, accept: string | undefined): Promise<Buffer | null> {
  const { headers } = response
  if (!response.body || headers.has('Content-Encoding') || !isCompressible(headers)) return null
  const whole = Buffer.from(await response.arrayBuffer())
  varyByEncoding(headers)
  const encoding = shouldCompress(headers, whole.byteLength) ? chooseEncoding(accept, PREFERENCE) : 'identity'
  const body = whole.byteLength > MAX_SYNC ? await encode(whole, encoding) : encodeNow(whole, encoding)
  if (encoding !== 'identity') {
    headers.set('Content-Encoding', encoding)
    const etag = headers.get('ETag')
    if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`)
  }
  headers.set('Content-Length', String(body.byteLength))
  return body
}
