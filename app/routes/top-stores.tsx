import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listBrands } from '~/catalog/brands.server'
import { Empty, Failed } from '~/catalog/cards/empty'
import { StoreGrid } from '~/catalog/cards/store-card'
import { attempt } from '~/http/attempt.server'
import { failedPage, publicPage } from '~/http/page'
import { pageNumber } from '~/http/urls'
import { messages } from '~/messages'
import { paths } from '~/paths'
import { listMeta, siteOrigin } from '~/shell/page-meta'
import { Pagination } from '~/ui/pagination'

export { headers } from '~/http/page'

const LEAD = 'The stores people use most, and how many offers each has today.'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  listMeta({
    title: 'Top Deals',
    description: LEAD,
    path: paths.topStores,
    origin: siteOrigin(matches),
    page: data?.page ?? 1,
    isEmpty: !data?.stores?.items.length,
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const page = pageNumber(new URL(request.url))
  const stores = await attempt(listBrands(page), paths.topStores)
  return stores
    ? publicPage({ page, stores }, { request, params: ['page'] })
    : failedPage({ page, stores: null })
}

export default function TopStores() {
  const { stores } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Top Deals</h1>
        <p className="muted">{LEAD}</p>
      </header>
      {!stores ? (
        <Failed>{messages.catalog.storesFailed}</Failed>
      ) : stores.items.length ? (
        <StoreGrid stores={stores.items} level={2} />
      ) : (
        <Empty icon="store">{messages.catalog.noStores}</Empty>
      )}
      {stores && <Pagination page={stores.page} pages={stores.pages} label="Pages" />}
    </main>
  )
}
