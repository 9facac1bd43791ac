import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listDeals } from '~/catalog/lists/campaigns.server'
import { DealGrid } from '~/catalog/cards/cards'
import { Empty, Failed } from '~/catalog/cards/empty'
import { showDeal, showPage } from '~/catalog/cards/shown'
import { BrowseTabs } from '~/catalog/lists/browse-tabs'
import { attempt } from '~/http/attempt.server'
import { failedPage, publicPage } from '~/http/page'
import { pageNumber } from '~/http/urls'
import { messages } from '~/messages'
import { paths } from '~/paths'
import { listMeta, siteOrigin } from '~/shell/page-meta'
import { Pagination } from '~/ui/pagination'

export { headers } from '~/http/page'

const LEAD = 'Every deal on DealDwaar, store by store, most popular first.'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  listMeta({
    title: 'Top Stores',
    description: LEAD,
    path: paths.deals,
    origin: siteOrigin(matches),
    page: data?.page ?? 1,
    isEmpty: !data?.deals?.items.length,
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const page = pageNumber(new URL(request.url))
  const deals = await attempt(listDeals(page), paths.deals)
  return deals
    ? publicPage({ page, deals: showPage(deals, showDeal) }, { request, params: ['page'] })
    : failedPage({ page, deals: null })
}

export default function Deals() {
  const { deals } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Top Stores</h1>
        <p className="muted">{LEAD}</p>
      </header>
      <BrowseTabs at={paths.deals} />
      {!deals ? (
        <Failed>{messages.catalog.storesFailed}</Failed>
      ) : deals.items.length ? (
        <DealGrid deals={deals.items} level={2} />
      ) : (
        <Empty icon="store">{messages.catalog.noStores}</Empty>
      )}
      {deals && <Pagination page={deals.page} pages={deals.pages} label="Pages" />}
    </main>
  )
}
