import { listTopStores } from '../brands.server'
import { errorFacts, log } from '~/platform/log.server'
import type { Category } from '../categories.server'
import { readCardPage } from '../lists.server'
import { filterFound, type Selection } from '../select-offers.server'
import { filterCategories, find } from '../search/find.server'
import { recordZeroResults } from '../search/zero-results.server'
import type { Results } from '~/routes/coupon-filters/results-head'
import type { Search } from '../search/search.server'

const POPULAR = 6

const logFailure = (error: unknown) => log('error', 'a search was not counted', errorFacts(error))

interface View extends Omit<Selection, 'categoryIds'> {
  showAll: boolean
  page: number
}

const narrow = (ids: number[], { sort = 'popular', storeId, only }: View) =>
  sort === 'popular' && storeId === undefined && !only ? ids : filterFound(ids, { sort, storeId, only })

export async function searchPage(
  search: Search & { categoryIds: readonly number[] },
  all: readonly Category[],
  view: View,
) {
  const { stores, ids, ...how } = await find(search, all)
  const categories = filterCategories(how.meant ?? search.q, all).map((category) => category.name)
  const isNothing = !stores.length && !ids.length
  const [offers, popular] = await Promise.all([
    readCardPage(await narrow(ids, view), view),
    isNothing ? listTopStores(POPULAR) : [],
    isNothing && !search.categoryIds.length && recordZeroResults(search.q).catch(logFailure),
  ])
  const results: Results = { stores, categories, ...how, popular }
  return { offers, ids, results }
}
