import { Link, useLocation, type LinkProps } from '@remix-run/react'
import { openDialog, withSearch } from '~/http/urls'

/** Opens a dialog over the page one is on. */
export function DialogLink({ name, ...rest }: { name: string } & Omit<LinkProps, 'to'>) {
  const location = useLocation()
  return <Link to={openDialog(location.pathname + location.search, name)} preventScrollReset {...rest} />
}

/** The page one is on, with search parameters set, or taken out where null. */
export function useSearchPath(set: Record<string, string | null>): string {
  const { pathname, search } = useLocation()
  return withSearch(pathname + search, set)
}

interface SearchLinkProps extends Omit<LinkProps, 'to'> {
  /** Parameters to set, or to take out where null. */
  set: Record<string, string | null>
}

/** The page one is on, with other search parameters. */
export function SearchLink({ set, ...rest }: SearchLinkProps) {
  return <Link to={useSearchPath(set)} preventScrollReset {...rest} />
}
