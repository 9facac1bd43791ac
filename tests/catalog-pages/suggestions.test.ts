import { beforeAll, expect, test } from 'vitest'
import { countWords } from '~/catalog/search/suggestions'
import { suggestCampaigns } from '~/catalog/search/suggestions.server'
import { addBrand, addCampaign } from './shelf'

let brand_id: number

async function add(title: string, rank: number) {
  await addCampaign({ brand_id, title, slug: title.toLowerCase().replaceAll(' ', '-'), rank })
}

const found = async (q: string) => (await suggestCampaigns(q)).map((one) => one.title)

beforeAll(async () => {
  brand_id = (await addBrand({ name: 'Dhaba Direct', coupon_code: 'DHABA' })).id
  for (const [i, title] of ['Big thali', 'Mini thali', 'Thali for four', 'THALI for two'].entries())
    await add(title, i + 1)
})

test('a part of the title in any case, those that begin with it first, each kind by rank', async () => {
  for (const q of ['thali', 'THALI', ' tHaLi '])
    expect(await found(q)).toEqual(['Thali for four', 'THALI for two', 'Big thali', 'Mini thali'])
  expect(await found('i t')).toEqual(['Mini thali'])
})

test('nothing for blanks, for what no title holds, and for the wildcards of SQL', async () => {
  for (const q of ['', '   ', 'dosa', 'thali_', '%', '\\']) expect(await found(q)).toEqual([])
})

test('eight at most', async () => {
  for (let i = 0; i < 9; i++) await add(`Thali number ${i}`, 10 + i)
  const titles = await found('thali')
  expect(titles).toHaveLength(8)
  expect(titles.filter((title) => !/^thali/i.test(title))).toEqual([])
})

test('what a screen reader says of the list', () => {
  const one = { title: 'Big thali', locale: 'en', brand: 'Dhaba Direct', href: '/CouponsDetails/Big%20thali' }
  expect([null, [], [one], [one, one]].map(countWords)).toEqual([
    '',
    'No suggestions',
    '1 suggestion',
    '2 suggestions',
  ])
})
