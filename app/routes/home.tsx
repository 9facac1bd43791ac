import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { publicPage } from '~/http/page'
export { headers } from '~/http/page'
export const meta: MetaFunction = () => [{ title: 'DealDwaar' }]
export function loader({ request }: LoaderFunctionArgs) {
  return publicPage({ at: 1 }, { request })
}
export default function Home() {
  return (
    <main>
      hello <b className="translate-x-2 shadow-sm">x</b>
    </main>
  )
}
