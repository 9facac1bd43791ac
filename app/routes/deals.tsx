import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listDeals } from '~/domain/catalog/lists.server'
import { DealGrid } from '~/components/cards/cards'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { toDealProps, mapItems } from '~/domain/catalog/cards'
import { BrowseTabs } from '~/components/lists/browse-tabs'
import { SortForm } from '~/components/lists/sort-form'
import { listKnownFilters, readFilters, addSortToTitle, type Sort } from '~/domain/catalog/lists'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, publicPage } from '~/http/page'
import { pageNumber } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { paths } from '~/paths'
import { listMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { Pagination } from '~/components/ui/pagination'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = {
  cache: 'guests',
  sitemap: true,
  lost: 'Failed to load top stores',
} satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

const LEAD = 'Every deal on DealDwaar'

const chooseLead = (sort: Sort) =>
  sort === 'popular' ? `${LEAD}, most popular first.` : `${addSortToTitle(LEAD, sort)}.`

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  listMeta({
    title: addSortToTitle('Top Stores', data?.filters.sort ?? 'popular'),
    description: chooseLead(data?.filters.sort ?? 'popular'),
    path: paths.deals,
    origin: readSiteOrigin(matches),
    page: data?.page ?? 1,
    isEmpty: !data?.deals?.items.length,
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const page = pageNumber(url)
  const filters = readFilters(url.searchParams)
  const deals = await readOrNull(listDeals(page, filters.sort), paths.deals)
  return deals
    ? publicPage(
        { page, filters, deals: mapItems(deals, toDealProps) },
        { request, params: ['page', ...listKnownFilters(url.searchParams, ['sort'])] },
      )
    : failedPage({ page, filters, deals: null })
}

export default function Deals() {
  const { deals, filters } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Top Stores</h1>
        <p className="muted">{chooseLead(filters.sort)}</p>
      </header>
      <BrowseTabs at={paths.deals} />
      <SortForm filters={filters} />
      {!deals ? (
        <LoadFailure>{catalogMessages.catalog.storesFailed}</LoadFailure>
      ) : deals.items.length ? (
        <DealGrid deals={deals.items} level={2} />
      ) : (
        <Empty icon="store">{catalogMessages.catalog.noStores}</Empty>
      )}
      {deals && <Pagination page={deals.page} pages={deals.pages} label="Pages" />}
    </main>
  )
}
