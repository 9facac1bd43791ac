/** A dialog's redirect sets a flash, and `ref` a cookie. */
export const PERSONAL_PARAMETERS = ['dialog', 'ref']

/** Whether a page is one of `pages` (app/http/route-table.server.ts) without what makes it one person's, so that it may be read ahead or again. */
export const isGuestPage = ({ pathname, searchParams }: URL, pages: readonly string[]): boolean =>
  pages.some((page) => matches(page, pathname)) && !PERSONAL_PARAMETERS.some((name) => searchParams.has(name))

/** `pattern` has fixed segments, in any case, and ones such as ':slug'. */
function matches(pattern: string, path: string): boolean {
  const segments = path.toLowerCase().split('/')
  const parts = pattern.toLowerCase().split('/')
  const isSame = (part: string, i: number) =>
    part.startsWith(':') ? segments[i] !== '' : part === segments[i]
  return parts.length === segments.length && parts.every(isSame)
}
