import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { isSlip, measureDistance } from '~/domain/catalog/search/edit-distance'
import { listZeroResults, normalizeQuery, recordZeroResults } from '~/domain/catalog/zero-results.server'
import { searchPage } from '~/domain/catalog/category-page.server'
import { completeWord } from '~/domain/catalog/search/loanwords'
import { encodePhonetic } from '~/domain/catalog/search/phonetic'
import { listSynonyms } from '~/domain/catalog/search/synonyms'
import { stem, expandTerms, findPrice, splitWords } from '~/domain/catalog/search/split-words'
import { db } from '~/platform/db/client.server'
import { missedSearches } from '~/platform/db/schema/search'

test.each([
  ['Voltwala', 'voltwaala'],
  ['Jebfone', 'jebphone'],
  ['वोल्टवाला', 'voltwala'],
  ['जेबफोन', 'jebfon'],
  ['साड़ी', 'saadee'],
  ['Chashma Chowk', 'chashma chok'],
])('%s and %s sound the same', (one, other) => expect(encodePhonetic(one)).toBe(encodePhonetic(other)))

test.each([
  ['voltwala coupon code', ['voltwala']],
  ['  5%   off ', ['5%', 'off']],
  ['coupons', ['coupons']],
  ['z q', ['z q']],
  ['rice, dal a', ['rice,', 'dal']],
  ['item 1', ['item 1']],
  ['aaa\ud83d', ['aaa']],
  ['phone under 15000', ['phone']],
  ['mobile below Rs. 2,000', ['mobile']],
  ['500 से कम साड़ी', ['साड़ी']],
  ['saree between 500 and 1,000', ['saree']],
  ['₹999 kurti', ['kurti']],
  ['सस्ते जूते', ['जूते']],
  ['best cheap shoes offer', ['shoes']],
  ['under 500', ['under', '500']],
  ['chai & charkha', ['chai', 'charkha']],
  ['iphone 15', ['iphone', '15']],
  ['tv under 15000', ['tv']],
  ['ac under 30000', ['ac']],
  ['pc 50000 se kam', ['pc']],
  ['nike up to 500 off', ['nike', '500', 'off']],
])('‘%s’ is searched for by the words %j', (q, words) => expect(splitWords(q)).toEqual(words))

test.each([
  ['phone under 15000', 'under 15000'],
  ['500 से कम साड़ी', '500 से कम'],
  ['₹999 kurti', '₹999'],
  ['shoes 1000 se 2000 tak', '1000 se 2000 tak'],
  ['1000 से 2000 तक जूते', '1000 से 2000 तक'],
  ['shoes above 500 under 1000', 'above 500 under 1000'],
  ['phone around 15000', 'around 15000'],
  ['phone max 15k', 'max 15k'],
  ['phone within rs 900', 'within rs 900'],
  ['saree 500 rupees tak', '500 rupees tak'],
  ['tshirt 300 rs', '300 rs'],
  ['500 रुपये में चश्मा', '500 रुपये'],
  ['nike 300 rs off', null],
  ['under 500', null],
  ['iphone 15', null],
  ['voltwala', null],
  ['iphone 15 pro max 256', null],
  ['delivery within 2 days', null],
  ['delivery under 15 minutes', null],
  ['nike up to 500 off', null],
  ['nike up to 500 rs off', null],
  ['nike up to rs. 500 cashback', null],
  ['rs 500 off zara', null],
  ['₹500 ऑफ जूते', null],
  ['ac below 2 ton', null],
  ['atta 5 kg tak', null],
])('the price left out of ‘%s’ is %j', (q, price) => expect(findPrice(q)).toBe(price))

test('a price that is left out is in no word of the search', () => {
  const prices = ['under 15000', 'below rs. 2,000', '500 se kam', '₹999', '1000 se 2000 tak', 'max 15k']
  const texts = ['tv', 'ac', 'a', 'z q', 'phone', 'साड़ी', 't shirt'].flatMap((word) =>
    prices.flatMap((price) => [`${word} ${price}`, `${price} ${word}`]),
  )
  const left = texts.filter((q) => findPrice(q) !== null)
  expect(left.length).toBeGreaterThan(texts.length / 2)
  for (const q of left)
    expect(splitWords(q).filter((word) => /\d|under|below|kam|tak/.test(word))).toEqual([])
})

test.each([
  ['kurtas', 'kurta'],
  ['dresses', 'dress'],
  ['groceries', 'grocer'],
  ['glass', 'glass'],
  ['bus', 'bus'],
])('the stem of %s is %s', (word, expected) => expect(stem(word)).toBe(expected))

test('Hindi words have English meanings in any spelling, and their own first', () => {
  expect(listSynonyms('dawaai')).toEqual(listSynonyms('दवाई'))
  expect(expandTerms('mithai box')).toEqual([['mithai', 'sweet'], ['box']])
  expect(listSynonyms('zzqxw')).toEqual([])
  expect(listSynonyms('बच्चों')).toEqual(listSynonyms('बच्चे'))
  expect(listSynonyms('किताबों')).toEqual(listSynonyms('किताब'))
  expect(listSynonyms('अनजानों')).toEqual([])
})

test.each([
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('%s and %s are %i letters apart', (one, other, letters) =>
  expect(measureDistance(one, other)).toBe(letters),
)

test.each([
  ['flght', 'flight', true],
  ['hotle', 'hotels', true],
  ['airpods', 'airport', false],
  ['bsu', 'bus', false],
])('%s for %s is a slip: %s', (typed, known, is) => expect(isSlip(typed, known)).toBe(is))

test.each([
  ['फ्ला', 'फ्लाइट'],
  ['मोबा', 'मोबाइल'],
  ['झ्झ', null],
])('%s is completed to %s', (text, word) => expect(completeWord(text)).toBe(word))

test.each([
  ['  Blue   Widget ', 'blue widget'],
  ['98765 43210', null],
  ['९८७६५४३२१०', null],
  ['me@example.in', null],
  ['x'.repeat(61), null],
  ['shoes size 10', 'shoes size 10'],
  ['', null],
])('the search without results %j is recorded as %j', (q, words) => expect(normalizeQuery(q)).toBe(words))

test('searches without results are counted by day, up to 1,000 different ones, and kept for 90 days', async () => {
  const [first, later] = [new Date('2026-11-01T12:00:00Z'), new Date('2026-11-20T12:00:00Z')]
  await recordZeroResults('Unicorn', first)
  await recordZeroResults('unicorn ', later)
  await recordZeroResults('unicorn', later)
  await recordZeroResults('dragon', later)
  expect(await listZeroResults(30, 10, later)).toEqual([
    { words: 'unicorn', times: 3, last_day: '2026-11-20' },
    { words: 'dragon', times: 1, last_day: '2026-11-20' },
  ])
  expect(await listZeroResults(5, 1, later)).toMatchObject([{ words: 'unicorn', times: 2 }])
  await db
    .insert(missedSearches)
    .values(Array.from({ length: 998 }, (_, n) => ({ on_day: '2026-11-20', words: `word ${n}` })))
  await recordZeroResults('one too many', later)
  await recordZeroResults('dragon', later)
  const kept = await listZeroResults(5, 2000, later)
  expect(kept).toHaveLength(1000)
  expect(kept.find((one) => one.words === 'dragon')?.times).toBe(2)
  await recordZeroResults('unicorn', new Date('2027-02-10T12:00:00Z'))
  expect(await db.select().from(missedSearches)).toHaveLength(1001)
})

test('a search that cannot be counted still says that nothing was found', async () => {
  await db.execute(sql`ALTER TABLE missed_searches RENAME TO missed_elsewhere`)
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const { offers } = await searchPage({ q: 'zzqxw', categoryIds: [] }, [], { showAll: false, page: 1 })
    expect(offers.items).toEqual([])
    expect(String(written.mock.calls)).toContain('a search was not counted')
  } finally {
    written.mockRestore()
    await db.execute(sql`ALTER TABLE missed_elsewhere RENAME TO missed_searches`)
  }
})
