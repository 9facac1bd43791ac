import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listStoresInCategory } from '~/domain/catalog/stores.server'
import { LoadFailure } from '~/components/cards/empty'
import { listCategories, pickCategory } from '~/domain/catalog/categories.server'
import { CategoryBanner } from './coupon-filters/category-banner'
import { CategoryFilter } from './coupon-filters/category-filter'
import { CategoryOffers } from './coupon-filters/category-offers'
import { listChips, readCategoryPage, readCategoryView } from '~/domain/catalog/category-page.server'
import { ActiveFilters, SortForm } from '~/components/lists/sort-form'
import { formatListCount, listKnownFilters } from '~/domain/catalog/lists'
import { hasAddress, LONGEST_TEXT } from '~/domain/catalog/product-links'
import { MissedStore, NothingFound, OtherWays } from './coupon-filters/nothing-found'
import { ResultsHead } from './coupon-filters/results-head'
import { chooseCategories } from './coupon-filters/choose-categories'
import { toMatchKey } from '~/domain/catalog/links'
import { Missing } from '~/components/lists/missing'
import { StoreStrip } from '~/components/cards/store-strip'
import { toCouponProps, mapItems } from '~/domain/catalog/cards'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, publicPage } from '~/http/page'
import { redirectKeepingFlash } from '~/http/respond.server'
import { pageNumber } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { linkPath } from '~/paths'
import { categoryMeta } from '~/components/layout/category-meta'
import { pageMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { Section } from '~/components/ui/section'
import type { RouteHandle } from '~/platform/route-handle'
import './coupon-filters.css'
import '~/components/ui/page-columns.css'

export const handle = { cache: 'guests', lost: 'Failed to fetch coupons' } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

const NO_LIST = { offers: null, store: null, stores: [], results: null }
const UNKNOWN = 'There is no category of this name.'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = readSiteOrigin(matches)
  if (data?.name) return categoryMeta(data, origin)
  const title = `${catalogMessages.catalog.noCoupons} | DealDwaar`
  return pageMeta({ title, description: UNKNOWN, path: null, origin, robots: 'noindex' })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const search = url.searchParams
  const pasted = search.get('q') ?? ''
  if (hasAddress(pasted)) throw redirectKeepingFlash(request, linkPath(pasted.slice(0, LONGEST_TEXT + 1)))
  const all = await listCategories()
  const category = pickCategory(all, params.category!)
  if (!category && toMatchKey(params.category!) !== 'all')
    return publicPage({ name: null }, { request, status: 404 })

  const { boxes, ticked, chosen, leaves } = chooseCategories(all, category, search)
  if (leaves) throw redirectKeepingFlash(request, leaves)
  const view = { ...readCategoryView(search), page: pageNumber(url) }
  const { q, filters } = view
  const categoryIds = chosen.map((one) => one.id)
  const [list, stores] = await Promise.all([
    readOrNull(readCategoryPage(view, { categoryIds, all }), 'offers'),
    q ? [] : readOrNull(listStoresInCategory(category?.id, 6), 'top stores'),
  ])
  const { offers, store, stores: options, results } = list ?? NO_LIST
  const narrowed = { all, ticked, filters, store, stores: options, found: offers && offers.total }
  const content = {
    name: category?.name ?? 'All',
    boxes: boxes.map((one) => ({ name: one.name, checked: chosen.includes(one) })),
    ticked: ticked.map((one) => one.name),
    q,
    showAll: view.showAll,
    filters: { ...filters, store: store ? filters.store : '' },
    store: store && store.name,
    options: options.map(({ name, code, count }) => ({ name, code, count })),
    chips: (await readOrNull(listChips(search, narrowed), 'active filters')) ?? [],
    offers: offers && mapItems(offers, toCouponProps),
    stores,
    results,
  }
  return offers && stores
    ? publicPage(content, {
        request,
        params: [
          'q',
          'category',
          'show',
          'page',
          ...listKnownFilters(search, ['sort', 'code', 'store'], store !== null),
        ],
      })
    : failedPage(content)
}

const NO_RESULTS = {
  stores: [],
  categories: [],
  meant: null,
  didYouMean: null,
  also: null,
  unknown: null,
  price: null,
  popular: [],
}

export default function CouponFilters() {
  const page = useLoaderData<typeof loader>()
  if (!page.name) return <Missing text={catalogMessages.catalog.noCoupons} hint={UNKNOWN} />
  const { name, boxes, q, showAll, filters, options, chips, offers, stores, results } = page
  const also = results?.also ?? null
  const isNothing = results && !offers?.total && !results.stores.length
  const canSort = chips.length > 0 || filters.sort !== 'popular' || (offers?.total ?? 0) > 1
  return (
    <main id="main" className="page">
      {q ? (
        <ResultsHead
          q={q}
          offers={offers && formatListCount(also ? also.after : offers.total)}
          results={results ?? NO_RESULTS}
        />
      ) : (
        <CategoryBanner name={name} />
      )}
      {isNothing && <NothingFound q={q} didYouMean={results.didYouMean} unknown={results.unknown} />}
      {(!stores || stores.length > 0) && (
        <Section title="Top Stores" className="category-stores">
          {stores ? (
            <StoreStrip stores={stores} />
          ) : (
            <LoadFailure>{catalogMessages.catalog.storesFailed}</LoadFailure>
          )}
        </Section>
      )}
      <div
        className={`page-columns page-columns-left category-columns ${isNothing && !chips.length ? 'category-nothing' : ''}`.trim()}
      >
        <CategoryFilter name={name} boxes={boxes} q={q} filters={filters} />
        {canSort && <SortForm filters={filters} stores={options} canHaveCode />}
        <div className="category-list">
          <CategoryOffers
            offers={offers}
            q={q}
            also={also}
            showAll={showAll}
            controls={canSort && <ActiveFilters chips={chips} />}
          />
          {!isNothing && results?.unknown && <MissedStore name={results.unknown} />}
          {isNothing && <OtherWays categories={boxes.map((box) => box.name)} stores={results.popular} />}
        </div>
      </div>
    </main>
  )
}
