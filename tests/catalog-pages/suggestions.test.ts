import { beforeAll, expect, test } from 'vitest'
import { describeCount, splitMatch } from '~/components/search/suggestions'
import { suggest, suggestOffers } from '~/domain/catalog/search.server'
import { buildWords } from '~/domain/catalog/search.server'
import { addStore, addOffer } from '../support/catalogue'

let brand_id: number

async function add(title: string, rank: number) {
  await addOffer({ brand_id, title, slug: title.toLowerCase().replaceAll(' ', '-'), rank })
}

const found = async (q: string) => (await suggestOffers(q)).map((one) => one.title)

beforeAll(async () => {
  brand_id = (await addStore({ name: 'Dhaba Direct', coupon_code: 'DHABA' })).id
  for (const [i, title] of ['Big thali', 'Mini thali', 'Thali for four', 'THALI for two'].entries())
    await add(title, i + 1)
})

test('suggestions match part of a title in any case, prefix matches first, then by rank', async () => {
  for (const q of ['thali', 'THALI', ' tHaLi '])
    expect(await found(q)).toEqual(['Thali for four', 'THALI for two', 'Big thali', 'Mini thali'])
  expect(await found('i t')).toEqual(['Mini thali'])
})

test('suggestions are empty for blanks, unmatched text and SQL wildcards', async () => {
  for (const q of ['', '   ', 'dosa', 'thali_', '%', '\\']) expect(await found(q)).toEqual([])
})

test('suggestions are limited to eight', async () => {
  for (let i = 0; i < 9; i++) await add(`Thali number ${i}`, 10 + i)
  const titles = await found('thali')
  expect(titles).toHaveLength(8)
  expect(titles.filter((title) => !/^thali/i.test(title))).toEqual([])
})

test('the screen reader text gives the number of suggestions', () => {
  const one = {
    title: 'Big thali',
    locale: 'en',
    store: 'Dhaba Direct',
    href: '/CouponsDetails/Big%20thali',
    logo: null,
    payout: '8.00%',
  }
  expect([null, [], [one], [one, one]].map(describeCount)).toEqual([
    '',
    'No suggestions',
    '1 suggestion',
    '2 suggestions',
  ])
})

test('suggestions list matching stores first, with their rates', async () => {
  expect((await suggest('dhaba')).map(({ title, href, payout }) => [title, href, payout])).toEqual([
    ['Dhaba Direct', '/Offers/DHABA', 'Up to 8.00%'],
  ])
  const [first] = await suggest('big')
  expect(first).toMatchObject({ title: 'Big thali', store: 'Dhaba Direct', logo: null, payout: '8.00%' })
})

test('suggestions for a typing error are those of the nearest words', async () => {
  await buildWords(0)
  expect((await suggest('dhabaa dirct'))[0]?.title).toBe('Dhaba Direct')
  expect(await suggest('zzqxw')).toEqual([])
})

test('matching letters are marked once, in any case', () => {
  expect(splitMatch('Big Thali thali', 'THALI')).toEqual([
    { part: 'Big ', isMatch: false },
    { part: 'Thali', isMatch: true },
    { part: ' thali', isMatch: false },
  ])
  expect(splitMatch('Big thali', 'dosa')).toEqual([{ part: 'Big thali', isMatch: false }])
})
