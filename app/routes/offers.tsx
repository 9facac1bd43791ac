import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listTopStores } from '~/domain/catalog/stores.server'
import { Verified } from '~/components/cards/badges'
import { CouponCard } from '~/components/cards/coupon-card'
import { Empty } from '~/components/cards/empty'
import { UpTo } from '~/components/cards/store-figures'
import { Share } from '~/components/cards/share'
import { StoreHead } from '~/components/cards/store-head'
import { followSchema } from '~/domain/catalog/follows'
import { FollowForm } from './offers/follow-form'
import { describeFollow } from './offers/follow-notice'
import { findFollowedStore, followStore, isFollowing, unfollowStore } from '~/domain/catalog/follows.server'
import { useVisitedStore } from '~/components/lists/visited-stores'
import { KindTabs, TABS } from './offers/kind-tabs'
import { Missing } from '~/components/lists/missing'
import { readStorePage, type OffersView, type OffersTab } from '~/domain/catalog/store-page.server'
import { ActiveFilters, SortForm } from '~/components/lists/sort-form'
import { Memory, StoreRateList, StoreRulesPanel } from './offers/store-rates'
import { listKnownFilters, readFilters } from '~/domain/catalog/lists'
import { FactFigures } from './offers/fact-figures'
import { StoreRecordPanel } from './offers/store-record'
import { formatExample } from '~/domain/tracking/example'
import { PopularStores, toPopularStore } from '~/components/cards/related'
import { getCodeLink, getLink, toOfferProps, mapItems } from '~/domain/catalog/cards'
import { completeFollow, wishCookie } from './offers/follow-wish.server'
import { formAction } from '~/http/form-action.server'
import { readOrNull } from '~/http/or-null.server'
import { publicPage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import { withSearch } from '~/http/form/site-paths'
import { openDialog, pageNumber } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { storePageMessages } from '~/messages/store-page'
import { warning } from '~/messages/notice'
import { paths } from '~/paths'
import { missingMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { storeMeta } from '~/components/layout/store-meta'
import { Link } from '~/components/ui/link'
import { Pagination } from '~/components/ui/pagination'
import type { RouteHandle } from '~/platform/route-handle'
import './offers.css'
import '~/components/cards/card-rows.css'
import '~/components/ui/page-columns.css'

export const handle = { cache: 'guests', lost: 'Failed to fetch coupons' } satisfies RouteHandle

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = readSiteOrigin(matches)
  return data?.store ? storeMeta(data, origin) : missingMeta(catalogMessages.catalog.noOffers, origin)
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const search = url.searchParams
  const tab: OffersTab = search.get('tab') === 'product' ? 'product' : 'all'
  const filters = readFilters(search)
  const shown: OffersView = tab === 'all' && filters.withCode ? 'code' : tab
  const session = await readSession(request)
  const answer =
    session && search.has('follow') && (await completeFollow(request, session.user.id, params.slug!))
  if (answer) throw answer
  const [found, stores, follows] = await Promise.all([
    readStorePage(params.slug!, { shown, sort: filters.sort, page: pageNumber(url) }, formatExample),
    listTopStores(8),
    session && readOrNull(isFollowing(session.user.id, params.slug!), 'follow'),
  ])
  if (!found) return publicPage({ store: null }, { request, status: 404 })
  const { store, offers } = found
  return publicPage(
    {
      store,
      offers: mapItems(offers, toOfferProps),
      stores: stores.filter(({ href }) => href !== store.href).map(toPopularStore),
      tab,
      shown,
      filters,
      follows,
      offered: session !== null && search.has('follow') && !follows,
    },
    { request, params: ['tab', 'page', ...listKnownFilters(search, ['sort', 'code'])] },
  )
}

const options = { form: 'follow', fallback: paths.topStores }

export const action = formAction(options, async ({ request, params, readForm }) => {
  const { input, from } = await readForm(followSchema)
  const session = await readSession(request)
  if (!session) {
    const store = input.follow === 'yes' ? await findFollowedStore(params.slug!) : null
    // A guest's page sets no cookie, so that a missing cookie does not prove that the browser refuses them.
    return redirectWith(openDialog(withSearch(from, { follow: '', cookies: null }), 'sign-in'), {
      notice: warning(storePageMessages.follow.signInFirst),
      ...(store && { headers: { 'Set-Cookie': wishCookie.write({ brandId: store.id }) } }),
    })
  }
  const to = withSearch(from, { follow: null })
  const follows = input.follow === 'yes'
  const result = await (follows ? followStore : unfollowStore)(session.user.id, params.slug!)
  return redirectWith(to, { notice: describeFollow(result, follows) })
})

export default function Offers() {
  const found = useLoaderData<typeof loader>()
  useVisitedStore(found.store)
  if (!found.store) return <Missing text={catalogMessages.catalog.noOffers} />
  const { store, offers, stores, tab, shown, filters, follows, offered } = found
  const chip = {
    name: 'With a code',
    count: String(store.counts.code),
    param: ['code', '1'] as [string, string],
  }
  return (
    <main id="main" className="page">
      <header className="offers-head">
        <StoreHead logo={store.logo} name={store.name}>
          <h1>{store.title}</h1>
          <p className="meta-line">
            {`${store.count} Coupons & Offers `}
            {store.verified && <Verified />}
          </p>
        </StoreHead>
        <div className="offers-figures">
          <UpTo rate={store.upTo} big />
          <FactFigures facts={store.facts} />
          <FollowForm href={store.href} follows={follows === true} offered={offered} />
        </div>
      </header>
      <Memory memory={store.memory} />
      <div className="page-columns">
        <section aria-labelledby="offers-title">
          <StoreRateList rates={store.rates} name={store.name} />
          <h2 id="offers-title" className="sr-only">
            {`Offers of ${store.name}`}
          </h2>
          <KindTabs href={store.href} counts={store.counts} tab={tab} />
          {(store.counts[tab] > 1 || shown === 'code') && (
            <SortForm filters={filters} canHaveCode={tab === 'all'} />
          )}
          <ActiveFilters chips={shown === 'code' ? [chip] : []} />
          {offers.items.length ? (
            <ul className="card-rows">
              {offers.items.map((offer) => (
                <CouponCard
                  key={getLink(offer)}
                  coupon={offer}
                  isOwn
                  action={{ to: getCodeLink(offer), label: offer.isCoupon ? 'GET COUPON' : 'GET OFFER' }}
                />
              ))}
            </ul>
          ) : (
            <Empty icon="ticket">{TABS.find((one) => one.tab === tab)?.empty}</Empty>
          )}
          <Pagination page={offers.page} pages={offers.pages} label="Pages of offers" />
          <StoreRulesPanel record={store.record} name={store.name} />
          <div className="buttons mt-4">
            <Share title={store.title} href={store.href} />{' '}
            <Link to={paths.link} className="button">
              {storePageMessages.storePage.product}
            </Link>
          </div>
        </section>
        <aside className="stack">
          <StoreRecordPanel past={store.past} codes={store.codes} />
          <section className="panel">
            <PopularStores stores={stores} />
          </section>
        </aside>
      </div>
    </main>
  )
}
