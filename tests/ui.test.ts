import { describe, expect, test } from 'vitest'
import { pageNumber } from '~/http/urls'
import { readInitials } from '~/platform/formats/initials'
import { listPageNumbers } from '~/components/ui/pagination'

describe('page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('of page %i of %i are shortened', (page, pages, numbers) =>
    expect(listPageNumbers(page, pages)).toEqual(numbers),
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
  expect(readInitials('Asha Devi Rao')).toBe('AD')
  expect(readInitials('आशा देवी')).toBe('आदे')
  expect(readInitials('क्षितिज श्रीवास्तव')).toBe('क्षिश्री')
  expect(readInitials('  zest & co.')).toBe('ZC')
  expect(readInitials('!!')).toBe('')
})
