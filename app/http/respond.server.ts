import { Readable } from 'node:stream'
import {
  createReadableStreamFromReadable,
  redirect,
  redirectDocument,
  type AppLoadContext,
} from '@remix-run/node'
import { PLAIN_TEXT, PRIVATE } from '~/platform/config/caching'
import { redirects } from './flash.server'
import { keepOnSite } from './form/site-paths'

export const { redirectWith, redirectKeepingFlash, returnForm, fitsReturn } = redirects

/** To a page of this site, which scripts load as a document. Home if `to` could lead elsewhere. */
export const redirectToDocument = (to: string): Response =>
  redirectDocument(keepOnSite(to), { headers: { 'Cache-Control': PRIVATE } })

/** To an address outside, which was checked when it was stored: nothing that a request names. */
export function redirectAway(url: string, headers = new Headers()): Response {
  headers.set('Cache-Control', PRIVATE)
  return redirect(url, { headers })
}

export function refusal(status: number, text: string, headers?: HeadersInit): Response {
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(PLAIN_TEXT)) all.set(name, value)
  return new Response(`${text}\n`, { status, headers: all })
}

const FILE_TYPES = { csv: 'text/csv', json: 'application/json' }

/** Awaits the first part, so that an early failure is an error page and not half a file. */
export async function respondWithFile(
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

/** Throws the refusal that server/ asked this page to show; nothing for a person's own request. */
export function throwRefusal({ refusal: refused }: AppLoadContext): void {
  if (refused) throw new Response(refused.text, { status: refused.status })
}
