/** Mapping of a row's `categories` to a category (docs/rules.md#10). */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { listCategories } from '~/domain/catalog/categories.server'
import { toMatchKey } from '~/domain/catalog/links'
import { findOffer, importFeed, ownRow } from './feed'

const FASHION = 2
const HEALTH_AND_BEAUTY = 3
const ELECTRONICS = 1
const HEALTH_MEDICINE = 11
const E_COMMERCE = 10

test.each([
  ['["Fashion & Clothing"]', FASHION],
  ['["fashion"]', FASHION],
  ['["FASHION & Shoes", "Electronics & TV"]', FASHION],
  ['["E-commerce & Marketplaces"]', E_COMMERCE],
  ['["ecommerce"]', E_COMMERCE],
  ['["Health & Beauty"]', HEALTH_MEDICINE],
  ['["Health-&-Beauty"]', HEALTH_AND_BEAUTY],
  ['["health medicine & pharmacy"]', HEALTH_MEDICINE],
])('categories %s are recognised', async (categories, id) => {
  const source = `categories ${categories}`
  await importFeed([ownRow({ categories })], { source })
  expect(await findOffer('c1', source)).toMatchObject({ categories, category_id: id })
})

test.each([
  ['Fashion & Clothing', null],
  ['["Fashion', null],
  ['{"0": "Fashion"}', null],
  ['[7]', null],
  ['["Gardening & Tools"]', 'Gardening'],
  ['["बागवानी"]', 'बागवानी'],
])('categories %s: the row is imported without a category, which is reported', async (categories, name) => {
  const source = `odd ${categories}`
  const { counts, unknownCategories } = await importFeed([ownRow({ categories, category: 'Fashion' })], {
    source,
  })
  expect(counts).toMatchObject({ new: 1, refused: 0 })
  expect(await findOffer('c1', source)).toMatchObject({ categories, category_id: null })
  expect(unknownCategories).toEqual([{ name, rows: 1, line: 1 }])
})

test('an unknown category is reported once with its number of rows, most rows first', async () => {
  const names = ['Pets', 'Finance', 'Fashion', 'Finance', 'Finance & Loans']
  const rows = names.map((name, i) => ownRow({ id: `u${i}`, categories: JSON.stringify([name]) }))
  const { unknownCategories } = await importFeed(
    rows
      .map((row) => JSON.stringify(row))
      .join(',\n')
      .replace(/^/, '[')
      .concat(']'),
    {
      source: 'unknown',
    },
  )
  expect(unknownCategories).toEqual([
    { name: 'Finance', rows: 3, line: 2 },
    { name: 'Pets', rows: 1, line: 1 },
  ])
})

test('a mapped category is replaced by its target, even one of ours', async () => {
  const rows = ['["Finance & Loans"]', '["finance"]', '["बागवानी"]', '["Fashion"]', '["यात्रा"]'].map(
    (categories, i) => ownRow({ id: `m${i}`, categories }),
  )
  const mapped = new Map([
    ['Finance', 'Electronics'],
    ['बागवानी', 'fashion'],
    ['FASHION', 'E-commerce'],
  ])
  const { counts, unknownCategories } = await importFeed(rows, { source: 'mapped', categories: mapped })
  const ids = await Promise.all(rows.map(async ({ id }) => (await findOffer(id, 'mapped'))!.category_id))
  expect(ids).toEqual([ELECTRONICS, ELECTRONICS, FASHION, E_COMMERCE, null])
  expect(counts.new).toBe(5)
  expect(unknownCategories).toEqual([{ name: 'यात्रा', rows: 1, line: 1 }])
  // The same file without the mapping.
  expect((await importFeed(rows, { source: 'mapped' })).counts).toMatchObject({ changed: 4, unchanged: 1 })
})

test('a mapping to an unknown category is refused with the list of categories', async () => {
  const mapped = new Map([['Finance', 'Servces']])
  const importing = importFeed([ownRow()], { source: 'wrong-target', categories: mapped })
  await expect(importing).rejects.toThrow(
    /^‘Servces’ is not one of our categories: Electronics, Fashion, .*Services/,
  )
  expect(await findOffer('c1', 'wrong-target')).toBeUndefined()
})

test('categories can be a list, an empty list or a single category', async () => {
  const { unknownCategories } = await importFeed(
    [
      ownRow({ id: 'list', categories: ['Electronics & Cameras'] }),
      ownRow({ id: 'hollow', categories: '[]' }),
      ownRow({ id: 'absent' }),
      ownRow({ id: 'single', category: 'health-&-beauty' }),
    ],
    { source: 'shapes' },
  )
  const id = async (externalId: string) => (await findOffer(externalId, 'shapes'))!.category_id
  expect(await id('list')).toBe(ELECTRONICS)
  expect((await findOffer('list', 'shapes'))!.categories).toBe('["Electronics & Cameras"]')
  expect(await id('hollow')).toBeNull()
  expect(await id('absent')).toBeNull()
  expect(await id('single')).toBe(HEALTH_AND_BEAUTY)
  expect(unknownCategories).toEqual([])
})

test('at most a thousand different unknown names are counted', async () => {
  const rows = Array.from({ length: 1003 }, (_, i) => ownRow({ id: `n${i}`, categories: `["Kind ${i}"]` }))
  const { counts, unknownCategories } = await importFeed(rows, { source: 'noisy', pieceSize: 10_000 })
  expect(counts.new).toBe(1003)
  expect(unknownCategories).toHaveLength(1000)
})

test('each category has a picture, and so has All', async () => {
  const all = await listCategories()
  const names = ['All', ...all.map((one) => one.name)]
  const missing = names.filter((name) => !fs.existsSync(`public/categories/${toMatchKey(name)}.svg`))
  expect(missing).toEqual([])
})
