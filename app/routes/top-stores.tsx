import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { StoreGrid } from '~/components/cards/store-card'
import { BrowseTabs } from '~/components/lists/browse-tabs'
import { readLetter } from '~/domain/catalog/store-index'
import { RecentStores } from '~/components/lists/recent-stores'
import { StoreIndexNav } from './top-stores/store-index'
import { listRecentStores, listStores, readStoreIndex } from '~/domain/catalog/store-index.server'
import { toMatchKey } from '~/domain/catalog/links'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, publicPage } from '~/http/page'
import { readSession } from '~/http/session.server'
import { withSearch } from '~/http/form/site-paths'
import { pageNumber } from '~/http/urls'
import { catalogMessages } from '~/messages/catalog'
import { paths } from '~/paths'
import { listMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { Pagination } from '~/components/ui/pagination'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = {
  cache: 'guests',
  sitemap: true,
  lost: 'Failed to load top stores',
} satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

const LEAD = 'The stores people use most, what they pay, and how many offers each has today.'

const buildTitle = ({ letter, category }: { letter: string | null; category: string | null }) => {
  if (category) return `${category} stores`
  return letter ? `Stores: ${letter}` : 'Top Deals'
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { letter = null, category = null } = data ?? {}
  return listMeta({
    title: buildTitle({ letter, category }),
    description: LEAD,
    path: withSearch(paths.topStores, { category, letter: category ? null : letter }),
    origin: readSiteOrigin(matches),
    page: data?.page ?? 1,
    isEmpty: !data?.stores?.items.length,
  })
}

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const page = pageNumber(url)
  const letter = readLetter(url.searchParams.get('letter'))
  const wanted = url.searchParams.get('category') || null
  const [stores, index, recent] = await Promise.all([
    readOrNull(listStores({ letter, category: wanted }, page), paths.topStores),
    readOrNull(readStoreIndex(), 'letters of stores'),
    readOrNull(
      readSession(request).then((session) => session && listRecentStores(session.user.id)),
      'recent stores',
    ),
  ])
  const category = wanted && (index?.categories.find((one) => toMatchKey(one) === toMatchKey(wanted)) ?? null)
  const content = {
    page,
    letter: wanted ? null : letter,
    category,
    index,
    recent: recent && recent.map(({ name, href }) => ({ name, href })),
  }
  return stores && index
    ? publicPage({ ...content, stores }, { request, params: ['page', 'letter', 'category'] })
    : failedPage({ ...content, stores: null })
}

export default function TopStores() {
  const { stores, index, letter, category, recent } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <header className="page-head">
        <h1>Top Deals</h1>
        <p className="muted">{LEAD}</p>
      </header>
      <BrowseTabs at={paths.topStores} />
      {recent && <RecentStores stores={recent} />}
      {index && <StoreIndexNav index={index} letter={letter} category={category} />}
      {!stores ? (
        <LoadFailure>{catalogMessages.catalog.storesFailed}</LoadFailure>
      ) : stores.items.length ? (
        <StoreGrid stores={stores.items} level={2} />
      ) : (
        <Empty icon="store">{catalogMessages.catalog.noStores}</Empty>
      )}
      {stores && <Pagination page={stores.page} pages={stores.pages} label="Pages" />}
      {/* Last: they appear after hydration and shift nothing. */}
      {!recent && <RecentStores stores={null} />}
    </main>
  )
}
