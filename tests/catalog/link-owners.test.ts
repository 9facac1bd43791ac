/** Whose commission a link brings, by the parameters that the networks' documentation names (docs/rules.md#57). */
import { describe, expect, test } from 'vitest'
import { isOwnLink, listLinkOwners } from '~/platform/config/link-owners'

const settings = {
  TRACKIER_HOST: 'go.trackier.example',
  TRACKIER_PUBLISHER_ID: '1001',
  TUNE_HOST: 'go.tune.example',
  TUNE_AFFILIATE_ID: '12',
  AWIN_PUBLISHER_ID: '4242',
}
const STORE = 'https://www.lamps.example'
const inside = (address: string) => encodeURIComponent(address)
const list = (network: string, link: string | null, pages: string[] = []) =>
  listLinkOwners({ network, tracking_url: link, pages }, [`${STORE}/sale`, null], settings).map(
    ({ host, publisher }) => `${host} ${publisher}`.trim(),
  )

test.each([
  ['trackier', 'https://go.trackier.example/click?campaign_id=1&pub_id=666', 'go.trackier.example 666'],
  ['trackier', 'https://go.trackier.example/click?campaign_id=1', 'go.trackier.example 1001'],
  ['trackier', 'https://GO.trackier.example:8443/click?PUB_ID=7', 'go.trackier.example:8443 7'],
  ['tune', 'https://go.tune.example/aff_c?offer_id=1&aff_id=12', 'go.tune.example 12'],
  ['tune', 'https://go.tune.example/aff_c?offer_id=1&affid=13', 'go.tune.example 13'],
  ['awin', 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=4242', 'www.awin1.com 4242'],
  ['awin', 'https://www.awin1.com/cread.php?awinaffid=4242&AwinAffId=4243', 'www.awin1.com 4242 4243'],
  ['awin', 'https://www.awin1.com/awclick.php?mid=1&id=4242', 'www.awin1.com 4242'],
  ['awin', 'https://www.awin1.com/awclick.php?mid=1&id=4243&awinaffid=4242', 'www.awin1.com 4242 4243'],
  ['awin', 'https://www.awin1.com/pclick.php?p=1&a=4243&m=1', 'www.awin1.com 4243'],
  ['awin', 'https://www.awin1.com/cread.php?s=1&v=1&q=1&r=4243', 'www.awin1.com 4243'],
  ['awin', 'https://tidd.ly/abc?x=1', 'tidd.ly /abc?x=1'],
  ['impact', 'https://lamps.pxf.example/c/55/6/7?u=x', 'lamps.pxf.example 55'],
  ['impact', 'https://lamps.pxf.example/abc', 'lamps.pxf.example /abc'],
  ['admitad', 'https://ad.admitad.example/g/0a1b2c/?subid=x', 'ad.admitad.example 0a1b2c'],
])('%s %s is %s', (network, link, owner) => {
  expect(list(network, link)).toEqual([owner])
})

test('an offer without a link has no owner', () => {
  expect(list('trackier', null)).toEqual([])
})

describe('an address inside the link', () => {
  const ours = 'https://www.awin1.com/cread.php?awinaffid=4242&ued='
  test.each([
    ['the store’s', inside(`${STORE}/a`), []],
    ['a host below the store’s', inside('https://shop.lamps.example/a'), []],
    ['the store’s without www', inside('https://lamps.example/a'), []],
    ['of another host', inside('https://thief.example/a'), ['thief.example']],
    ['escaped twice', inside(inside('https://thief.example/a')), ['thief.example']],
    ['without its scheme', inside('//thief.example/a'), ['thief.example']],
    ['whose end looks like the store’s', inside('https://evil-lamps.example/a'), ['evil-lamps.example']],
    ['a path', inside('/sale?from=https'), []],
    ['a link of ours', inside(ours), []],
    [
      'a link of another publisher',
      inside('https://www.awin1.com/cread.php?awinaffid=4243'),
      ['www.awin1.com 4243'],
    ],
  ])('%s', (_, address, others) => {
    expect(list('awin', ours + address)).toEqual(['www.awin1.com 4242', ...others])
  })
})

test.each([
  ['of the store', `${STORE}/other`, []],
  ['of another host', 'https://thief.example', ['thief.example']],
  ['of the network', 'https://go.trackier.example', []],
])('a page %s', (_, page, others) => {
  const link = 'https://go.trackier.example/click?pub_id=1001'
  expect(list('trackier', link, [page])).toEqual(['go.trackier.example 1001', ...others])
})

test('only the host and the id of the environment together are our own', () => {
  const is = (network: string, host: string, publisher: string) =>
    isOwnLink({ network, host, publisher }, settings)
  expect(is('trackier', 'go.trackier.example', '1001')).toBe(true)
  expect(is('tune', 'go.tune.example', '12')).toBe(true)
  expect(is('awin', 'www.awin1.com', '4242')).toBe(true)
  expect(is('awin', 'www.awin1.com', '4243')).toBe(false)
  expect(is('trackier', 'go.tune.example', '12')).toBe(false)
  expect(is('impact', '', '')).toBe(false)
  expect(
    isOwnLink(
      { network: 'awin', host: 'www.awin1.com', publisher: '1' },
      { ...settings, AWIN_PUBLISHER_ID: undefined },
    ),
  ).toBe(false)
})
