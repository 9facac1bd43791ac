import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { requireDesk } from '~/desk/access/require.server'
import { deskMeta } from '~/desk/meta'
import { privatePage } from '~/http/page'

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction = () => deskMeta('Today')

export async function loader({ request }: LoaderFunctionArgs) {
  await requireDesk(request)
  return privatePage(null)
}

export default function Home() {
  return <h1>Today</h1>
}
