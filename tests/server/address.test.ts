import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { clientAddress, dropSpoofable } from '../../server/guard'

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
  expect(clientAddress(from('10.0.0.1', FORWARDED), hops)).toBe(address)
})

test('what is no address is not believed, and an IPv4 socket has one name', () => {
  expect(clientAddress(from('::ffff:10.0.0.1', { 'x-forwarded-for': 'unknown' }), 1)).toBe('10.0.0.1')
})

test('headers that only the server may set are taken away', () => {
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
