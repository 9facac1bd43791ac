import type { IncomingMessage, ServerResponse } from 'node:http'
import zlib from 'node:zlib'
import { isPersonal } from '~/http/page'
import type { FoundRoute } from '~/platform/find-route'
import { createPageCache, type Render } from '../../../server/cache/page-cache'
import type { Versions } from '../../../server/cache/versions'

// A line for each answer says nothing here.
process.env.LOG_LEVEL = 'error'

export const PUBLIC = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=3600'
const VARY = 'Cookie, Save-Data, Accept-Encoding'

export const page = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': PUBLIC, Vary: VARY, ...headers },
  })

/** Long enough to be worth compressing. */
export const long = (text: string) => `${text} ${'x'.repeat(2000)}`

export interface Answered {
  by: 'cache' | 'application'
  status: number
  headers: Map<string, string>
  bytes: Buffer
  text: string
}

const DECODE: Record<string, (bytes: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
}

const findRoute = (path: string): FoundRoute => ({
  id: path,
  path,
  handle: {
    ...(!/^\/(?:out|postback|Account)\b/.test(path) && { cache: 'guests' }),
    ...(path.startsWith('/api/') && { api: true }),
  },
  isPage: true,
  failures: 'page',
})

/** A cache over `render`, asked as server/handle-request.ts asks it. */
export function createCache(render: Render, { bytes = 1 << 24 } = {}) {
  const versions: { -readonly [Name in keyof Versions]: Versions[Name] } = {
    current: 1,
    purged: 0,
    changedAt: 0,
  }
  const cache = createPageCache({
    bytes,
    versions,
    isPersonal,
    render,
  })

  async function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
    const all = { Host: 'shop.example', ...headers }
    const request = {
      method,
      url,
      headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value])),
    } as unknown as IncomingMessage
    const sent = { status: 0, headers: new Map<string, string>(), bytes: Buffer.alloc(0) as Buffer }
    const response = {
      req: request,
      destroyed: false,
      setHeader: (name: string, value: string | number) =>
        sent.headers.set(name.toLowerCase(), String(value)),
      setHeaders: (all: Map<string, string>) => all.forEach((value, name) => sent.headers.set(name, value)),
      removeHeader: (name: string) => sent.headers.delete(name),
      writeHead(status: number) {
        sent.status = status
        return this
      },
      end: (body?: Buffer) => void (sent.bytes = body ?? sent.bytes),
    } as unknown as ServerResponse
    const done = (by: Answered['by']): Answered => {
      const decode = DECODE[sent.headers.get('content-encoding') ?? '']
      return { by, ...sent, text: (decode && sent.bytes.length ? decode(sent.bytes) : sent.bytes).toString() }
    }
    const route = findRoute(url)
    const outcome = await cache.answer(request, response, route)
    if (outcome === 'answered') return done('cache')
    const rendered = outcome === 'pass' ? await render(url, new Headers(all), route) : outcome
    sent.status = rendered.status
    for (const [name, value] of rendered.headers) sent.headers.set(name, value)
    sent.bytes = Buffer.from(await rendered.arrayBuffer())
    return done('application')
  }

  return { ask, cache, versions }
}
