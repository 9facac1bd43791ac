import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk } from '~/http/desk/access/require.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { AnswerParts } from '~/components/desk/answer-view'
import { Charts } from '~/components/desk/chart'
import { DataTable } from '~/components/desk/data-table'
import { PageHead } from '~/components/desk/page-head'
import { readAtDesk } from '~/http/desk/read.server'
import { ShopFirstSteps } from '~/components/desk/first-steps'
import { readToday } from '~/http/desk/today/today.server'
import { privatePage } from '~/http/page'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Today')

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  return privatePage(await readAtDesk(() => readToday(actor)))
}

export default function DeskToday() {
  const { answer, days, first } = useLoaderData<typeof loader>()
  const steps = first.steps.length > 0 && <ShopFirstSteps {...first} />
  return (
    <>
      <PageHead title="Today" summary="What waits, and what is silent" />
      {!first.hasSale && steps}
      <div className="desk-panel">
        <AnswerParts answer={answer} label="Today" />
      </div>
      {first.hasSale && steps}
      <div className="desk-panel">
        <h2>This month beside the last</h2>
        <Charts charts={days.charts} />
        <DataTable table={days.table} label="Days" />
      </div>
    </>
  )
}
