/**
 * The flash: what one answer tells the next page. It is a sealed cookie that lives 5 minutes, names the path it is for,
 * and is taken only by a document or data request for that path that is no prefetch.
 */
import type { Flash, FormFlash } from '~/notice'
import { readCookie, sealedCookie } from './cookies.server'
import { pathOf } from './urls'
import { isVisit } from './visit'

interface Stored extends Flash {
  path: string
}

const cookie = sealedCookie<Stored>('flash')

/** Browsers drop a cookie of more than 4096 bytes with all its attributes. */
const MOST_BYTES = 3900

/** The Set-Cookie value that hands `flash` to the page at `to`. What was typed gives way, longest first, if too long. */
export function writeFlash(to: string, flash: Flash): string {
  return writeFitting(cookie, { path: pathOf(to), ...flash })
}

/** A sealed cookie that a browser will keep: what was typed gives way, longest first, if it is too long. */
export function writeFitting<Stored extends { form?: FormFlash }>(
  into: { write(content: Stored): string },
  stored: Stored,
): string {
  const header = into.write(stored)
  const { form } = stored
  if (header.length <= MOST_BYTES || !form) return header
  // Measured, not tried: somebody may send thousands of fields.
  const values = Object.entries(form.values).sort(([, a], [, b]) => a.length - b.length)
  for (let excess = header.length - MOST_BYTES; excess > 0 && values.length;)
    excess -= Math.floor(((Buffer.byteLength(JSON.stringify(values.pop())) - 1) * 4) / 3)
  return into.write({ ...stored, form: { ...form, values: Object.fromEntries(values) } })
}

/** The flash for this page and the header that ends it; both null when there is none for it. */
export function takeFlash(request: Request): { flash: Flash | null; end: string | null } {
  const stored = cookie.read(request)
  if (
    !stored ||
    !isVisit(request) ||
    stored.path.toLowerCase() !== new URL(request.url).pathname.toLowerCase()
  )
    return { flash: null, end: null }
  const { path: _, ...flash } = stored
  return { flash, end: cookie.end() }
}

/** For a loader that redirects: hands a flash meant for this path on to the next one. Null when there is none. */
export function passFlash(request: Request, to: string): string | null {
  const { flash } = takeFlash(request)
  return flash && writeFlash(to, flash)
}

/** Whether the request brings a flash, for any path: such a request is never answered from a shared cache. */
export const hasFlash = (request: Request) => readCookie(request, 'flash').length > 0
