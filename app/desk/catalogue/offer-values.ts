import { listCategories } from '~/domain/catalog/categories.server'
import { formatAsTyped } from '~/domain/catalog/offers-by-hand.server'
import { formatShown } from '../changed-fields'

export type FormatValue = (column: string, value: unknown) => string | null

/** Values of columns of an offer, in words. */
export async function readOfferFormat(): Promise<FormatValue> {
  const names = new Map((await listCategories()).map(({ id, name }) => [id, name]))
  return (column, value) => {
    if (column === 'category_id') return names.get(Number(value)) ?? null
    return formatShown(column.endsWith('_html') && typeof value === 'string' ? formatAsTyped(value) : value)
  }
}
