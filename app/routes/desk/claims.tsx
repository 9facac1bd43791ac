import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk } from '~/http/desk/access/require.server'
import { QueuePage } from '~/components/desk/queue-page'
import { readQueue } from '~/http/desk/read-queue.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { TopicOperations } from '~/components/desk/operation-page'
import { PageHead } from '~/components/desk/page-head'
import { readTopicPage } from '~/http/desk/views/read-page.server'
import { readAtDesk } from '~/http/desk/read.server'
import { privatePage } from '~/http/page'
import { mayDo } from '~/desk/roles'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Claims')

/** Roles that may not see claims get the generic page of the topic. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  const { operations } = await readTopicPage('claims', actor.role)
  const queue = mayDo(actor.role, 'support')
    ? await readAtDesk(() => readQueue({ role: actor.role, uncovers: false }))
    : null
  return privatePage({ queue, operations })
}

export default function DeskClaims() {
  const { queue, operations } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Claims" summary="What customers ask us to settle, the earliest promise first" />
      {queue && <QueuePage queue={queue} />}
      <TopicOperations operations={operations} />
    </>
  )
}
