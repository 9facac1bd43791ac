/** Paths of this site. Pure: the same on the server and in the browser. */

/** What `path` is resolved against when only its own parts matter. */
const ANY = 'http://site.invalid'

/** Several slashes in front would name another site: to a browser, and to URL. */
const withOneSlash = (path: string) => path.replace(/^[/\\]{2,}/, '/')

/** `path` (a path with an optional query) with parameters set, or taken out where the value is null. */
export function withSearch(path: string, changes: Record<string, string | null>): string {
  const url = new URL(withOneSlash(path), ANY)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return withOneSlash(url.pathname) + url.search
}

/** The same page with a dialog on it. */
export const openDialog = (path: string, name: string) => withSearch(path, { dialog: name })

/** The same page without its dialog. */
export const closeDialog = (path: string) => withSearch(path, { dialog: null })

/** The part before the query. */
export const pathOf = (path: string) => new URL(withOneSlash(path), ANY).pathname

/**
 * A return path a client sent, made safe: a path of this origin, else `fallback`. Browsers drop tabs and line ends from
 * a URL and read a backslash as a slash, so both are refused before and after parsing.
 */
export function safePath(text: unknown, fallback = '/'): string {
  if (typeof text !== 'string' || text.length > 2000 || !/^\/(?![/\\])/.test(text)) return fallback
  // eslint-disable-next-line no-control-regex -- these are the characters that make a path leave its site
  if (/[\u0000-\u001f\u007f\\]/.test(text)) return fallback
  try {
    const url = new URL(text, ANY)
    const path = url.pathname + url.search
    return url.origin === ANY && /^\/(?![/\\])/.test(path) ? path : fallback
  } catch {
    return fallback
  }
}

/** The page a URL asks for; whatever is no whole number from 1 on is page 1 (decisions.md 33). */
export function pageNumber(url: URL): number {
  const text = url.searchParams.get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}
