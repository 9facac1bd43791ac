import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk } from '~/http/desk/access/require.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { TopicOperations } from '~/components/desk/operation-page'
import { PageHead } from '~/components/desk/page-head'
import { readTopicPage } from '~/http/desk/views/read-page.server'
import { readAtDesk } from '~/http/desk/read.server'
import { readRun } from '~/http/desk/read-run.server'
import { RunPage } from '~/components/desk/run-page'
import { privatePage } from '~/http/page'
import { mayDo } from '~/desk/roles'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Withdrawals')

/** For those who may see withdrawals; others get the page of the topic. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  const { operations } = await readTopicPage('withdrawals', actor.role)
  const run = mayDo(actor.role, 'support')
    ? await readAtDesk(() => readRun({ role: actor.role, uncovers: false }))
    : null
  return privatePage({ run, operations, mayApprove: mayDo(actor.role, 'finance') })
}

export default function DeskWithdrawals() {
  const { run, operations, mayApprove } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Withdrawals"
        summary="What can be paid out now, what is left out, and what is on its way"
      />
      {run && <RunPage run={run} mayApprove={mayApprove} />}
      <TopicOperations operations={operations} />
    </>
  )
}
