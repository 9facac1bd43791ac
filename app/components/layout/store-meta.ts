import type { MetaDescriptor } from '@remix-run/node'
import type { OffersView } from '~/domain/catalog/store-page.server'
import { addSortToTitle, type Sort } from '~/domain/catalog/lists'
import { storePicturePath } from '~/domain/catalog/share-pictures'
import { buildBreadcrumbs } from '~/domain/catalog/structured-data'
import { withSearch } from '~/http/urls'
import { paths } from '~/paths'
import { dataMeta, pageMeta } from './page-meta'

interface StoreView {
  brand: { title: string; name: string; href: string; couponCode: string; count: number; upTo: string | null }
  shown: OffersView
  offers: { page: number }
  filters: { sort: Sort }
}

export function storeMeta({ brand, shown, offers, filters }: StoreView, origin: string): MetaDescriptor[] {
  const search = {
    tab: shown === 'product' ? shown : null,
    code: shown === 'code' ? '1' : null,
    page: offers.page === 1 ? null : String(offers.page),
  }
  const title = shown === 'code' ? `${brand.title}, coupon codes` : brand.title
  return [
    ...pageMeta({
      title: `${addSortToTitle(title, filters.sort)} | DealDwaar`,
      description: `${brand.count} coupons and offers of ${brand.name}, with ${brand.upTo ? `up to ${brand.upTo} ` : ''}cashback.`,
      path: withSearch(brand.href, search),
      origin,
      image: storePicturePath(brand.couponCode, brand.upTo),
    }),
    ...dataMeta(
      buildBreadcrumbs(origin, [
        ['Top Deals', paths.topStores],
        [brand.name, brand.href],
      ]),
    ),
  ]
}
