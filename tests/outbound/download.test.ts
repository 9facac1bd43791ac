import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { download, type DownloadRules } from '~/platform/outbound/download.server'
import { isListedHost } from '~/platform/outbound/hosts'
import { startImageHost, type ImageHost } from '../support/image-host'

let host: ImageHost
beforeAll(async () => {
  host = await startImageHost()
})
afterAll(() => host.close())

const rules = (changed: Partial<DownloadRules> = {}): DownloadRules => ({
  hosts: [host.host, '10.0.0.7', '169.254.169.254', '127.0.0.1'],
  mostBytes: 1000,
  timeout: 20_000,
  accept: 'image/png',
  userAgent: 'test',
  standIn: host.standIn,
  ...changed,
})

/** The bytes, or why there are none. */
const get = (address: string, changed?: Partial<DownloadRules>) =>
  download(new URL(address), rules(changed)).then(
    (bytes) => bytes.toString(),
    (error: Error) => `${error.name}: ${error.message}`,
  )

const redirect = (to: string, status = 302) =>
  host.at(
    `/to?${encodeURIComponent(to)}&${status}`,
    (response) => void response.writeHead(status, { location: to }).end(),
  )

test('a file is downloaded whole, and requested without compression', async () => {
  let accept: unknown
  const address = host.at('/whole', (response, { headers }) => {
    accept = headers['accept-encoding']
    response.end('x'.repeat(1000))
  })
  expect(await get(address)).toBe('x'.repeat(1000))
  expect(accept).toBe('identity')
})

describe('an address is refused', () => {
  test.each([
    [
      'of a host that is not listed',
      'https://elsewhere.example/a.png',
      'a host that is not allowed: elsewhere.example',
    ],
    [
      'with another port of a listed host',
      'https://10.0.0.7:8443/',
      'a host that is not allowed: 10.0.0.7:8443',
    ],
    ['without TLS', 'http://10.0.0.7/', 'not https'],
    ['with a password', 'https://me:secret@10.0.0.7/', 'a password in the address'],
    ['that is private', 'https://10.0.0.7/', 'a private address'],
    ['that is private, written as one number', 'https://167772167/', 'a private address'],
    ['of a cloud’s metadata', 'https://169.254.169.254/latest/meta-data/', 'a private address'],
  ])('%s', async (_, address, why) => {
    expect(await get(address)).toBe(`ProviderFailure: ${why}`)
  })

  test('whose name resolves to a private address', async () => {
    const address = host.at('/private', Buffer.from('secret'))
    const asked = host.asked.length
    expect(await get(address, { standIn: { ...host.standIn, addresses: [] } })).toBe(
      'ProviderFailure: a private address',
    )
    expect(host.asked).toHaveLength(asked)
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('of status %i to an allowed host is followed', async (status) => {
    host.at('/target', Buffer.from('here'))
    expect(await get(redirect('/target', status))).toBe('here')
  })

  test.each([
    ['another host', 'https://elsewhere.example/a.png', 'a host that is not allowed: elsewhere.example'],
    ['a private address', 'https://169.254.169.254/latest/', 'a private address'],
    ['http', 'http://10.0.0.7/', 'not https'],
    ['a file', 'file:///etc/passwd', 'not https'],
    ['nothing', 'https://', 'status 302'],
  ])('to %s is refused', async (_, to, why) => {
    expect(await get(redirect(to))).toBe(`ProviderFailure: ${why}`)
  })

  test('to itself ends after four requests', async () => {
    const before = host.asked.length
    const address = host.at('/loop', (response) => void response.writeHead(302, { location: '/loop' }).end())
    expect(await get(address)).toBe('ProviderFailure: too many redirects')
    expect(host.asked.length - before).toBe(4)
  })
})

describe('a response is refused', () => {
  test('of another status', async () => {
    expect(await get(`https://${host.host}/none`)).toBe('ProviderFailure: status 404')
  })

  const sendEndlessly = (response: ServerResponse) => {
    while (!response.destroyed && response.write('x'.repeat(100)));
    response.once('drain', () => sendEndlessly(response))
  }

  test.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    [
      'that says it is too large',
      (response) => response.writeHead(200, { 'content-length': 1001 }).write('x'),
      /^ProviderFailure: too large$/,
    ],
    ['that is endless and does not say so', sendEndlessly, /^ProviderFailure: too large$/],
    [
      'that is compressed',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      /^ProviderFailure: a compressed body$/,
    ],
    [
      'that breaks off',
      (response) => response.writeHead(200, { 'content-length': 500 }).write('x', () => response.destroy()),
      /^ProviderFailure: no connection/,
    ],
  ])('%s', async (what, answer, failure) => {
    const address = host.at(`/${encodeURIComponent(what)}`, (response) => void answer(response))
    expect(await get(address)).toMatch(failure)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['that never begins', () => {}],
    ['that never ends', (response) => void response.write('x')],
  ])('%s, when the time is over', async (_, answer) => {
    expect(await get(host.at('/slow', answer), { timeout: 300 })).toBe('ProviderFailure: time-out')
  })
})

test('hosts are listed by name and port, or by all names below one', () => {
  const patterns = ['cdn.example', 'cdn.example:8443', '*.images.example']
  const listed = (host: string) => isListedHost(host, patterns)
  for (const host of ['cdn.example', 'cdn.example:8443', 'a.images.example', 'b.a.images.example'])
    expect([host, listed(host)]).toEqual([host, true])
  for (const host of [
    'cdn.example.',
    'acdn.example',
    'cdn.example:443',
    'images.example',
    'aimages.example',
    '',
  ])
    expect([host, listed(host)]).toEqual([host, false])
})
