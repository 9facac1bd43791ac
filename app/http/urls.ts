import { withSearch } from './form/site-paths'

export const openDialog = (path: string, name: string) => withSearch(path, { dialog: name })

export const closeDialog = (path: string) => withSearch(path, { dialog: null })

export const isAccountPage = ({ pathname }: URL) => /^\/account(?:\/|$)/i.test(pathname)

export const isDeskPage = ({ pathname }: { pathname: string }) => /^\/desk(?:\/|$)/i.test(pathname)

const LAST_PAGE = 1_000_000_000

export const readPageNumber = (text: string): number | null =>
  /^[1-9]\d*$/.test(text) ? Math.min(Number(text), LAST_PAGE) : null

export const pageNumber = (url: URL): number => readPageNumber(url.searchParams.get('page') ?? '') ?? 1
