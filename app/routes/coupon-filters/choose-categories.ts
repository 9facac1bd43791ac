import type { Category } from '~/domain/catalog/categories.server'
import { categoryPath, toMatchKey } from '~/domain/catalog/links'

/** `leaves`: where to redirect to when the page's own category was unchecked. */
export function chooseCategories(all: Category[], category: Category | undefined, search: URLSearchParams) {
  const names = new Set(search.getAll('category').map(toMatchKey))
  const boxes = all
    .filter((one) => one.filterPosition !== null)
    .sort((a, b) => a.filterPosition! - b.filterPosition!)
  const ticked = boxes.filter((one) => one.keys.some((key) => names.has(key)))
  const chosen = ticked.length ? ticked : category ? [category] : []
  // The form always sends `category`; a link written by hand may have `q` alone.
  const isSent = search.has('category')
  const isLeft = isSent && category && boxes.includes(category) && !ticked.includes(category)
  return { boxes, ticked, chosen, leaves: isLeft ? buildAllPath(search) : null }
}

function buildAllPath(search: URLSearchParams): string {
  const kept = new URLSearchParams([...search].filter(([, value]) => value !== ''))
  const query = kept.toString()
  return categoryPath('All') + (query && `?${query}`)
}
