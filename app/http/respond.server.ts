import { Readable } from 'node:stream'
import {
  createReadableStreamFromReadable,
  redirect,
  redirectDocument,
  replace,
  type AppLoadContext,
} from '@remix-run/node'
import type { Flash, FormFlash, Notice } from '~/messages/notice'
import { PLAIN_TEXT, PRIVATE } from '~/platform/config/caching'
import { fitsFlash, forwardFlash, writeFlash } from './flash.server'
import { isInPlace, keepOnSite } from './form/site-paths'

interface Extras extends Flash {
  headers?: HeadersInit
  replacesPage?: boolean
}

/** To a page of this site, and to home if `to` could lead elsewhere. */
export function redirectWith(
  given: string,
  { headers, replacesPage = false, ...flash }: Extras = {},
): Response {
  const to = keepOnSite(given)
  const response = (replacesPage ? replace : redirect)(to, { status: 303, headers })
  response.headers.set('Cache-Control', PRIVATE)
  if (flash.notice || flash.form || flash.saved) response.headers.append('Set-Cookie', writeFlash(to, flash))
  return response
}

export const returnForm = (to: string, form: FormFlash, notice?: Notice): Response =>
  redirectWith(to, { notice, form: { ...form, inPlace: isInPlace(to) } })

/** Whether returnForm() brings back all that was typed. */
export const fitsReturn = (to: string, form: FormFlash): boolean =>
  fitsFlash(keepOnSite(to), { form: { ...form, inPlace: isInPlace(to) } })

/** To a page of this site, and to home if `to` could lead elsewhere. */
export function redirectKeepingFlash(request: Request, given: string): Response {
  const to = keepOnSite(given)
  const headers = new Headers({ Location: to, 'Cache-Control': PRIVATE })
  const flash = forwardFlash(request, to)
  if (flash) headers.append('Set-Cookie', flash)
  return new Response(null, { status: 302, headers })
}

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
