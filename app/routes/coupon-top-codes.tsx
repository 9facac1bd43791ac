import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listCoupons } from '~/catalog/lists/campaigns.server'
import { DealGrid } from '~/catalog/cards/cards'
import { Empty, Failed } from '~/catalog/cards/empty'
import { toDealProps, mapItems } from '~/catalog/cards/card-props'
import { BrowseTabs } from '~/catalog/lists/browse-tabs'
import { SortForm } from '~/catalog/lists/sort-form'
import { knownFilters, readFilters, sortedTitle } from '~/catalog/lists/sorts'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, publicPage } from '~/http/page'
import { pageNumber } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { paths } from '~/paths'
import { listMeta, readSiteOrigin } from '~/layout/page-meta'
import { Pagination } from '~/ui/pagination'
import type { RouteHandle } from '~/route-handle'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

const LEAD = 'Codes that work today. Copy one, shop, and earn cashback on top.'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  listMeta({
    title: sortedTitle('Coupon Codes', data?.filters.sort ?? 'popular'),
    description: LEAD,
    path: paths.topCodes,
    origin: readSiteOrigin(matches),
    page: data?.page ?? 1,
    isEmpty: !data?.deals?.items.length,
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const page = pageNumber(url)
  const filters = readFilters(url.searchParams)
  const deals = await readOrNull(listCoupons(page, filters.sort), paths.topCodes)
  return deals
    ? publicPage(
        { page, filters, deals: mapItems(deals, toDealProps) },
        { request, params: ['page', ...knownFilters(url.searchParams, ['sort'])] },
      )
    : failedPage({ page, filters, deals: null })
}

export default function CouponTopCodes() {
  const { deals, filters } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Coupon Codes</h1>
        <p className="muted">{LEAD}</p>
      </header>
      <BrowseTabs at={paths.topCodes} />
      <SortForm filters={filters} />
      {!deals ? (
        <Failed>{catalogMessages.catalog.fetchFailed}</Failed>
      ) : deals.items.length ? (
        <DealGrid deals={deals.items} level={2} />
      ) : (
        <Empty icon="ticket">{catalogMessages.catalog.noCoupons}</Empty>
      )}
      {deals && <Pagination page={deals.page} pages={deals.pages} label="Pages" />}
    </main>
  )
}
