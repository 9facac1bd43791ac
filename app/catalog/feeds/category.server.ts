/** decisions.md 38: which category a feed's `categories` means. */
import { matchKey } from '../links'
import type { Category } from '../categories.server'

/** Their numbers by what they are compared by. */
export type CategoryKeys = ReadonlyMap<string, number>

export const categoryKeys = (all: Category[]): CategoryKeys =>
  new Map(all.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)))

/**
 * The category of a row: what stands before ' & ' in the first element of `categories`, else the text `category`.
 * `problem` says why there is none although the row names one.
 */
export function findCategory(
  categories: string | null,
  category: string | null,
  keys: CategoryKeys,
): { id: number | null; problem?: string } {
  const name = categories === null ? category : firstOf(categories)
  if (name === undefined) return { id: null, problem: 'categories: not a JSON list of texts' }
  if (name === null) return { id: null }
  const id = keys.get(matchKey(name)) ?? keys.get(matchKey(name.split(' & ')[0]!))
  return id === undefined ? { id: null, problem: `categories: ‘${name}’ is not one of ours` } : { id }
}

/** Undefined: it does not parse; null: an empty list. */
function firstOf(text: string): string | null | undefined {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return undefined
    if (!list.length) return null
    return typeof list[0] === 'string' ? list[0].split(' & ')[0]!.trim() : undefined
  } catch {
    return undefined
  }
}
