import { beforeAll, describe, expect, test } from 'vitest'
import { readOpenLists, togglePath } from '~/domain/catalog/home'
import { formatClock, localMidnight } from '~/platform/formats/clock'
import { listPopularStores, readHomeLists } from '~/domain/catalog/home.server'
import { countSecondsLeft } from '~/domain/catalog/flash-sale.server'
import { sharedHeaders } from '~/http/page'
import { applyDueRates } from '~/domain/catalog/planned-rates.server'
import { addSale } from '../support/flash-sale'
import { addStore, addOffer, day } from '../support/catalogue'

const titles = (cards: { title: string }[]) => cards.map((card) => card.title)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('expanded lists in the home URL', () => {
  test.each([
    ['', []],
    ['show=deals', ['deals']],
    ['show=coupons&show=stores&show=stores', ['stores', 'coupons']],
    ['show=all&show=DEALS&show=', []],
  ])('the query ?%s is read', (query, open) =>
    expect(readOpenLists(new URLSearchParams(query))).toEqual(open),
  )

  test('a link toggles one list, keeps the others and has its anchor', () => {
    expect(togglePath([], 'deals')).toBe('/?show=deals#deals')
    expect(togglePath(['deals'], 'coupons')).toBe('/?show=deals&show=coupons#coupons')
    expect(togglePath(['deals', 'coupons'], 'deals')).toBe('/?show=coupons#deals')
    expect(togglePath(['deals'], 'deals')).toBe('/#deals')
  })
})

describe('countdown of the flash sale', () => {
  test.each([
    [0, '00:00:00'],
    [59, '00:00:59'],
    [18_245, '05:04:05'],
    [86_399, '23:59:59'],
    [86_400, '24:00:00'],
  ])('%i seconds are shown as %s', (seconds, text) => expect(formatClock(seconds)).toBe(text))

  test('ends at midnight in India on the server, at local midnight in the browser', () => {
    expect(countSecondsLeft(new Date('2026-11-21T18:29:00Z'))).toBe(60)
    expect(countSecondsLeft(new Date('2026-11-21T18:30:00Z'))).toBe(86_400)
    expect(localMidnight(new Date(2026, 11, 31, 23, 59, 59))).toEqual(new Date(2027, 0, 1))
  })

  test('the shared cache lifetime of a page is limited to the rest of its content’s validity', () => {
    const kept = (most?: number) =>
      sharedHeaders(new Request('http://localhost:3000/'), [], most)['Cache-Control']
    expect(kept()).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=3600')
    expect(kept(300)).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=270')
    expect(kept(20)).toBe('public, max-age=0, s-maxage=20, stale-while-revalidate=0, stale-if-error=0')
    expect(kept(0)).toBe('public, max-age=0, s-maxage=0, stale-while-revalidate=0, stale-if-error=0')
  })
})

describe('lists of the home page', () => {
  beforeAll(async () => {
    for (const n of range(1, 65)) {
      const { id: brand_id } = await addStore({ name: `Store ${n}`, rank: n })
      const code = n % 2 ? `CODE${n}` : null
      const banner_url = { 40: 'https://x.example/b.png', 41: 'null', 42: '' }[n] ?? null
      await addOffer({ brand_id, title: `Deal ${n}`, rank: n, code, banner_url })
    }
    const { id: brand_id } = await addStore({ rank: 99 })
    await addOffer({
      brand_id,
      title: 'Over',
      rank: 0,
      ends_at: day(-1),
      banner_url: 'https://x.example/o',
    })
    const sale = await addOffer({ brand_id, title: 'On sale', rank: 70 })
    await addOffer({ brand_id, title: 'Ferries de verano', rank: 0, locale: 'es', code: 'MAR7' })
    await addSale(sale.id, { weekday: 6 })
    await applyDueRates(new Date('2026-11-21T12:30:00Z'))
  })

  const weekdays = new Date('2026-11-23T12:30:00Z')

  test('the lists show 10 deals, 10 stores and 6 coupons that no list above shows, and whether there are more', async () => {
    const { banners, deals, coupons } = await readHomeLists([], weekdays)
    expect(titles(banners)).toEqual(['Deal 40', ...range(1, 5).map((n) => `Deal ${n}`)])
    expect(titles(deals.items)).toEqual(range(6, 15).map((n) => `Deal ${n}`))
    expect(titles(coupons.items)).toEqual([17, 19, 21, 23, 25, 27].map((n) => `Deal ${n}`))
    const stores = await listPopularStores()
    expect(stores.items.map((store) => store.name)).toEqual(range(1, 10).map((n) => `Store ${n}`))
    expect([deals.more, coupons.more, stores.more]).toEqual([true, true, true])
  })

  test('an expanded list shows up to 60 items that no other list shows', async () => {
    expect((await readHomeLists(['deals'], weekdays)).coupons.items).toHaveLength(6)
    expect((await readHomeLists(['coupons'], weekdays)).coupons.items).toHaveLength(25)
    expect((await listPopularStores(['stores'])).items).toHaveLength(60)
    const { banners, deals, coupons } = await readHomeLists(['deals', 'coupons'], weekdays)
    const shown = titles([...banners, ...deals.items, ...coupons.items])
    expect(new Set(shown).size).toBe(shown.length)
    expect([deals.items.length, coupons.items.length]).toEqual([54, 6])
  })

  test('the lists leave out offers in another language, ended offers and today’s sale', async () => {
    const saturday = new Date('2026-11-21T12:30:00Z')
    const { banners, sale, deals, coupons } = await readHomeLists(['deals', 'coupons'], saturday)
    const shown = titles([...banners, ...deals.items, ...coupons.items])
    expect(shown).not.toContain('Ferries de verano')
    expect(shown).not.toContain('Over')
    expect(sale!.title).toBe('On sale')
    expect(shown).not.toContain('On sale')
  })

  test('show today’s sale in India until midnight there', async () => {
    const saturday = new Date('2026-11-21T12:30:00Z')
    expect((await readHomeLists([], saturday)).sale).toMatchObject({
      title: 'On sale',
      payout: '12.00%',
      endsAt: '2026-11-21T18:30:00.000Z',
    })
    expect((await readHomeLists([], new Date('2026-11-21T18:30:00Z'))).sale).toBeNull()
  })
})
