import { listTopStores } from '../brands.server'
import { errorFacts, log } from '~/runtime/log.server'
import type { CampaignCard } from '../cards/cards.server'
import type { Category } from '../categories.server'
import { pageFound, type CardPage } from '../lists/campaigns.server'
import { filterFound, type Selection } from '../lists/select-offers.server'
import { categoriesNamed, find } from './find.server'
import { recordZeroResults } from './zero-results.server'
import type { Results } from './results-head'
import type { Search } from './search.server'

const POPULAR = 6

const logMissed = (error: unknown) => log('error', 'a search was not counted', errorFacts(error))

interface View extends Omit<Selection, 'categoryIds'> {
  showAll: boolean
  page: number
}

interface SearchPage {
  offers: CardPage<CampaignCard>
  ids: number[]
  results: Results
}

const narrow = (ids: number[], { sort = 'popular', storeId, only }: View) =>
  sort === 'popular' && storeId === undefined && !only ? ids : filterFound(ids, { sort, storeId, only })

export async function searchPage(
  search: Search & { categoryIds: readonly number[] },
  all: readonly Category[],
  view: View,
): Promise<SearchPage> {
  const { stores, ids, ...how } = await find(search, all)
  const { meant } = how
  const categories = categoriesNamed(meant ?? search.q, all).map((category) => category.name)
  if (stores.length || ids.length) {
    const offers = await pageFound(await narrow(ids, view), view)
    return { offers, ids, results: { stores, categories, ...how, popular: [] } }
  }
  const [offers, popular] = await Promise.all([
    pageFound(ids, view),
    listTopStores(POPULAR),
    search.categoryIds.length ? undefined : recordZeroResults(search.q).catch(logMissed),
  ])
  return { offers, ids, results: { stores, categories, ...how, popular } }
}
