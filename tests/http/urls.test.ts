import { describe, expect, test } from 'vitest'
import { closeDialog, openDialog, pathOf, safePath, withSearch } from '~/http/urls'

describe('a dialog is a search parameter of the page it stands on', () => {
  test('opening keeps the page’s own query, closing gives it back', () => {
    const open = openDialog('/CouponFilters/All?q=shoes&show=all', 'sign-in')
    expect(open).toBe('/CouponFilters/All?q=shoes&show=all&dialog=sign-in')
    expect(openDialog(open, 'sign-up')).toBe('/CouponFilters/All?q=shoes&show=all&dialog=sign-up')
    expect(closeDialog(open)).toBe('/CouponFilters/All?q=shoes&show=all')
    expect(closeDialog('/?dialog=otp')).toBe('/')
  })
  test('withSearch sets and removes', () => {
    expect(withSearch('/Deals?page=3', { page: null, tab: 'a b' })).toBe('/Deals?tab=a+b')
    expect(pathOf('/Deals?page=3')).toBe('/Deals')
  })
})

describe('a page whose address begins with several slashes', () => {
  test.each([
    '//evil.example',
    '//x//evil.example',
    '/\\/evil.example',
    '/.//evil.example',
    '///x//..//evil.example',
  ])('has no link to another site: %s', (path) => {
    for (const link of [openDialog(path, 'sign-in'), closeDialog(`${path}?dialog=logout`)]) {
      expect(link).toMatch(/^\/(?!\/)/)
      expect(new URL(link, 'https://dealdwaar.example').origin).toBe('https://dealdwaar.example')
    }
  })
})

describe('a return path stays on this site', () => {
  test.each(['/', '/Account/Wallet', '/Offers/x?tab=product&q=%E2%82%B9', '/CouponsDetails/50%25%20off'])(
    'kept: %s',
    (path) => expect(safePath(path)).toBe(path),
  )
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
  ])('replaced: %j', (path) => expect(safePath(path, '/safe')).toBe('/safe'))
  test('dots cannot climb to another host', () => {
    expect(safePath('/..//evil.example')).toBe('/')
    expect(safePath('/x/..//evil.example')).toBe('/')
  })
})
