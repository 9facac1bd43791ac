/** Content codings: which one a client takes best, and pages compressed on their way out. */
import { promisify } from 'node:util'
import zlib from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const PREFERENCE: Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send some 30 characters. What stands behind these is ignored. */
const LONGEST_ACCEPT = 200

/** The parts of Accept-Encoding; one that the limit cuts in two is none, as half of it may say the opposite. */
function partsOf(accept: string): string[] {
  const parts = accept.slice(0, LONGEST_ACCEPT).split(',')
  return accept.length > LONGEST_ACCEPT ? parts.slice(0, -1) : parts
}

/** The best of `available` that Accept-Encoding allows; identity when it allows none of the others. */
export function chooseEncoding(accept: string | undefined, available: readonly Encoding[]): Encoding {
  const allowed = new Map<string, number>()
  for (const part of partsOf(accept ?? '')) {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    if (name) allowed.set(name, quality ? Number(quality.slice(2)) || 0 : 1)
  }
  const quality = (encoding: Encoding) => allowed.get(encoding) ?? allowed.get('*') ?? 0
  const usable = PREFERENCE.filter((encoding) => available.includes(encoding) && quality(encoding) > 0)
  const best = Math.max(...usable.map(quality))
  return usable.find((encoding) => quality(encoding) === best) ?? 'identity'
}

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|manifest\+json|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/i

/** Below this the headers of a compressed answer cost more than it saves. */
const WORTH_IT = 860

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Quality 5 costs about as much time as gzip 6 and gives smaller pages. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * The same answer, compressed for this client where that pays. Bodies are whole here (pages are rendered whole); event
 * streams and what is already encoded pass untouched.
 */
export async function compress(response: Response, accept: string | undefined): Promise<Response> {
  const { headers, status, statusText } = response
  const type = headers.get('Content-Type') ?? ''
  if (!response.body || headers.has('Content-Encoding') || !COMPRESSIBLE.test(type)) return response
  const whole = Buffer.from(await response.arrayBuffer())
  const vary = headers.get('Vary') ?? ''
  if (!/\baccept-encoding\b|\*/i.test(vary)) headers.append('Vary', 'Accept-Encoding')
  const encoding =
    whole.byteLength < WORTH_IT || /\bno-transform\b/i.test(headers.get('Cache-Control') ?? '')
      ? 'identity'
      : chooseEncoding(accept, PREFERENCE)
  const body =
    encoding === 'br' ? await brotli(whole, BROTLI) : encoding === 'gzip' ? await gzip(whole) : whole
  if (encoding !== 'identity') {
    headers.set('Content-Encoding', encoding)
    const etag = headers.get('ETag')
    if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`)
  }
  headers.set('Content-Length', String(body.byteLength))
  return new Response(new Uint8Array(body), { status, statusText, headers })
}
