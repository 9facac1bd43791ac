import { createElement as element, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { DealGrid } from '~/catalog/cards/cards'
import { CouponCard } from '~/catalog/cards/coupon-card'
import { TrendingCategories } from '~/catalog/home/trending'
import { Marquee } from '~/pages/marquee'
import { CategoriesPanel, DealZonePanel } from '~/shell/nav-bar'
import type { DealShown, LinkShown } from '~/catalog/cards/shown'
import { StoreGrid } from '~/catalog/cards/store-card'
import { pageNumber } from '~/http/urls'
import { initialsOf } from '~/ui/initials'
import { once, keepPartsBy } from '~/ui/once'
import { pageNumbers } from '~/ui/pagination'
import { keepPart } from '~/ui/rendered-parts.server'

describe('page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('of page %i of %i are shortened', (page, pages, numbers) =>
    expect(pageNumbers(page, pages)).toEqual(numbers),
  )

  test('other than plain numbers mean page 1', () => {
    const asked = (text: string) => pageNumber(new URL(`http://x/Deals?page=${text}`))
    expect(asked('3')).toBe(3)
    for (const odd of ['', '0', '-1', '1e3', '2.5', 'abc', '0099', '１']) expect(asked(odd)).toBe(1)
  })

  test('of any length are beyond the last page and safe for PostgreSQL', () => {
    for (const digits of [6, 7, 11, 400]) {
      const page = pageNumber(new URL(`http://x/Deals?page=${'9'.repeat(digits)}`))
      expect(page).toBeGreaterThan(99_999)
      expect(Number.isSafeInteger(page * 1000)).toBe(true)
    }
  })
})

test('initials are taken from names in any script', () => {
  expect(initialsOf('Asha Devi Rao')).toBe('AD')
  expect(initialsOf('आशा देवी')).toBe('आदे')
  expect(initialsOf('क्षितिज श्रीवास्तव')).toBe('क्षिश्री')
  expect(initialsOf('  zest & co.')).toBe('ZC')
  expect(initialsOf('!!')).toBe('')
})

describe('a part that is rendered once', () => {
  const onServer = (content: ReactNode) => {
    keepPartsBy(keepPart)
    try {
      return renderToString(content)
    } finally {
      keepPartsBy(null)
    }
  }

  const link: LinkShown = {
    id: 7,
    title: `50% off "A & B's" <b>`,
    locale: 'es',
    href: '/CouponsDetails/a-b',
    brand: 'A & B',
    logo: null,
    payout: '8.00%',
  }
  const deal: DealShown = { ...link, verified: true, endsOn: '30 Jun' }
  const coupon = { ...deal, masked: 'AB***' }
  const store = {
    id: 3,
    name: 'A & B',
    href: '/Offers/ab',
    logo: '/logos/a.svg',
    verified: true,
    upTo: '8.00%',
  }
  const stores = [
    { ...store, count: 1 },
    { ...store, id: 4, upTo: null, logo: 'https://x/y.png', count: 2 },
  ]

  test.each(
    Object.entries({
      DealGrid: element(DealGrid, {
        deals: [deal, { ...deal, id: 8, title: 'A tent', endsOn: null }],
        level: 2,
      }),
      StoreGrid: element(StoreGrid, { stores }),
      CouponCard: element(CouponCard, { coupon, action: { to: link.href, label: 'View' } }),
      CategoriesPanel: element(CategoriesPanel, { categories: ['Home & Garden', 'Travel'] }),
      DealZonePanel: element(DealZonePanel, { topDeals: stores }),
      TrendingCategories: element(TrendingCategories),
      Marquee: element(Marquee, { referralShare: '20%' }),
    }),
  )('has the HTML that the browser makes of it: %s', (_, content) => {
    const plain = renderToString(content)
    expect(onServer(content)).toBe(plain)
    expect(onServer(content)).toBe(plain)
  })

  test('is rendered again for other props alone', () => {
    const seen: string[] = []
    const Item = once(({ name }: { name: string }) => {
      seen.push(name)
      return element('li', { title: name }, name, ' & ', name)
    })
    const list = (...names: string[]) => onServer(names.map((name) => element(Item, { key: name, name })))
    const item = (name: string) => `<li title="${name}">${name}<!-- --> &amp; <!-- -->${name}</li>`
    expect(list('a', 'b')).toBe(item('a') + item('b'))
    expect(list('b', 'c', 'a')).toBe(item('b') + item('c') + item('a'))
    expect(seen).toEqual(['a', 'b', 'c'])
  })
})
