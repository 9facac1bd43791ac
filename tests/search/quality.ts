// Runs queries.txt against the demo's catalogue, and labels the first results. Results count in the order of the page: stores,
// categories, offers. What is only offered ('Did you mean ...?') is no result.
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { listCategories } from '~/domain/catalog/categories.server'
import { filterCategories, findResults } from '~/domain/catalog/search.server'
import { readCardPage } from '~/domain/catalog/lists.server'
import { db } from '~/platform/db/client.server'

export interface Query {
  kind: string
  q: string
  /** Empty: nothing is right. */
  right: string[]
  near: string[]
}

const FILE = 'tests/search/queries.txt'

export function readQueries(text = readFileSync(FILE, 'utf8')): Query[] {
  let kind = ''
  const queries: Query[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) kind = line.slice(3)
    const [q, labels] = line.split(' -> ')
    if (labels === undefined || line.startsWith('#')) continue
    const [right = '', near = ''] = labels.split('|').map((part) => part.trim())
    queries.push({ kind, q: q!, right: right === 'none' ? [] : split(right), near: split(near) })
  }
  return queries
}

const split = (text: string) => text.split('; ').filter(Boolean)

type Label = 'right' | 'near' | 'wrong'

interface Result {
  text: string
  store: string
  category: string | null
}

export interface Judged extends Query {
  /** 1 for a right first result, 1/2 for the second, 0 beyond a page. */
  reciprocal: number
  /** The first three. */
  labels: Label[]
  first: string[]
}

/** '~word' is in the text of a result; a store is right with its offers; a title may be cut short. */
function fits(wanted: string, { text, store, category }: Result): boolean {
  if (wanted.startsWith('~')) return text.toLowerCase().includes(wanted.slice(1).toLowerCase())
  if (wanted.startsWith('[')) return text === wanted || `[${category}]` === wanted
  return store === wanted || text.startsWith(wanted)
}

async function readCategories(ids: number[]): Promise<Map<number, string>> {
  const rows = await db.execute<{ id: number; name: string }>(sql`
    SELECT c.id::int AS id, k.name FROM campaigns c JOIN categories k ON k.id = c.category_id
     WHERE c.id = ANY (${`{${ids.join(',')}}`}::bigint[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function judge(query: Query): Promise<Judged> {
  const all = await listCategories()
  const { stores, ids, meant, also } = await findResults({ q: query.q }, all)
  // What has only some of the words stands under its own heading. It counts where nothing has all of them, and is then right
  // where it is near.
  const isPartial = !ids.length && also !== null
  const { items } = await readCardPage(isPartial ? also.ids : ids, { showAll: true, page: 1 })
  const categories = await readCategories(items.map(({ id }) => id))
  const shown: Result[] = [
    ...stores.map(({ name }) => ({ text: name, store: name, category: null })),
    ...filterCategories(meant ?? query.q, all).map(({ name }) => ({
      text: `[${name}]`,
      store: '',
      category: name,
    })),
    ...items.map(({ id, title, store }) => ({ text: title, store, category: categories.get(id) ?? null })),
  ]
  const label = (result: Result): Label => {
    if (query.right.some((one) => fits(one, result))) return 'right'
    if (!query.near.some((one) => fits(one, result))) return 'wrong'
    return isPartial ? 'right' : 'near'
  }
  const at = shown.findIndex((result) => label(result) === 'right')
  const first = shown.slice(0, 3)
  return {
    ...query,
    reciprocal: at < 0 ? 0 : 1 / (at + 1),
    labels: first.map(label),
    first: first.map(({ text }) => text),
  }
}

export const mean = (judged: readonly Judged[]) =>
  judged.reduce((sum, { reciprocal }) => sum + reciprocal, 0) / judged.length
