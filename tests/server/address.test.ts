import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { buildAddressList } from '~/platform/formats/address-list'
import { readClientAddress, dropSpoofable } from '../../server/guard'

const proxies = buildAddressList(['10.0.0.0/8'])
const behind = (trustedHops: number) => ({ trustedHops, proxies })

function from(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

const FORWARDED = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' }

test.each([
  [0, '10.0.0.1'],
  [1, '10.0.0.2'],
  [2, '203.0.113.7'],
  [4, '10.0.0.1'],
])('with %i trusted proxies the client is %s', (hops, address) => {
  expect(readClientAddress(from('10.0.0.1', FORWARDED), behind(hops)).address).toBe(address)
})

test.each(['unknown', '', '203.0.113.7:x', '[203.0.113.7', '2001:db8::7:99999:1', 'evil, '])(
  'with the address %j the client is the proxy, marked as such',
  (forwarded) => {
    expect(readClientAddress(from('::ffff:10.0.0.1', { 'x-forwarded-for': forwarded }), behind(1))).toEqual({
      address: '10.0.0.1',
      ignored: 'no-address',
    })
  },
)

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
])('the address %s is the client %s', (forwarded, address) => {
  expect(
    readClientAddress(from('10.0.0.1', { 'x-forwarded-for': `6.6.6.6, ${forwarded}` }), behind(1)),
  ).toEqual({ address })
})

test.each([
  ['203.0.113.9', FORWARDED, { address: '203.0.113.9', ignored: 'no-proxy' }],
  ['203.0.113.9', {}, { address: '203.0.113.9' }],
])('the header of %s, which is no proxy of ours, is ignored', (peer, headers, client) => {
  expect(readClientAddress(from(peer, headers), behind(1))).toEqual(client)
})

test('headers that only the server may set are removed', () => {
  const request = from('10.0.0.1', {
    ...FORWARDED,
    forwarded: 'for=6.6.6.6',
    'x-forwarded-host': 'evil.example',
    'x-client-ip': '6.6.6.6',
    'x-client-address': '6.6.6.6',
    cookie: 'a=b',
  })
  dropSpoofable(request)
  expect(request.headers).toEqual({ cookie: 'a=b' })
})
