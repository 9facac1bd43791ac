import { Link, useLocation, type LinkProps } from '@remix-run/react'
import { openDialog, withSearch } from '~/http/urls'

export function DialogLink({ name, ...rest }: { name: string } & Omit<LinkProps, 'to'>) {
  const location = useLocation()
  return <Link to={openDialog(location.pathname + location.search, name)} preventScrollReset {...rest} />
}

export function useSearchPath(set: Record<string, string | null>): string {
  const { pathname, search } = useLocation()
  return withSearch(pathname + search, set)
}

interface SearchLinkProps extends Omit<LinkProps, 'to'> {
  set: Record<string, string | null>
}

export function SearchLink({ set, ...rest }: SearchLinkProps) {
  return <Link to={useSearchPath(set)} preventScrollReset {...rest} />
}
