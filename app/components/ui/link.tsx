import {
  Link as RemixLink,
  NavigationType,
  useLocation,
  useNavigationType,
  type LinkProps,
} from '@remix-run/react'
import { useState } from 'react'
import { withSearch } from '~/http/form/site-paths'
import { openDialog } from '~/http/urls'
import { usePlace } from './document-context'
import { usePage } from './page-context'

const RESOLVED = /^\/(?![/.])(?:(?!\/[/.])[^?#])*(?:[?#]|$)/

const ROUTER_PROPS = [
  'discover',
  'prefetch',
  'preventScrollReset',
  'relative',
  'reloadDocument',
  'replace',
  'state',
  'viewTransition',
] as const

/** Uses no hooks on the server, where they took longer than the rest of a card. */
export function Link(props: LinkProps) {
  if (!import.meta.env.SSR || typeof props.to !== 'string' || !RESOLVED.test(props.to))
    return <RemixLink discover="none" {...props} />
  const { to, children, ...rest } = props
  for (const name of ROUTER_PROPS) delete rest[name]
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

/** A second dialog replaces the first in the history, so that one step back leaves both. */
export function useDialogLinkProps(): Pick<LinkProps, 'preventScrollReset' | 'replace' | 'state'> {
  const replace = useLocation().search.includes('dialog=')
  const { isPageBehind } = usePage()
  return { preventScrollReset: true, replace, state: !replace || isPageBehind }
}

export function useIsPageBehind(): boolean {
  const { key, pathname, search, state } = useLocation()
  const navigation = useNavigationType()
  const isDialog = search.includes('dialog=')
  const [previous, setPrevious] = useState({ key, pathname, isDialog, isBehind: isDialog && state === true })
  if (key === previous.key) return previous.isBehind
  const wasPage = previous.pathname === pathname && !previous.isDialog
  const isKept =
    (navigation === NavigationType.Push && wasPage) ||
    (navigation === NavigationType.Replace && previous.isBehind)
  const isBehind = isDialog && (state === true || isKept)
  setPrevious({ key, pathname, isDialog, isBehind })
  return isBehind
}

export function DialogLink({ name, ...rest }: { name: string } & Omit<LinkProps, 'to'>) {
  const { pathname, search } = usePlace()
  return <Link to={openDialog(pathname + search, name)} {...useDialogLinkProps()} {...rest} />
}

export function useSearchPath(set: Record<string, string | null>): string {
  const { pathname, search } = usePlace()
  return withSearch(pathname + search, set)
}

interface SearchLinkProps extends Omit<LinkProps, 'to'> {
  set: Record<string, string | null>
}

export function SearchLink({ set, ...rest }: SearchLinkProps) {
  return <Link to={useSearchPath(set)} preventScrollReset {...rest} />
}
