const ANY = 'http://site.invalid'

const withOneSlash = (path: string) => path.replace(/^[/\\]{2,}/, '/')

export function withSearch(path: string, changes: Record<string, string | null>): string {
  const url = new URL(withOneSlash(path), ANY)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return withOneSlash(url.pathname) + url.search
}

export const getPathname = (path: string) => new URL(withOneSlash(path), ANY).pathname

const LONGEST_PATH = 2000

/** For a page with its query, which may have another address, percent-encoded twice. Too long for a cookie. */
const LONGEST_PAGE = 4200

/** Path of this site that was typed or sent; `fallback` for anything else and for more than `longest` characters. */
export const safePath = (text: unknown, fallback = '/', longest = LONGEST_PATH): string =>
  typeof text === 'string' && text.length <= longest ? keepOnSite(text, fallback) : fallback

/** The page that a form was sent from. */
export function safePage(text: unknown, fallback = '/'): string {
  const page = safePath(text, fallback, LONGEST_PAGE)
  return getPathname(page).length > LONGEST_PATH ? fallback : page
}

/** Prevents open redirects: browsers drop tabs and line ends, and read a backslash as a slash. */
export function keepOnSite(text: string, fallback = '/'): string {
  // eslint-disable-next-line no-control-regex -- these are the characters that make a path leave its site
  if (!/^\/(?![/\\])/.test(text) || /[\u0000-\u001f\u007f\\]/.test(text)) return fallback
  try {
    const url = new URL(text, ANY)
    const path = url.pathname + url.search + url.hash
    return url.origin === ANY && /^\/(?![/\\])/.test(path) ? path : fallback
  } catch {
    return fallback
  }
}

/** Whether the page scrolls to a fragment. */
export const isInPlace = (path: string) => path.includes('#') || undefined
