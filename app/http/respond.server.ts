import { Readable } from 'node:stream'
import {
  createReadableStreamFromReadable,
  redirect,
  redirectDocument,
  type AppLoadContext,
} from '@remix-run/node'
import { PLAIN_TEXT, PRIVATE } from '~/platform/config/caching'
import type { Notice } from '~/messages/notice'
import type { Flash } from './flash'
import { redirects } from './flash.server'
import { placeForm, type RedirectOptions } from './form/flash.server'
import type { FormFlash } from './form/form-flash'
import { keepOnSite } from './form/site-paths'

export const { redirectKeepingFlash } = redirects

/** 303 to a page of this site with at most one flash, and to home if `to` could lead elsewhere. */
export const redirectWith = (
  to: string,
  { headers, replacesPage, ...flash }: Flash & RedirectOptions = {},
): Response =>
  redirects.redirectWith(to, Object.values(flash).some(Boolean) ? flash : null, { headers, replacesPage })

/** 303 back to the page of a form, which shows it with its errors. */
export const returnForm = (to: string, form: FormFlash, notice?: Notice): Response =>
  redirectWith(to, { notice, form: placeForm(to, form) })

/** Whether returnForm() brings back all that was typed. */
export const fitsReturn = (to: string, form: FormFlash): boolean =>
  redirects.fits(to, { form: placeForm(to, form) })

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
