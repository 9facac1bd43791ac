/** Answers that are no page. */
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { Flash } from '~/notice'
import { passFlash, writeFlash } from './flash.server'

/** What belongs to one person, or changes with each request. */
export const PRIVATE = 'private, no-store'

interface Extras extends Flash {
  /** Further headers, such as the Set-Cookie of a session. */
  headers?: HeadersInit
}

/** The answer to every form POST: 303 to a path of this site, with at most one flash. */
export function redirectWith(to: string, { headers, ...flash }: Extras = {}): Response {
  const response = new Response(null, { status: 303, headers })
  response.headers.set('Location', to)
  response.headers.set('Cache-Control', PRIVATE)
  if (flash.notice || flash.form || flash.saved) response.headers.append('Set-Cookie', writeFlash(to, flash))
  return response
}

/** A loader's way elsewhere: 302, and a flash that was meant for this page goes along. */
export function moveTo(request: Request, to: string): Response {
  const headers = new Headers({ Location: to, 'Cache-Control': PRIVATE })
  const flash = passFlash(request, to)
  if (flash) headers.append('Set-Cookie', flash)
  return new Response(null, { status: 302, headers })
}

/** A short refusal in plain text, for what no page of ours sends. */
export function refusal(status: number, text: string, headers?: HeadersInit): Response {
  const all = new Headers(headers)
  all.set('Content-Type', 'text/plain; charset=utf-8')
  all.set('Cache-Control', 'no-store')
  return new Response(`${text}\n`, { status, headers: all })
}

const FILE_TYPES = { csv: 'text/csv', json: 'application/json' }

/**
 * A file for one person to keep, sent as its parts come. The first part is awaited: what fails before anything is sent is
 * an error page, not half a file.
 */
export async function fileFor(
  name: string,
  type: keyof typeof FILE_TYPES,
  parts: AsyncIterator<string>,
): Promise<Response> {
  const first = await parts.next()
  async function* all() {
    for (let part = first; !part.done; part = await parts.next()) yield part.value
  }
  const body = createReadableStreamFromReadable(Readable.from(all(), { objectMode: false, encoding: 'utf8' }))
  return new Response(body, {
    headers: {
      'Content-Type': `${FILE_TYPES[type]}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}.${type}"`,
      'Cache-Control': PRIVATE,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
