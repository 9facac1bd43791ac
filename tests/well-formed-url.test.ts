/** Which addresses are refused before any route sees them. */
import { expect, test } from 'vitest'
import { isWellFormedUrl } from '~/platform/formats/well-formed-url'

const word = 'sarees'

test.each([
  '/',
  '/?q=100%&page=2',
  '/?q=%',
  '/suggestions?q=%E0%A4%B8%E0%A4%BE%E0%A4%A1%E0%A4%BC%E0%A5%80+50%25%20off',
  '/?ref=//elsewhere',
  '/?from=%2FDeals%3Fpage%3D2',
  '/CouponsDetails/50%25-off-%E2%82%B9',
  '/Account.data?_routes=root%2Croutes%2Fdeals',
  '/a.b/.c/d..e',
])('%s is accepted', (url) => expect(isWellFormedUrl(url)).toBe(true))

test('the query of a network’s report may be anything, but its path may not', () => {
  const report = (path: string) => isWellFormedUrl(`${path}?p1=1&title=caf%E9&note=%00`, 'any')
  expect([report('/postback/trackier/secret'), report('/postback//trackier/secret')]).toEqual([true, false])
})

test.each([
  '',
  'Deals',
  '*',
  'http://evil.example/',
  '//Deals',
  '/Deals//',
  '/x/%2f/y',
  '/x%2Fy',
  '/x\\y',
  '/x%5Cy',
  '/./Deals',
  '/x/../Deals',
  '/x/%2E%2e/Deals',
  '/Deals/.',
  '/%',
  '/%zz',
  '/%FF',
  '/%ED%A0%80',
  '/%C0%AF',
  '/%00',
  '/x%0d%0ay',
  '/x%C2%85y',
  '/postback//trackier/secret?p1=1',
  `/${'x'.repeat(1001)}`,
  ...['%00', '%FF', '%ED%A0%80', '%C0%AF', 'x'.repeat(4001)].flatMap((odd) => [
    `/?q=${odd}`,
    `/?q=${word}${odd}`,
    `/?q=${odd}${word}`,
    `/?a=b&${word}${odd}${word}`,
    `/?q=1&q=${odd}`,
  ]),
])('%s is refused', (url) => expect(isWellFormedUrl(url)).toBe(false))
