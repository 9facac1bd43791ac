/** decisions.md 38: which category a row's `categories` means. */
import { afterEach, expect, test, vi } from 'vitest'
import { findCampaign, importFeed, ownRow } from './feed'

afterEach(() => {
  vi.restoreAllMocks()
})

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
])('%s', async (categories, id) => {
  const source = `categories ${categories}`
  await importFeed([ownRow({ categories })], { source })
  expect(await findCampaign('c1', source)).toMatchObject({ categories, category_id: id })
})

test.each([
  ['Fashion & Clothing', 'categories: not a JSON list of texts'],
  ['["Fashion', 'categories: not a JSON list of texts'],
  ['{"0": "Fashion"}', 'categories: not a JSON list of texts'],
  ['[7]', 'categories: not a JSON list of texts'],
  ['["Gardening & Tools"]', 'categories: ‘Gardening’ is not one of ours'],
])('%s: the row goes in without a category, which is logged', async (categories, problem) => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const source = `odd ${categories}`
  const { counts } = await importFeed([ownRow({ categories, category: 'Fashion' })], { source })
  expect(counts).toMatchObject({ new: 1, refused: 0 })
  expect(await findCampaign('c1', source)).toMatchObject({ categories, category_id: null })
  expect(log.mock.calls.map(([line]) => JSON.parse(line as string))).toEqual([
    { level: 'warn', event: 'feed.row', source, line: 1, problem },
  ])
})

test('a list instead of the text of one; an empty one; the single category of section 3', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await importFeed(
    [
      ownRow({ id: 'list', categories: ['Electronics & Cameras'] }),
      ownRow({ id: 'empty', categories: '[]' }),
      ownRow({ id: 'none' }),
      ownRow({ id: 'single', category: 'health-&-beauty' }),
    ],
    { source: 'shapes' },
  )
  const id = async (externalId: string) => (await findCampaign(externalId, 'shapes'))!.category_id
  expect(await id('list')).toBe(ELECTRONICS)
  expect((await findCampaign('list', 'shapes'))!.categories).toBe('["Electronics & Cameras"]')
  expect(await id('empty')).toBeNull()
  expect(await id('none')).toBeNull()
  expect(await id('single')).toBe(HEALTH_AND_BEAUTY)
  expect(log).not.toHaveBeenCalled()
})

test('the log of one import ends after a hundred lines', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const rows = Array.from({ length: 130 }, (_, i) => ownRow({ id: `n${i}`, categories: 'broken' }))
  expect((await importFeed(rows, { source: 'noisy' })).counts.new).toBe(130)
  expect(log).toHaveBeenCalledTimes(100)
})
