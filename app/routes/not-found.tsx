import type { LoaderFunctionArgs } from '@remix-run/node'
import { Missing } from '~/components/lists/missing'
import { privatePage } from '~/http/page'
import { requireSession } from '~/http/session.server'
import { isAccountPage } from '~/http/urls'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { throwRefusal } from '~/http/respond.server'

export { headers, shouldRevalidate } from '~/http/route-exports'

const HINT = 'There is nothing at this address. Try a search, or go home.'

export const meta = createHiddenMeta('Page not found', HINT, null)

/** Unknown paths are unlimited in number, so that their page is not cached (docs/rules.md#4). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  throwRefusal(context)
  if (isAccountPage(new URL(request.url))) await requireSession(request)
  return privatePage(null, 404)
}

export default function NotFound() {
  return <Missing text="Page not found" hint={HINT} />
}
