import type { MetaDescriptor } from '@remix-run/node'
import type { OffersView } from '~/domain/catalog/store-page.server'
import { addSortToTitle, type Sort } from '~/domain/catalog/lists'
import { storePicturePath } from '~/domain/catalog/share-pictures'
import { buildBreadcrumbs } from '~/domain/catalog/structured-data'
import { withSearch } from '~/http/form/site-paths'
import { paths } from '~/paths'
import { dataMeta, pageMeta } from './page-meta'

interface StoreView {
  store: { title: string; name: string; href: string; couponCode: string; count: number; upTo: string | null }
  shown: OffersView
  offers: { page: number }
  filters: { sort: Sort }
}

export function storeMeta({ store, shown, offers, filters }: StoreView, origin: string): MetaDescriptor[] {
  const search = {
    tab: shown === 'product' ? shown : null,
    code: shown === 'code' ? '1' : null,
    page: offers.page === 1 ? null : String(offers.page),
  }
  const title = shown === 'code' ? `${store.title}, coupon codes` : store.title
  return [
    ...pageMeta({
      title: `${addSortToTitle(title, filters.sort)} | DealDwaar`,
      description: `${store.count} coupons and offers of ${store.name}, with ${store.upTo ? `up to ${store.upTo} ` : ''}cashback.`,
      path: withSearch(store.href, search),
      origin,
      image: storePicturePath(store.couponCode, store.upTo),
    }),
    ...dataMeta(
      buildBreadcrumbs(origin, [
        ['Top Deals', paths.topStores],
        [store.name, store.href],
      ]),
    ),
  ]
}
