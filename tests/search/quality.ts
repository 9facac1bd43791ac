// Runs queries.txt against the demo's catalogue and gives the reciprocal rank of what the shopper wanted: 1 for the first result,
// 1/2 for the second, 0 beyond a page. Results count in the order of the page: stores, categories, offers.
import { readFileSync } from 'node:fs'
import { listCategories } from '~/catalog/categories.server'
import { categoriesNamed, find } from '~/catalog/search/find.server'
import { pageFound } from '~/catalog/lists/campaigns.server'

export interface Query {
  kind: string
  q: string
  wanted: string[]
}

export function readQueries(): Query[] {
  let kind = ''
  const queries: Query[] = []
  for (const line of readFileSync('tests/search/queries.txt', 'utf8').split('\n')) {
    if (line.startsWith('## ')) kind = line.slice(3)
    const [q, wanted] = line.split(' -> ')
    if (wanted && !line.startsWith('#')) queries.push({ kind, q: q!, wanted: wanted.split('; ') })
  }
  return queries
}

export interface Judged extends Query {
  reciprocal: number
  first: string[]
}

export async function judge(query: Query): Promise<Judged> {
  const all = await listCategories()
  const { stores, ids, meant } = await find({ q: query.q }, all)
  const { items } = await pageFound(ids, { showAll: true, page: 1 })
  const shown = [
    ...stores.map((store) => store.name),
    ...categoriesNamed(meant ?? query.q, all).map((category) => `[${category.name}]`),
    ...items.map((offer) => offer.title),
  ]
  const isStore = (text: string) => stores.some((store) => store.name === text)
  const at = shown.findIndex((text) =>
    query.wanted.some((one) => (one.startsWith('[') || isStore(text) ? text === one : text.startsWith(one))),
  )
  return { ...query, reciprocal: at < 0 ? 0 : 1 / (at + 1), first: shown.slice(0, 3) }
}

export const mean = (judged: readonly Judged[]) =>
  judged.reduce((sum, { reciprocal }) => sum + reciprocal, 0) / judged.length
