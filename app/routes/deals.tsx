import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listDeals } from '~/catalog/campaigns.server'
import { DealGrid, Empty } from '~/catalog/cards'
import { pageNumber } from '~/catalog/page-number'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'
import { Pagination } from '~/ui/pagination'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'Top Stores | DealDwaar' },
  { name: 'description', content: 'Every deal on DealDwaar, store by store, most popular first.' },
  { tagName: 'link', rel: 'canonical', href: data?.canonical },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const page = pageNumber(new URL(request.url).searchParams)
  const deals = await listDeals(page)
  const canonical = `${env().publicOrigin}/Deals${page > 1 ? `?page=${page}` : ''}`
  return publicPage({ deals, canonical }, { request, params: ['page'] })
}

export default function Deals() {
  const { deals } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Top Stores</h1>
        <p className="muted">Every deal on DealDwaar, store by store, most popular first.</p>
      </header>
      {deals.items.length ? (
        <DealGrid deals={deals.items} level={2} />
      ) : (
        <Empty>{messages.catalog.noStores}</Empty>
      )}
      <Pagination page={deals.page} pages={deals.pages} label="Pages" />
    </main>
  )
}
