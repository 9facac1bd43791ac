import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from '~/ui/link'
import { listTopStores } from '~/catalog/brands.server'
import { Verified } from '~/catalog/cards/badges'
import { CouponCard } from '~/catalog/cards/coupon-card'
import { Empty } from '~/catalog/cards/empty'
import { UpTo } from '~/catalog/cards/store-figures'
import { Share } from '~/catalog/cards/share'
import { StoreHead } from '~/catalog/cards/store-head'
import { storePicture } from '~/catalog/share-pictures/addresses'
import { useVisitedStore } from '~/catalog/lists/recent-stores'
import { Missing } from '~/catalog/lists/missing'
import { readStorePage, type OffersShown, type OffersTab } from '~/catalog/lists/offers.server'
import { ActiveFilters, SortForm } from '~/catalog/lists/sort-form'
import { StoreRates, StoreRulesPanel } from '~/catalog/lists/store-record'
import { knownFilters, readFilters, sortedTitle } from '~/catalog/lists/sorts'
import { FactsLine } from '~/catalog/waits/facts-line'
import { PopularStores } from '~/catalog/detail/related'
import { linkToCode, linkTo, toOfferProps, mapItems } from '~/catalog/cards/card-props'
import { breadcrumbs } from '~/catalog/structured-data'
import { publicPage } from '~/http/page'
import { pageNumber, withSearch } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { paths } from '~/paths'
import { dataMeta, missingMeta, pageMeta, picture, readSiteOrigin } from '~/layout/page-meta'
import { Pagination } from '~/ui/pagination'
import { Spaced } from '~/ui/spaced'
import type { RouteHandle } from '~/route-handle'
import './offers.css'
import '~/catalog/cards/card-rows.css'
import '~/ui/tabs.css'
import '~/ui/page-columns.css'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

const TABS: { tab: OffersTab; name: string; empty: string }[] = [
  { tab: 'all', name: 'All', empty: catalogMessages.catalog.noOffers },
  { tab: 'product', name: 'Product(New)', empty: catalogMessages.catalog.noItemsInTab },
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = readSiteOrigin(matches)
  if (!data?.brand) return missingMeta(catalogMessages.catalog.noOffers, origin)
  const { brand, shown, offers, filters } = data
  const search = {
    tab: shown === 'product' ? shown : null,
    code: shown === 'code' ? '1' : null,
    page: offers.page === 1 ? null : String(offers.page),
  }
  const title = shown === 'code' ? `${brand.title}, coupon codes` : brand.title
  return [
    ...pageMeta({
      title: `${sortedTitle(title, filters.sort)} | DealDwaar`,
      description: `${brand.count} coupons and offers of ${brand.name}, with ${brand.upTo ? `up to ${brand.upTo} ` : ''}cashback.`,
      path: withSearch(brand.href, search),
      origin,
      image: picture(storePicture(brand.couponCode, brand.upTo)),
    }),
    ...dataMeta(
      breadcrumbs(origin, [
        ['Top Deals', paths.topStores],
        [brand.name, brand.href],
      ]),
    ),
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const search = url.searchParams
  const tab: OffersTab = search.get('tab') === 'product' ? 'product' : 'all'
  const filters = readFilters(search)
  const shown: OffersShown = tab === 'all' && filters.withCode ? 'code' : tab
  const [found, stores] = await Promise.all([
    readStorePage(params.slug!, { shown, sort: filters.sort, page: pageNumber(url) }),
    listTopStores(8),
  ])
  if (!found) return publicPage({ brand: null }, { request, status: 404 })
  const { brand, offers } = found
  return publicPage(
    { brand, offers: mapItems(offers, toOfferProps), stores, tab, shown, filters },
    { request, params: ['tab', 'page', ...knownFilters(search, ['sort', 'code'])] },
  )
}

export default function Offers() {
  const found = useLoaderData<typeof loader>()
  useVisitedStore(found.brand)
  if (!found.brand) return <Missing text={catalogMessages.catalog.noOffers} />
  const { brand, offers, stores, tab, shown, filters } = found
  const chip = {
    name: 'With a code',
    count: String(brand.counts.code),
    param: ['code', '1'] as [string, string],
  }
  return (
    <main id="main" className="page">
      <StoreHead as="header" className="offers-head" logo={brand.logo} name={brand.name}>
        <h1>{brand.title}</h1>
        <UpTo rate={brand.upTo} big />
        <p className="meta-line">
          {`${brand.count} Coupons & Offers `}
          {brand.verified && <Verified />}
        </p>
      </StoreHead>
      <FactsLine facts={brand.facts} />
      <div className="page-columns">
        <section aria-labelledby="offers-title">
          <h2 id="offers-title" className="sr-only">
            {`Offers of ${brand.name}`}
          </h2>
          <StoreRates rates={brand.rates} name={brand.name} />
          <KindTabs href={brand.href} counts={brand.counts} tab={tab} />
          {(brand.counts[tab] > 1 || shown === 'code') && (
            <SortForm filters={filters} canHaveCode={tab === 'all'} />
          )}
          <ActiveFilters chips={shown === 'code' ? [chip] : []} />
          {offers.items.length ? (
            <ul className="card-rows">
              {offers.items.map((offer) => (
                <CouponCard
                  key={linkTo(offer)}
                  coupon={offer}
                  isOwn
                  action={{ to: linkToCode(offer), label: offer.isCoupon ? 'GET COUPON' : 'GET OFFER' }}
                />
              ))}
            </ul>
          ) : (
            <Empty icon="ticket">{TABS.find((one) => one.tab === tab)?.empty}</Empty>
          )}
          <Pagination page={offers.page} pages={offers.pages} label="Pages of offers" />
          <StoreRulesPanel record={brand.record} name={brand.name} />
          <div className="buttons mt-4">
            <Share title={brand.title} href={brand.href} />
          </div>
        </section>
        <aside className="panel">
          <PopularStores stores={stores} />
        </aside>
      </div>
    </main>
  )
}

interface KindTabsProps {
  href: string
  counts: Record<OffersTab, number>
  tab: OffersTab
}

const KindTabs = ({ href, counts, tab }: KindTabsProps) => (
  <nav className="tabs" aria-label="Kinds of offers">
    <Spaced>
      {TABS.map((one) => (
        <Link
          key={one.tab}
          to={withSearch(href, { tab: one.tab === 'all' ? null : one.tab })}
          preventScrollReset
          aria-current={tab === one.tab ? 'page' : undefined}
        >
          {one.name} <span className="offers-count">{counts[one.tab]}</span>
        </Link>
      ))}
    </Spaced>
  </nav>
)
