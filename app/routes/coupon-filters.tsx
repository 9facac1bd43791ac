import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listStoresOf } from '~/catalog/brands.server'
import { listByCategory } from '~/catalog/campaigns.server'
import { StoreGrid } from '~/catalog/cards'
import { listCategories, pickCategory } from '~/catalog/categories.server'
import { CategoryBanner } from '~/catalog/category-banner'
import { CategoryFilter } from '~/catalog/category-filter'
import { CategoryOffers } from '~/catalog/category-offers'
import { categoryPath, matchKey } from '~/catalog/links'
import { Missing } from '~/catalog/missing'
import { pageNumber } from '~/catalog/page-number'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'
import { Section } from '~/ui/section'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.name) return [{ title: `${messages.catalog.noCoupons} | DealDwaar` }]
  const title = data.name === 'All' ? 'All categories' : data.name
  return [
    { title: `${title}: coupons, offers and cashback | DealDwaar` },
    {
      name: 'description',
      content: `${title}: coupons, offers and cashback of stores that deliver in India.`,
    },
    { tagName: 'link', rel: 'canonical', href: data.canonical },
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const all = await listCategories()
  const category = pickCategory(all, params.category!)
  if (!category && matchKey(params.category!) !== 'all')
    return publicPage({ name: null }, { request, status: 404 })

  const boxes = all
    .filter((one) => one.filterPosition !== null)
    .sort((a, b) => a.filterPosition! - b.filterPosition!)
  // What is ticked decides; where nothing is, the category of the path.
  const ticked = boxes.filter((one) =>
    search.getAll('category').some((name) => pickCategory(all, name) === one),
  )
  const chosen = ticked.length ? ticked : category ? [category] : []
  const q = (search.get('q') ?? '').trim().slice(0, 80)
  const showAll = search.get('show') === 'all'
  const [offers, stores] = await Promise.all([
    listByCategory({ categoryIds: chosen.map((one) => one.id), q, showAll, page: pageNumber(search) }),
    listStoresOf(category ? [category.id] : [], 6),
  ])
  const name = category?.name ?? 'All'
  const content = {
    name,
    boxes: boxes.map((one) => ({ name: one.name, checked: chosen.includes(one) })),
    narrowed: ticked.length > 0 || q !== '',
    q,
    showAll,
    offers,
    stores,
    canonical: env().publicOrigin + categoryPath(name),
  }
  return publicPage(content, { request, params: ['q', 'category', 'show', 'page'] })
}

export default function CouponFilters() {
  const page = useLoaderData<typeof loader>()
  if (!page.name)
    return <Missing text={messages.catalog.noCoupons} hint="There is no category of this name." />
  return (
    <main id="main" className="page">
      <CategoryBanner name={page.name} />
      {page.stores.length > 0 && (
        <Section title="Top Stores">
          <StoreGrid stores={page.stores} className="scroller" />
        </Section>
      )}
      <div className="split split-left">
        <CategoryFilter name={page.name} boxes={page.boxes} q={page.q} narrowed={page.narrowed} />
        <CategoryOffers offers={page.offers} q={page.q} showAll={page.showAll} />
      </div>
    </main>
  )
}
