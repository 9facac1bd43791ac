/** Lists as the pages read them. */
import { readStorePage, type OffersView } from '~/domain/catalog/store-page.server'
import { listStores } from '~/domain/catalog/store-index.server'

export const listStoresOn = (page: number) => listStores({ letter: null, category: null }, page)

export async function listOffers(name: string, shown: OffersView, page = 1) {
  const found = await readStorePage(name, { shown, sort: 'popular', page })
  return found!.offers.items
}
