// The only check of URL text, also when the application runs under another server.
import type { RouteHandle } from '~/platform/route-handle'
import { getUrlPath } from './url-path'

/** Characters as they were sent. */
const LONGEST_SEGMENT = 1000
const LONGEST_VALUE = 4000

export function isWellFormedUrl(url: string, query?: RouteHandle['query']): boolean {
  const path = getUrlPath(url)
  return isWellFormedPath(path) && (query === 'any' || isWellFormedQuery(url.slice(path.length + 1)))
}

/** False for paths that can be read in two ways: with empty or dot segments, or encoded slashes. */
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

/** Requires UTF-8 without NUL. A lone percent sign is accepted as itself: people search for '100%'. */
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

/** Chats and sentences leave such a mark at the end of a copied address. Tokens end with '-' and '_', too. */
const PASTED_END = /(?:[^\p{L}\p{M}\p{N}/_-]|\p{Default_Ignorable_Code_Point})$/u

/** Path and search without the last mark, since names end with some, too; null if there is none, or the path is malformed. */
export function trimPastedEnd({ pathname, search }: URL): string | null {
  if (!isWellFormedPath(pathname)) return null
  const at = pathname.lastIndexOf('/') + 1
  const name = decodeURIComponent(pathname.slice(at))
  const trimmed = name.replace(PASTED_END, '')
  return trimmed === '' || trimmed === name
    ? null
    : pathname.slice(0, at) + encodeURIComponent(trimmed) + search
}
