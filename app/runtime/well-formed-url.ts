// The only check of URL text, for the server and for the application under another server.
import type { RouteHandle } from '~/route-handle'
import { urlPath } from './url-path'

/** In characters as they were sent. */
const LONGEST_SEGMENT = 1000
const LONGEST_VALUE = 4000

export function isWellFormedUrl(url: string, query?: RouteHandle['query']): boolean {
  const path = urlPath(url)
  return isWellFormedPath(path) && (query === 'any' || isWellFormedQuery(url.slice(path.length + 1)))
}

/** False for a path that can be read in two ways: empty and dot segments, encoded slashes. */
export function isWellFormedPath(path: string): boolean {
  const text = tryDecode(path)
  return (
    text !== null &&
    path.startsWith('/') &&
    !/[\p{Cc}\\]|\/\/|\/\.{1,2}(?:\/|$)/u.test(text) &&
    !/%2f/i.test(path) &&
    path.split('/').every((segment) => segment.length <= LONGEST_SEGMENT)
  )
}

/** Names and values are valid UTF-8 without NUL. A percent sign that encodes nothing is itself: people search for '100%'. */
const isWellFormedQuery = (query: string): boolean =>
  query
    .split(/[&=]/)
    .every(
      (text) =>
        text.length <= LONGEST_VALUE &&
        tryDecode(text.replace(/%(?![\da-f]{2})/gi, '%25'))?.includes('\0') === false,
    )

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
