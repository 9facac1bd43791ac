import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listStoresOf } from '~/catalog/brands.server'
import { listByCategory } from '~/catalog/lists/campaigns.server'
import { Failed } from '~/catalog/cards/empty'
import { listCategories, pickCategory } from '~/catalog/categories.server'
import { CategoryBanner } from '~/catalog/lists/category-banner'
import { CategoryFilter } from '~/catalog/lists/category-filter'
import { CategoryOffers, countFound } from '~/catalog/lists/category-offers'
import { NothingFound, ResultsHead } from '~/catalog/search/results-head'
import { searchPage } from '~/catalog/search/search-page.server'
import { chooseCategories } from '~/catalog/lists/choose-categories'
import { categoryPath, matchKey } from '~/catalog/links'
import { Missing } from '~/catalog/lists/missing'
import { showCoupon, showPage } from '~/catalog/cards/shown'
import { StoreGrid } from '~/catalog/cards/store-card'
import { attempt } from '~/http/attempt.server'
import { PRIVATE } from '~/config/caching'
import { failedPage, publicPage } from '~/http/page'
import { pageNumber } from '~/http/urls'
import { messages } from '~/messages'
import { listMeta, pageMeta, siteOrigin } from '~/shell/page-meta'
import { Section } from '~/ui/section'

export { headers } from '~/http/page'

const UNKNOWN = 'There is no category of this name.'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = siteOrigin(matches)
  if (!data?.name) {
    const title = `${messages.catalog.noCoupons} | DealDwaar`
    return pageMeta({ title, description: UNKNOWN, path: null, origin, robots: 'noindex' })
  }
  if (data.q)
    return listMeta({
      title: `Results for “${data.q}”`,
      description: `Stores and offers that match “${data.q}”.`,
      path: categoryPath(data.name),
      origin,
      page: 1,
      isEmpty: true,
    })
  const about = `${data.name === 'All' ? 'All categories' : data.name}: coupons, offers and cashback`
  return listMeta({
    title: about,
    description: `${about} of stores that deliver in India. Search, choose categories, and see what you get back.`,
    path: categoryPath(data.name),
    origin,
    page: 1,
    // A filtered list is a view of this page and must not be indexed separately.
    isEmpty: data.narrowed || !data.offers?.items.length,
  })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const search = url.searchParams
  const all = await listCategories()
  const category = pickCategory(all, params.category!)
  if (!category && matchKey(params.category!) !== 'all')
    return publicPage({ name: null }, { request, status: 404 })

  const { boxes, ticked, chosen, leaves } = chooseCategories(all, category, search)
  if (leaves) throw redirect(leaves, { headers: { 'Cache-Control': PRIVATE } })
  const q = (search.get('q') ?? '').trim().slice(0, 80)
  const showAll = search.get('show') === 'all'
  const categoryIds = chosen.map((one) => one.id)
  const page = pageNumber(url)
  const found = q ? await attempt(searchPage({ q, categoryIds }, all, { showAll, page }), 'search') : null
  const [offers, stores] = q
    ? [found && found.offers, []]
    : await Promise.all([
        attempt(listByCategory({ categoryIds, q, showAll, page }), 'offers'),
        attempt(listStoresOf(category?.id, 6), 'top stores'),
      ])
  const content = {
    name: category?.name ?? 'All',
    boxes: boxes.map((one) => ({ name: one.name, checked: chosen.includes(one) })),
    narrowed: ticked.length > 0 || q !== '',
    q,
    showAll,
    offers: offers && showPage(offers, showCoupon),
    stores,
    results: found && found.results,
  }
  return offers && stores
    ? publicPage(content, { request, params: ['q', 'category', 'show', 'page'] })
    : failedPage(content)
}

const NO_RESULTS = { stores: [], categories: [], meant: null, popular: [] }

export default function CouponFilters() {
  const page = useLoaderData<typeof loader>()
  if (!page.name) return <Missing text={messages.catalog.noCoupons} hint={UNKNOWN} />
  const { name, boxes, q, showAll, offers, stores, results } = page
  const isNothing = results && !offers?.total && !results.stores.length
  return (
    <main id="main" className="page">
      {q ? (
        <ResultsHead q={q} offers={offers && countFound(offers)} results={results ?? NO_RESULTS} />
      ) : (
        <CategoryBanner name={name} />
      )}
      {(!stores || stores.length > 0) && (
        <Section title="Top Stores">
          {stores ? (
            <StoreGrid stores={stores} className="card-scroller" />
          ) : (
            <Failed>{messages.catalog.storesFailed}</Failed>
          )}
        </Section>
      )}
      <div className="page-columns page-columns-left">
        <CategoryFilter name={name} boxes={boxes} q={q} />
        <div>
          <CategoryOffers offers={offers} q={q} showAll={showAll} />
          {isNothing && <NothingFound categories={boxes.map((box) => box.name)} stores={results.popular} />}
        </div>
      </div>
    </main>
  )
}
