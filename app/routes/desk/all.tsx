import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk } from '~/http/desk/access/require.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { listTopics } from '~/http/desk/views/find-page.server'
import { PageHead } from '~/components/desk/page-head'
import { privatePage } from '~/http/page'
import { Link } from '~/components/ui/link'
import '~/components/desk/desk.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Everything')

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  return privatePage({ topics: await listTopics(actor.role) })
}

export default function DeskAll() {
  const { topics } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Everything" summary="All that you may see and do, by topic" />
      <ul className="desk-panel desk-topics">
        {topics.map(({ title, to, about }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <span className="muted">: {about}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
