/** A dialog's redirect sets a flash, and `ref` a cookie. */
export const PERSONAL_PARAMETERS = ['dialog', 'ref']

const hasPersonalParameters = ({ searchParams }: URL): boolean =>
  PERSONAL_PARAMETERS.some((name) => searchParams.has(name))

export const isGuestPage = (url: URL, pages: readonly string[]): boolean =>
  pages.some((page) => matches(page, url.pathname)) && !hasPersonalParameters(url)

function matches(pattern: string, path: string): boolean {
  const segments = path.toLowerCase().split('/')
  const parts = pattern.toLowerCase().split('/')
  const isSame = (part: string, i: number) =>
    part.startsWith(':') ? segments[i] !== '' : part === segments[i]
  return parts.length === segments.length && parts.every(isSame)
}
