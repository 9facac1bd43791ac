import { toMatchKey } from '../links'
import { pickCategory, type Category } from '../categories.server'

export type CategoryKeys = ReadonlyMap<string, number>

/** toMatchKey() is empty for names without Latin letters and digits. */
const getKey = (name: string) => toMatchKey(name) || name.trim().toLowerCase()

export class UnknownCategory extends Error {}

/** `mapped` maps the feed's names to ours and takes precedence. Throws UnknownCategory. */
export function mapCategoryKeys(
  all: Category[],
  mapped: ReadonlyMap<string, string> = new Map(),
): CategoryKeys {
  const keys = new Map(all.flatMap((category) => category.keys.map((key) => [key, category.id] as const)))
  const targets = [...mapped].map(([name, target]) => {
    const id = pickCategory(all, target)?.id
    if (id === undefined)
      throw new UnknownCategory(
        `‘${target}’ is not one of our categories: ${all.map((category) => category.name).join(', ')}`,
      )
    return [getKey(name), id] as const
  })
  return new Map([...keys, ...targets])
}

/** `unknown` null: `categories` is not a JSON list of texts (docs/rules.md#10). */
export function findCategory(
  categories: string | null,
  category: string | null,
  keys: CategoryKeys,
): { id: number | null; unknown?: string | null } {
  const name = categories === null ? category : readFirst(categories)
  if (name === undefined) return { id: null, unknown: null }
  if (name === null) return { id: null }
  const id = keys.get(getKey(name)) ?? keys.get(getKey(name.split(' & ')[0]!))
  return id === undefined ? { id: null, unknown: name } : { id }
}

function readFirst(text: string): string | null | undefined {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return undefined
    if (!list.length) return null
    return typeof list[0] === 'string' ? list[0].split(' & ')[0]!.trim() : undefined
  } catch {
    return undefined
  }
}
