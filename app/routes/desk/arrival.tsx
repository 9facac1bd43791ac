/** Opens the page of a link that another site has: from here the browser sends the desk's cookie. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOpenDesk } from '~/http/desk/access/require.server'
import { safeDeskPath } from '~/http/desk/access/way-back.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { deskPaths } from '~/http/desk/paths'
import { requireDeskAddress } from '~/http/desk-address.server'
import { privatePage } from '~/http/page'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...buildDeskMeta('Opening the desk'),
  { httpEquiv: 'refresh', content: `0; url=${data?.to ?? deskPaths.today}` },
]

export async function loader({ request }: LoaderFunctionArgs) {
  requireDeskAddress(request)
  await requireOpenDesk()
  return privatePage({ to: safeDeskPath(new URL(request.url).searchParams.get('to')) })
}

export default function Arrival() {
  const { to } = useLoaderData<typeof loader>()
  return (
    <div className="panel stack">
      <h1>Opening the desk</h1>
      <p>The link is of a mail or another site. If the page does not open by itself:</p>
      <p>
        <a href={to} className="button button-primary">
          Open the page
        </a>
      </p>
    </div>
  )
}
