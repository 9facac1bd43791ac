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

/** No name of a form's field. */
const LINKS = ''

export function writeFlash(to: string, flash: Flash): string {
  return writeWithinLimit(cookie, { path: getPathname(to), ...flash })
}

/** Leaves out what is longest: a value of the form, or the links of the notice, which repeat the page's address. */
export function writeWithinLimit<Stored extends { form?: FormFlash; notice?: Notice }>(
  into: { write(content: Stored): string },
  stored: Stored,
): string {
  const whole = into.write(stored)
  if (whole.length <= MAX_BYTES) return whole
  const { form, notice } = stored
  const links = notice?.actions
  const parts = Object.entries<unknown>({ ...form?.values, ...(links && { [LINKS]: links }) })
    .map(([name, part]) => ({ name, size: Buffer.byteLength(JSON.stringify([name, part])) - 1 }))
    .sort((a, b) => a.size - b.size)
  const left = new Set(parts.map(({ name }) => name))
  // The size is computed, not tried: a client may send thousands of fields.
  for (let excess = whole.length - MAX_BYTES; excess > 0 && parts.length;) {
    const { name, size } = parts.pop()!
    left.delete(name)
    excess -= Math.floor((size * 4) / 3)
  }
  const values = Object.entries(form?.values ?? {}).filter(([name]) => left.has(name))
  return into.write({
    ...stored,
    ...(form && { form: { ...form, values: Object.fromEntries(values) } }),
    ...(notice && !left.has(LINKS) && { notice: { ...notice, actions: undefined } }),
  })
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
