import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk } from '~/desk/access/require.server'
import { writeDeskMeta } from '~/desk/meta'
import { AnswerView } from '~/desk/views/answer-view'
import { DataTable } from '~/desk/views/data-table'
import { PageHead } from '~/desk/views/page-head'
import { readAtDesk } from '~/desk/read.server'
import { FirstSteps } from '~/desk/today/first-steps'
import { readToday } from '~/desk/today/today.server'
import { privatePage } from '~/http/page'

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction = () => writeDeskMeta('Today')

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  return privatePage(await readAtDesk(() => readToday(actor)))
}

export default function DeskToday() {
  const { answer, days, first } = useLoaderData<typeof loader>()
  const steps = first.steps.length > 0 && <FirstSteps {...first} />
  return (
    <>
      <PageHead title="Today" summary="All that waits for a person, and what is silent" />
      {!first.hasSale && steps}
      <div className="desk-panel">
        <AnswerView answer={answer} label="Today" />
      </div>
      {first.hasSale && steps}
      <div className="desk-panel">
        <DataTable table={days} label="Days" />
      </div>
    </>
  )
}
