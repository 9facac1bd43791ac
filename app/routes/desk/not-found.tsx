import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { requireDesk } from '~/http/desk/access/require.server'
import { DeskError } from '~/components/desk/error'
import { buildDeskMeta } from '~/components/desk/meta'
import { privatePage } from '~/http/page'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Page not found')

export async function loader({ request }: LoaderFunctionArgs) {
  await requireDesk(request)
  return privatePage(null, 404)
}

export default function NotFound() {
  return <DeskError status={404} />
}
