/** Messages for the next page in a sealed cookie, valid for 5 minutes and one path; prefetches do not consume it. */
import type { Flash, FormFlash, Notice } from '~/messages/notice'
import { createSealedCookie } from './cookies.server'
import { getPathname } from './urls'
import { isNavigation } from './is-navigation'

interface StoredFlash extends Flash {
  path: string
}

const cookie = createSealedCookie<StoredFlash>('flash')

/** Browsers drop cookies above 4096 bytes, attributes included. */
const MAX_BYTES = 3900

export function writeFlash(to: string, flash: Flash): string {
  return writeWithinLimit(cookie, { path: getPathname(to), ...flash })
}

/** Characters of links in a notice that others of its content make room for. */
const MOST_ACTIONS = 1000

/** A notice without its links is better than none: they repeat the page's address, which may be long. */
function withoutLongActions<Stored extends { notice?: Notice }>(stored: Stored): Stored {
  if (JSON.stringify(stored.notice?.actions ?? []).length <= MOST_ACTIONS) return stored
  const { actions: _, ...notice } = stored.notice!
  return { ...stored, notice }
}

/** Bytes of a cookie by which one content is shorter than the other. */
const countSaved = (one: object, other: object): number =>
  Math.floor(((Buffer.byteLength(JSON.stringify(one)) - Buffer.byteLength(JSON.stringify(other))) * 4) / 3)

export function writeWithinLimit<Stored extends { form?: FormFlash; notice?: Notice }>(
  into: { write(content: Stored): string },
  given: Stored,
): string {
  const whole = into.write(given)
  if (whole.length <= MAX_BYTES) return whole
  const stored = withoutLongActions(given)
  const { form } = stored
  if (!form) return stored === given ? whole : into.write(stored)
  // The size is computed, not tried: a client may send thousands of fields.
  const values = Object.entries(form.values).sort(([, a], [, b]) => a.length - b.length)
  for (let excess = whole.length - countSaved(given, stored) - MAX_BYTES; excess > 0 && values.length;)
    excess -= Math.floor(((Buffer.byteLength(JSON.stringify(values.pop())) - 1) * 4) / 3)
  return into.write({ ...stored, form: { ...form, values: Object.fromEntries(values) } })
}

export function takeFlash(request: Request): { flash: Flash | null; end: string | null } {
  const stored = cookie.read(request)
  if (
    !stored ||
    !isNavigation(request) ||
    stored.path.toLowerCase() !== new URL(request.url).pathname.toLowerCase()
  )
    return { flash: null, end: null }
  const { path: _, ...flash } = stored
  return { flash, end: cookie.end() }
}

export function forwardFlash(request: Request, to: string): string | null {
  const { flash } = takeFlash(request)
  return flash && writeFlash(to, flash)
}
