import type { MetaDescriptor } from '@remix-run/node'
import { withSearch } from '~/http/form/site-paths'
import { listMeta } from './page-meta'
import { categoryPath } from '~/domain/catalog/links'
import { addSortToTitle, type ListFilters } from '~/domain/catalog/lists'

interface FilteredCategory {
  name: string
  q: string
  ticked: string[]
  filters: ListFilters
  store: string | null
  offers: { items: unknown[] } | null
}

/** Search engines index a category, its codes and its offers of one store; another order is the same page. */
export function categoryMeta(page: FilteredCategory, origin: string): MetaDescriptor[] {
  const { q, ticked, filters, store, offers } = page
  const name = ticked.length === 1 ? ticked[0]! : page.name
  const path = categoryPath(name)
  if (q) {
    const title = `Results for “${q}”`
    const description = `Stores and offers that match “${q}”.`
    return listMeta({ title, description, path, origin, page: 1, isEmpty: true })
  }
  const several =
    ticked.length > 1 ? `${ticked.slice(0, 3).join(', ')}${ticked.length > 3 ? ' and more' : ''}` : null
  const about = describeCategory(
    several ?? (name === 'All' ? 'All categories' : name),
    store,
    filters.withCode,
  )
  return listMeta({
    title: addSortToTitle(about, filters.sort),
    description: `${about} of stores that deliver in India. Search, choose categories, and see what you get back.`,
    path: withSearch(path, { code: filters.withCode ? '1' : null, store: store && filters.store }),
    origin,
    page: 1,
    isEmpty: several !== null || (store !== null && filters.withCode) || !offers?.items.length,
  })
}

function describeCategory(name: string, store: string | null, withCode: boolean): string {
  const what = withCode ? 'coupon codes' : 'coupons, offers and cashback'
  return store ? `${store}, ${name}: ${what}` : `${name}: ${what}`
}
