import { Link, useLocation, type LinkProps } from '@remix-run/react'
import { openDialog } from '~/http/urls'

/** Opens a dialog over the page one is on. */
export function DialogLink({ name, ...rest }: { name: string } & Omit<LinkProps, 'to'>) {
  const location = useLocation()
  return <Link to={openDialog(location.pathname + location.search, name)} preventScrollReset {...rest} />
}
