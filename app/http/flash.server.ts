/** Messages for the next page in a sealed cookie, valid for 5 minutes and one path; prefetches do not consume it. */
import type { Flash, FormFlash } from '~/messages/notice'
import { createSealedCookie } from './cookies.server'
import { getPathname } from './form/site-paths'
import { isNavigation } from './form/navigation'

interface StoredFlash extends Flash {
  path: string
}

const cookie = createSealedCookie<StoredFlash>('flash')

/** Browsers drop cookies above 4096 bytes, attributes included. */
const MAX_BYTES = 3900
/** Name, attributes, nonce, tag and end of life. */
const ATTRIBUTES = 250

export function writeFlash(to: string, flash: Flash): string {
  return writeWithinLimit(cookie, { path: getPathname(to), ...flash })
}

/** Whether a browser keeps all of it: otherwise writeFlash() leaves out values of its form. */
export const fitsFlash = (to: string, flash: Flash): boolean =>
  cookie.write({ path: getPathname(to), ...flash }).length <= MAX_BYTES

/** Leaves out the longest values of the form. */
export function writeWithinLimit<Stored extends { form?: FormFlash }>(
  into: { write(content: Stored): string },
  stored: Stored,
): string {
  const whole = into.write(stored)
  const { form } = stored
  if (whole.length <= MAX_BYTES || !form) return whole
  // The size is computed, not tried: a client may send thousands of fields. What is left fits without being compressed.
  const values = Object.entries(form.values).sort(([, a], [, b]) => a.length - b.length)
  const countBytes = (part: unknown) => Math.floor((Buffer.byteLength(JSON.stringify(part)) * 4) / 3)
  for (let excess = countBytes(stored) + ATTRIBUTES - MAX_BYTES; excess > 0 && values.length;)
    excess -= countBytes(values.pop()) - 2
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
