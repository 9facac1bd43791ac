/** What a redirect tells the next page: a cookie for one path, which prefetches do not consume. */
import { redirect, replace } from '@remix-run/node'
import type { FormFlash } from './form-flash'
import { isNavigation } from './navigation'
import { getPathname, isInPlace, keepOnSite } from './site-paths'

/** `write` and `end` give the value of Set-Cookie. `read` is null for a cookie that this site did not write, or that is too old. */
export interface FlashCookie<Flash> {
  read: (request: Request) => { path: string; flash: Flash } | null
  write: (content: Flash & { path: string }) => string
  end: () => string
}

export interface RedirectOptions {
  headers?: HeadersInit
  replacesPage?: boolean
}

/** Browsers drop cookies above 4096 bytes, attributes included. */
const MAX_BYTES = 3900
/** Name, attributes, nonce, tag and end of life. */
const ATTRIBUTES = 250

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

/** `Flash`: what the site tells its pages, such as a notice, beside the form. `cacheControl`: of every redirect. */
export function createFlash<Flash extends { form?: FormFlash }>({
  cookie,
  cacheControl,
}: {
  cookie: FlashCookie<Flash>
  cacheControl: string
}) {
  const addressFlash = (to: string, flash: Flash) => ({ ...flash, path: getPathname(to) })

  const writeFlash = (to: string, flash: Flash): string => writeWithinLimit(cookie, addressFlash(to, flash))

  /** `end`: the Set-Cookie of the page that shows it. */
  function takeFlash(request: Request): { flash: Flash | null; end: string | null } {
    const stored = cookie.read(request)
    if (
      !stored ||
      !isNavigation(request) ||
      stored.path.toLowerCase() !== new URL(request.url).pathname.toLowerCase()
    )
      return { flash: null, end: null }
    return { flash: stored.flash, end: cookie.end() }
  }

  /** The Set-Cookie of a redirect to `to` by a page that would have shown it. */
  function forwardFlash(request: Request, to: string): string | null {
    const { flash } = takeFlash(request)
    return flash && writeFlash(to, flash)
  }

  /** 303 to a page of this site, and to home if `to` could lead elsewhere. */
  function redirectWith(
    given: string,
    flash: Flash | null,
    { headers, replacesPage = false }: RedirectOptions = {},
  ): Response {
    const to = keepOnSite(given)
    const response = (replacesPage ? replace : redirect)(to, { status: 303, headers })
    response.headers.set('Cache-Control', cacheControl)
    if (flash) response.headers.append('Set-Cookie', writeFlash(to, flash))
    return response
  }

  /** To a page of this site, and to home if `to` could lead elsewhere. */
  function redirectKeepingFlash(request: Request, given: string): Response {
    const to = keepOnSite(given)
    const headers = new Headers({ Location: to, 'Cache-Control': cacheControl })
    const flash = forwardFlash(request, to)
    if (flash) headers.append('Set-Cookie', flash)
    return new Response(null, { status: 302, headers })
  }

  /** Whether a browser keeps all of it: otherwise the longest values of its form are left out. */
  const fits = (to: string, flash: Flash): boolean =>
    cookie.write(addressFlash(keepOnSite(to), flash)).length <= MAX_BYTES

  return { writeFlash, takeFlash, forwardFlash, redirectWith, redirectKeepingFlash, fits }
}

/** A form that is returned to `to`. The page scrolls to the form of a fragment, so that its notice must be there, too. */
export const placeForm = (to: string, form: FormFlash): FormFlash => ({ ...form, inPlace: isInPlace(to) })
