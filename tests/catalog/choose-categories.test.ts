import { describe, expect, test } from 'vitest'
import type { Category } from '~/domain/catalog/categories.server'
import { chooseCategories } from '~/routes/coupon-filters/choose-categories'

const category = (id: number, name: string, filterPosition: number | null, keys: string[]): Category => ({
  id,
  name,
  inMenu: true,
  filterPosition,
  keys,
})
const sports = category(1, 'Sports', 2, ['sports'])
const fashion = category(2, 'Fashion', 1, ['fashion'])
const shop = category(3, 'E-commerce', 3, ['ecommerce'])
const law = category(4, 'Law', null, ['law'])
const all = [sports, fashion, shop, law]

const choose = (of: Category | undefined, query: string) => {
  const { chosen, leaves } = chooseCategories(all, of, new URLSearchParams(query))
  return { chosen: chosen.map((one) => one.name), leaves }
}

describe('category page filter', () => {
  test('is the category of the path, or all, without a choice', () => {
    expect(choose(fashion, '')).toEqual({ chosen: ['Fashion'], leaves: null })
    expect(choose(undefined, '')).toEqual({ chosen: [], leaves: null })
  })
  test('is the ticked categories, in box order and any spelling', () => {
    expect(choose(undefined, 'category=sports&category=FASHION').chosen).toEqual(['Fashion', 'Sports'])
    expect(choose(undefined, 'category=E-Commerce').chosen).toEqual(['E-commerce'])
    expect(choose(undefined, 'category=Nonsense').chosen).toEqual([])
  })
  test('redirects to all categories when its own box is unticked, keeping the other parameters', () => {
    expect(choose(fashion, 'category=&q=').leaves).toBe('/CouponFilters/All')
    expect(choose(fashion, 'category=&q=shoe').leaves).toBe('/CouponFilters/All?q=shoe')
    expect(choose(fashion, 'category=&q=shoe&category=Sports').leaves).toBe(
      '/CouponFilters/All?q=shoe&category=Sports',
    )
    expect(choose(fashion, 'q=shoe&category=Fashion').leaves).toBeNull()
    expect(choose(fashion, 'show=all').leaves).toBeNull()
  })
  test('keeps the category of a link with a search alone', () => {
    expect(choose(fashion, 'q=shoe')).toEqual({ chosen: ['Fashion'], leaves: null })
  })
  test('keeps a category without a box while nothing is ticked', () => {
    expect(choose(law, 'category=&q=')).toEqual({ chosen: ['Law'], leaves: null })
    expect(choose(law, 'q=&category=Sports')).toEqual({ chosen: ['Sports'], leaves: null })
  })
})
