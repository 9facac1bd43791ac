import type { MetaDescriptor } from '@remix-run/node'
import type { OffersShown } from '~/catalog/lists/offers.server'
import { sortedTitle, type Sort } from '~/catalog/lists/sorts'
import { storePicture } from '~/catalog/share-pictures/addresses'
import { breadcrumbs } from '~/catalog/structured-data'
import { withSearch } from '~/http/urls'
import { paths } from '~/paths'
import { dataMeta, pageMeta } from './page-meta'

interface StoreView {
  brand: { title: string; name: string; href: string; couponCode: string; count: number; upTo: string | null }
  shown: OffersShown
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
      title: `${sortedTitle(title, filters.sort)} | DealDwaar`,
      description: `${brand.count} coupons and offers of ${brand.name}, with ${brand.upTo ? `up to ${brand.upTo} ` : ''}cashback.`,
      path: withSearch(brand.href, search),
      origin,
      image: storePicture(brand.couponCode, brand.upTo),
    }),
    ...dataMeta(
      breadcrumbs(origin, [
        ['Top Deals', paths.topStores],
        [brand.name, brand.href],
      ]),
    ),
  ]
}
