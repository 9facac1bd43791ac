import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from '~/ui/link'
import { listTopStores } from '~/catalog/brands.server'
import { Verified } from '~/catalog/cards/badges'
import { CouponCard } from '~/catalog/cards/coupon-card'
import { Empty } from '~/catalog/cards/empty'
import { UpTo } from '~/catalog/cards/store-card'
import { StoreHead } from '~/catalog/cards/store-head'
import { storePicture } from '~/catalog/share-pictures/addresses'
import { useVisitedStore } from '~/catalog/lists/recent-stores'
import { Missing } from '~/catalog/lists/missing'
import { findBrand, listOffers, pagesOf, type OffersTab } from '~/catalog/lists/offers.server'
import { PopularStores } from '~/catalog/detail/related'
import { showOffer } from '~/catalog/cards/shown'
import { breadcrumbs } from '~/catalog/structured-data'
import { publicPage } from '~/http/page'
import { pageNumber, withSearch } from '~/http/urls'
import { messages } from '~/messages'
import { paths } from '~/paths'
import { dataMeta, missingMeta, pageMeta, picture, siteOrigin } from '~/shell/page-meta'
import { Pagination } from '~/ui/pagination'
import { Spaced } from '~/ui/spaced'

export { headers } from '~/http/page'

const TABS: { tab: OffersTab; name: string; empty: string }[] = [
  { tab: 'all', name: 'All', empty: messages.catalog.noOffers },
  { tab: 'product', name: 'Product(New)', empty: messages.catalog.noItemsInTab },
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = siteOrigin(matches)
  if (!data?.brand) return missingMeta(messages.catalog.noOffers, origin)
  const { brand, tab, page } = data
  const search = { tab: tab === 'all' ? null : tab, page: page === 1 ? null : String(page) }
  return [
    ...pageMeta({
      title: `${brand.title} | DealDwaar`,
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
  const page = pageNumber(url)
  const [brand, offers, stores] = await Promise.all([
    findBrand(params.slug!),
    listOffers(params.slug!, tab, page),
    listTopStores(8),
  ])
  if (!brand) return publicPage({ brand: null }, { request, status: 404 })
  const pages = pagesOf(brand.counts[tab])
  return publicPage(
    { brand, offers: offers.map(showOffer), stores, tab, page, pages },
    { request, params: ['tab', 'page'] },
  )
}

export default function Offers() {
  const found = useLoaderData<typeof loader>()
  useVisitedStore(found.brand)
  if (!found.brand) return <Missing text={messages.catalog.noOffers} />
  const { brand, offers, stores, tab, page, pages } = found
  return (
    <main id="main" className="page">
      <StoreHead as="header" className="offers-head" logo={brand.logo} name={brand.name}>
        <h1>{brand.title}</h1>
        <UpTo rate={brand.upTo} />
        <p className="meta-line">
          {brand.count} Coupons &amp; Offers {brand.verified && <Verified />}
        </p>
      </StoreHead>
      <div className="page-columns">
        <section aria-labelledby="offers-title">
          <h2 id="offers-title" className="sr-only">
            Offers of {brand.name}
          </h2>
          <nav className="tabs" aria-label="Kinds of offers">
            <Spaced>
              {TABS.map((one) => (
                <Link
                  key={one.tab}
                  to={withSearch(brand.href, { tab: one.tab === 'all' ? null : one.tab })}
                  preventScrollReset
                  aria-current={tab === one.tab ? 'page' : undefined}
                >
                  {one.name} <span className="offers-count">{brand.counts[one.tab]}</span>
                </Link>
              ))}
            </Spaced>
          </nav>
          {offers.length ? (
            <ul className="card-rows">
              {offers.map((offer) => (
                <CouponCard
                  key={offer.id}
                  coupon={offer}
                  action={{ to: offer.codeHref, label: offer.isCoupon ? 'GET COUPON' : 'GET OFFER' }}
                />
              ))}
            </ul>
          ) : (
            <Empty icon="ticket">{TABS.find((one) => one.tab === tab)?.empty}</Empty>
          )}
          <Pagination page={page} pages={pages} label="Pages of offers" />
        </section>
        <aside className="panel">
          <PopularStores stores={stores} />
        </aside>
      </div>
    </main>
  )
}
