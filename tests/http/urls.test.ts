import { describe, expect, test } from 'vitest'
import { getPathname, safePath, withSearch } from '~/http/form/site-paths'
import { closeDialog, openDialog } from '~/http/urls'

describe('dialog parameter', () => {
  test('is added to the page’s own query and removed on closing', () => {
    const open = openDialog('/CouponFilters/All?q=shoes&show=all', 'sign-in')
    expect(open).toBe('/CouponFilters/All?q=shoes&show=all&dialog=sign-in')
    expect(openDialog(open, 'sign-up')).toBe('/CouponFilters/All?q=shoes&show=all&dialog=sign-up')
    expect(closeDialog(open)).toBe('/CouponFilters/All?q=shoes&show=all')
    expect(closeDialog('/?dialog=otp')).toBe('/')
  })
  test('withSearch() sets and removes parameters', () => {
    expect(withSearch('/Deals?page=3', { page: null, tab: 'a b' })).toBe('/Deals?tab=a+b')
    expect(getPathname('/Deals?page=3')).toBe('/Deals')
  })
})

describe('URL that begins with several slashes', () => {
  test.each([
    '//evil.example',
    '//x//evil.example',
    '/\\/evil.example',
    '/.//evil.example',
    '///x//..//evil.example',
  ])('produces no link to another site: %s', (path) => {
    for (const link of [openDialog(path, 'sign-in'), closeDialog(`${path}?dialog=logout`)]) {
      expect(link).toMatch(/^\/(?!\/)/)
      expect(new URL(link, 'https://dealdwaar.example').origin).toBe('https://dealdwaar.example')
    }
  })
})

describe('safePath()', () => {
  test.each([
    '/',
    '/Account/Wallet',
    '/Offers/x?tab=product&q=%E2%82%B9',
    '/CouponsDetails/50%25%20off',
    '/a?b=c#d',
  ])('keeps %s', (path) => expect(safePath(path)).toBe(path))
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '\\\\evil.example',
    '/a\\..\\..//evil',
    'javascript:alert(1)',
    'Account',
    '',
    `/${'a'.repeat(3000)}`,
    null,
    undefined,
    ['/'],
  ])('replaces %j', (path) => expect(safePath(path, '/safe')).toBe('/safe'))
  test('resolves dot segments before checking for another host', () => {
    expect(safePath('/..//evil.example')).toBe('/')
    expect(safePath('/x/..//evil.example')).toBe('/')
  })
})
