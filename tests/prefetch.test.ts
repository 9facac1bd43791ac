import { expect, test } from 'vitest'
import { findPathToPrefetch } from '~/layout/prefetch'

const SITE = 'https://deals.example'
const ahead = (path: string, here = '/') => findPathToPrefetch(new URL(path, SITE).href, SITE + here)

test.each([
  '/Deals',
  '/Deals?page=2',
  '/CouponsDetails/50%25%20off',
  '/Offers/KAVYA?tab=product',
  '/CouponFilters/All?q=tea',
])('%s is prefetched', (path) => expect(ahead(path)).toBe(path))

test('home and other pages of a list are prefetched', () => {
  expect(ahead('/', '/Deals')).toBe('/')
  expect(ahead('/Deals?page=3', '/Deals?page=2')).toBe('/Deals?page=3')
})

test.each([
  ['/Deals?dialog=withdraw', 'may redirect with a flash'],
  ['/?ref=ASHA1', 'remembers the referral'],
  ['https://shop.example/Deals', 'is elsewhere'],
])('%s is not prefetched: it %s', (path) => expect(ahead(path, '/TopStores')).toBeNull())

test('the current page is not prefetched', () => {
  expect(ahead('/Deals?page=2#main', '/Deals?page=2')).toBeNull()
})
