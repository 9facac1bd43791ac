import { Link as RemixLink, useLocation, type LinkProps } from '@remix-run/react'
import { openDialog, withSearch } from '~/http/urls'

/** A path that stays as it is when it is resolved. */
const RESOLVED = /^\/(?![/.])(?:(?!\/[/.])[^?#])*(?:[?#]|$)/

const OF_THE_ROUTER = [
  'discover',
  'prefetch',
  'preventScrollReset',
  'relative',
  'reloadDocument',
  'replace',
  'state',
  'viewTransition',
] as const

/** Like that of Remix; on the server without its hooks, which took longer than all else of a card. */
export function Link(props: LinkProps) {
  if (!import.meta.env.SSR || typeof props.to !== 'string' || !RESOLVED.test(props.to))
    return <RemixLink discover="none" {...props} />
  const { to, children, ...rest } = props
  for (const name of OF_THE_ROUTER) delete rest[name]
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

/**
 * Of a link that opens a dialog. A second one takes the place of the first, so that one step back leaves both. The state of the
 * location is true where the page of the dialog is one step back.
 */
export function useOpening(): Pick<LinkProps, 'preventScrollReset' | 'replace' | 'state'> {
  const { search, state } = useLocation()
  const replace = search.includes('dialog=')
  return { preventScrollReset: true, replace, state: !replace || state }
}

export function DialogLink({ name, ...rest }: { name: string } & Omit<LinkProps, 'to'>) {
  const location = useLocation()
  return <Link to={openDialog(location.pathname + location.search, name)} {...useOpening()} {...rest} />
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
