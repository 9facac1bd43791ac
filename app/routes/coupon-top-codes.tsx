import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listCouponsWithVotes } from '~/domain/catalog/lists.server'
import { CardCode } from './coupon-top-codes/card-code'
import { CouponCard } from '~/components/cards/coupon-card'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { getLink, mapItems, toTeaserProps } from '~/domain/catalog/cards'
import { BrowseTabs } from '~/components/lists/browse-tabs'
import { SortForm } from '~/components/lists/sort-form'
import { listKnownFilters, readFilters, addSortToTitle } from '~/domain/catalog/lists'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, publicPage } from '~/http/page'
import { pageNumber } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { paths } from '~/paths'
import { listMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { Pagination } from '~/components/ui/pagination'
import type { RouteHandle } from '~/platform/route-handle'
import '~/components/ui/card-grid.css'

export const handle = {
  cache: 'guests',
  sitemap: true,
  lost: 'Failed to fetch coupons',
} satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

const LEAD = 'Coupon codes of all stores.'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  listMeta({
    title: addSortToTitle('Coupon Codes', data?.filters.sort ?? 'popular'),
    description: LEAD,
    path: paths.topCodes,
    origin: readSiteOrigin(matches),
    page: data?.page ?? 1,
    isEmpty: !data?.coupons?.items.length,
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const page = pageNumber(url)
  const filters = readFilters(url.searchParams)
  const coupons = await readOrNull(listCouponsWithVotes(page, filters.sort), paths.topCodes)
  return coupons
    ? publicPage(
        { page, filters, coupons: mapItems(coupons, toTeaserProps) },
        { request, params: ['page', ...listKnownFilters(url.searchParams, ['sort'])] },
      )
    : failedPage({ page, filters, coupons: null })
}

export default function CouponTopCodes() {
  const { coupons, filters } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Coupon Codes</h1>
        <p className="muted">{LEAD}</p>
      </header>
      <BrowseTabs at={paths.topCodes} />
      <SortForm filters={filters} />
      {!coupons ? (
        <LoadFailure>{catalogMessages.catalog.fetchFailed}</LoadFailure>
      ) : coupons.items.length ? (
        <ul className="card-grid-wide">
          {coupons.items.map((coupon) => (
            <CouponCard
              key={getLink(coupon)}
              coupon={coupon}
              action={{ to: getLink(coupon), label: 'View Deal' }}
              level={2}
              code={coupon.masked && <CardCode href={getLink(coupon)} masked={coupon.masked} />}
            />
          ))}
        </ul>
      ) : (
        <Empty icon="ticket">{catalogMessages.catalog.noCoupons}</Empty>
      )}
      {coupons && <Pagination page={coupons.page} pages={coupons.pages} label="Pages" />}
    </main>
  )
}
