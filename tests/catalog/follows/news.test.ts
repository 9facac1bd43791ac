import { expect, test } from 'vitest'
import { risesAbove, buildNews, type StoreNews } from '~/domain/catalog/follows'

const rate = (up_to_percent: bigint | null, up_to_rupees: bigint | null = null) => ({
  up_to_percent,
  up_to_rupees,
})

test.each([
  ['a higher percentage', rate(800n), rate(500n), true],
  ['the same percentage', rate(500n), rate(500n), false],
  ['a lower percentage', rate(400n), rate(500n), false],
  ['a percentage after rupees', rate(500n), rate(null, 100n), false],
  ['rupees after a percentage', rate(null, 900_00n), rate(500n), false],
  ['more rupees', rate(null, 900n), rate(null, 800n), true],
  ['more rupees beside the same percentage', rate(500n, 900n), rate(500n, 800n), false],
  ['something after nothing', rate(null, 900n), rate(null), true],
  ['nothing after nothing', rate(null), rate(null), false],
])('%s rises or not', (_, now, before, rises) => {
  expect(risesAbove(now, before)).toBe(rises)
})

const news = (values: Partial<StoreNews>): StoreNews => ({
  name: 'Voltwala',
  couponCode: 'voltwala',
  rate: null,
  before: null,
  codes: 0,
  ...values,
})

test.each([
  [{ rate: '8.00%', before: '5.00%' }, 'Voltwala: up to 8.00% now', 'Before, it was up to 5.00%.'],
  [
    { rate: '8.00%', before: null, codes: 2 },
    'Voltwala: up to 8.00% now',
    'Before, it paid nothing. It also has 2 new codes.',
  ],
  [{ codes: 1 }, 'Voltwala: a new code', 'You find it on the page of the store.'],
])('news of one store names it and leads to it: %j', (values, title, body) => {
  expect(buildNews([news(values)])).toEqual({ title, body, href: '/Offers/voltwala' })
})

test('news of several stores names five of them and leads to the list', () => {
  const seven = Array.from({ length: 7 }, (_, i) =>
    news({ name: `Store ${i}`, codes: i, rate: i ? null : '9.00%' }),
  )
  expect(buildNews(seven)).toEqual({
    title: 'News from 7 stores that you follow',
    body: 'Store 0: up to 9.00% now. Store 1: a new code. Store 2: 2 new codes. Store 3: 3 new codes. Store 4: 4 new codes. And 2 more.',
    href: '/Account/Stores',
  })
})
