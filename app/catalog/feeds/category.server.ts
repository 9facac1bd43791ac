/** Which category a feed's `categories` means (docs/rules.md#10). */
import { matchKey } from '../links'
import { pickCategory, type Category } from '../categories.server'

/** Their numbers by what they are compared by. */
export type CategoryKeys = ReadonlyMap<string, number>

/** As matchKey(), and for names without Latin letters and digits the name itself, lower-cased. */
const keyOf = (name: string) => matchKey(name) || name.trim().toLowerCase()

/** A target of `mapped` is not one of ours. */
export class UnknownCategory extends Error {}

/** `mapped`: names of the feed with the names of ours that they mean; they go before ours. Throws UnknownCategory. */
export function categoryKeys(all: Category[], mapped: ReadonlyMap<string, string> = new Map()): CategoryKeys {
  const keys = new Map(all.flatMap((category) => category.keys.map((key) => [key, category.id] as const)))
  const targets = [...mapped].map(([name, target]) => {
    const id = pickCategory(all, target)?.id
    if (id === undefined)
      throw new UnknownCategory(
        `‘${target}’ is not one of our categories: ${all.map((category) => category.name).join(', ')}`,
      )
    return [keyOf(name), id] as const
  })
  return new Map([...keys, ...targets])
}

/**
 * The category of a row: what stands before ' & ' in the first element of `categories`, else the text `category`. Without
 * one: `unknown` is the name that is not one of ours, null where `categories` is no JSON list of texts; left out where the
 * row names none.
 */
export function findCategory(
  categories: string | null,
  category: string | null,
  keys: CategoryKeys,
): { id: number | null; unknown?: string | null } {
  const name = categories === null ? category : firstOf(categories)
  if (name === undefined) return { id: null, unknown: null }
  if (name === null) return { id: null }
  const id = keys.get(keyOf(name)) ?? keys.get(keyOf(name.split(' & ')[0]!))
  return id === undefined ? { id: null, unknown: name } : { id }
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
