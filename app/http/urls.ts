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

/** No list has so many pages; beyond it a number is no longer told from the next. */
const LAST_PAGE = 1_000_000_000

/** A page number as text: a whole number from 1 on, however long; null for anything else. */
export const readPageNumber = (text: string): number | null =>
  /^[1-9]\d*$/.test(text) ? Math.min(Number(text), LAST_PAGE) : null

/** The page a URL asks for; whatever is no whole number from 1 on is page 1, and what is beyond the last stays beyond. */
export const pageNumber = (url: URL): number => readPageNumber(url.searchParams.get('page') ?? '') ?? 1
