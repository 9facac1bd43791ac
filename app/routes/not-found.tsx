import type { MetaFunction } from '@remix-run/node'
import { Missing } from '~/catalog/missing'
import { privatePage } from '~/http/page'

export { headers } from '~/http/page'

export const meta: MetaFunction = () => [{ title: 'Page not found | DealDwaar' }]

/** Deeper unknown paths (decisions.md 7); there are too many of them to be kept by a cache. */
export const loader = () => privatePage(null, 404)

export default function NotFound() {
  return <Missing text="Page not found" hint="There is nothing at this address. Try a search, or go home." />
}
