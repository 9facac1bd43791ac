import { describe, expect, test } from 'vitest'
import type { Category } from '~/catalog/categories.server'
import { chooseCategories } from '~/catalog/lists/choose-categories'

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

describe('the filter of a category page', () => {
  test('without a choice it is the category of the path, or all', () => {
    expect(choose(fashion, '')).toEqual({ chosen: ['Fashion'], leaves: null })
    expect(choose(undefined, '')).toEqual({ chosen: [], leaves: null })
  })
  test('what is ticked decides, in the order of the boxes, in any spelling', () => {
    expect(choose(undefined, 'category=sports&category=FASHION').chosen).toEqual(['Fashion', 'Sports'])
    expect(choose(undefined, 'category=E-Commerce').chosen).toEqual(['E-commerce'])
    expect(choose(undefined, 'category=Nonsense').chosen).toEqual([])
  })
  test('its own box unticked leads to all categories, with what else was asked', () => {
    expect(choose(fashion, 'q=').leaves).toBe('/CouponFilters/All')
    expect(choose(fashion, 'q=shoe&category=Sports').leaves).toBe('/CouponFilters/All?q=shoe&category=Sports')
    expect(choose(fashion, 'q=shoe&category=Fashion').leaves).toBeNull()
    expect(choose(fashion, 'show=all').leaves).toBeNull()
  })
  test('a category without a box stays where nothing is ticked', () => {
    expect(choose(law, 'q=')).toEqual({ chosen: ['Law'], leaves: null })
    expect(choose(law, 'q=&category=Sports')).toEqual({ chosen: ['Sports'], leaves: null })
  })
})
