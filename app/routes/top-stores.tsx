import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listBrands } from '~/catalog/brands.server'
import { Empty, StoreGrid } from '~/catalog/cards'
import { pageNumber } from '~/catalog/page-number'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'
import { Pagination } from '~/ui/pagination'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'Top Deals | DealDwaar' },
  { name: 'description', content: 'The stores of DealDwaar, each with its coupons, offers and cashback.' },
  { tagName: 'link', rel: 'canonical', href: data?.canonical },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const page = pageNumber(new URL(request.url).searchParams)
  const stores = await listBrands(page)
  const canonical = `${env().publicOrigin}/TopStores${page > 1 ? `?page=${page}` : ''}`
  return publicPage({ stores, canonical }, { request, params: ['page'] })
}

export default function TopStores() {
  const { stores } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Top Deals</h1>
        <p className="muted">The stores people use most, and how many offers each has today.</p>
      </header>
      {stores.items.length ? (
        <StoreGrid stores={stores.items} level={2} />
      ) : (
        <Empty icon="store">{messages.catalog.noStores}</Empty>
      )}
      <Pagination page={stores.page} pages={stores.pages} label="Pages" />
    </main>
  )
}
