// Each network's own secret, addresses, signature, parameter names and response.
import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { NETWORK_NAMES, type NetworkName, type NetworkPrefix } from '~/platform/config/networks'
import { readWallet } from '~/domain/wallet/sums.server'
import { request, startServers } from '../support/app'
import { SAMPLES, writePostback } from '../support/network-samples'
import type { TestServer } from '../support/servers'
import { click, member } from '../wallet/support'

const env = await vi.hoisted(async () => {
  const { NETWORK_PREFIXES } = await import('~/platform/config/networks')
  const secrets = Object.fromEntries(
    NETWORK_PREFIXES.map((prefix) => [`${prefix}_SECRET`, `secret-of-${prefix}-01`]),
  ) as Record<`${NetworkPrefix}_SECRET`, string>
  const set = {
    ...secrets,
    IMPACT_HMAC_KEY: 'key-of-impact-00001',
    AWIN_HMAC_KEY: 'key-of-awin-0000001',
    AWIN_HMAC: 'parameter:hash sha1 base64',
    ADMITAD_CIDRS: '203.0.113.0/24, 198.51.100.7, 2001:db8:77::/48',
  }
  return Object.assign(process.env, set) && set
})

const getSecret = (network: NetworkName) => env[`${network.toUpperCase() as NetworkPrefix}_SECRET`]
const getPath = (network: NetworkName) => `/postback/${network}/${getSecret(network)}`
/** Those that anybody with the secret may send for. */
const OPEN = NETWORK_NAMES.filter(
  (name) => ![`${name.toUpperCase()}_HMAC_KEY`, `${name.toUpperCase()}_CIDRS`].some((key) => key in env),
)

let serial = 0

const hmac = (algorithm: string, key: string, text: string) =>
  createHmac(algorithm, key).update(text).digest()
const signImpact = (text: string) => ({
  'X-Signature': hmac('sha256', env.IMPACT_HMAC_KEY, text).toString('hex'),
})

async function sale(network: NetworkName) {
  const user = await member()
  const fields = writePostback(network, {
    click: await click(user, { network }),
    conversion: `NET${++serial}`,
    sale: '1000',
    payout: '80',
    status: SAMPLES[network].approved,
  })
  return { user, fields, query: new URLSearchParams(fields).toString() }
}
const available = async (user: number) => (await readWallet(user)).available
const inboxSize = () => db.$count(postbackInbox)

describe('postbacks of each network', () => {
  test.each(OPEN)('%s is accepted by GET and by form, and gets its answer', async (network) => {
    const { answer } = SAMPLES[network]
    for (const method of ['GET', 'POST']) {
      const { user, query } = await sale(network)
      const heard =
        method === 'GET'
          ? await request(`${getPath(network)}?${query}`)
          : await request(getPath(network), { method, body: new URLSearchParams(query) })
      expect([heard.status, heard.body]).toEqual([200, answer])
      expect(await available(user)).toBe(50_00n)
    }
  })

  test('tune gets success=true; for an unknown click too', async () => {
    const heard = await request(`${getPath('tune')}?aff_sub=nobody&status=approved`)
    expect([heard.status, heard.body]).toEqual([200, 'success=true;'])
  })

  test('no network accepts another network’s secret', async () => {
    const before = await inboxSize()
    for (const network of NETWORK_NAMES)
      for (const other of NETWORK_NAMES.filter((name) => name !== network)) {
        const { query } = await sale(network)
        expect((await request(`/postback/${network}/${getSecret(other)}?${query}`)).status).toBe(403)
      }
    expect(await inboxSize()).toBe(before)
  })
})

describe('signature in a header (impact)', () => {
  test('covers the query string of a GET', async () => {
    const { user, query } = await sale('impact')
    const url = `${getPath('impact')}?${query}`
    expect((await request(url, { headers: signImpact(query) })).body).toBe('OK')
    expect(await available(user)).toBe(50_00n)
  })

  test('covers the body of a POST, as a form or JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      const { user, fields, query } = await sale('impact')
      const body = type === 'application/json' ? JSON.stringify(fields, null, 1) : query
      const headers = { 'Content-Type': type, ...signImpact(body) }
      expect((await request(getPath('impact'), { method: 'POST', body, headers })).status).toBe(200)
      expect(await available(user)).toBe(50_00n)
    }
  })

  test.each<[string, (query: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['an empty signature', () => ({ 'X-Signature': '' })],
    ['the signature of another text', () => signImpact('Amount=1')],
    [
      'a signature by another key',
      (query) => ({ 'X-Signature': hmac('sha256', 'x'.repeat(16), query).toString('hex') }),
    ],
    ['half of the signature', (query) => ({ 'X-Signature': signImpact(query)['X-Signature'].slice(0, 32) })],
  ])('with %s is 403, and nothing is stored', async (_, headersOf) => {
    const { query } = await sale('impact')
    const before = await inboxSize()
    expect((await request(`${getPath('impact')}?${query}`, { headers: headersOf(query) })).status).toBe(403)
    expect(await inboxSize()).toBe(before)
  })
})

describe('signature in a parameter (awin)', () => {
  const sign = (text: string) =>
    `${text}&hash=${encodeURIComponent(hmac('sha1', env.AWIN_HMAC_KEY, text).toString('base64'))}`

  test('covers the rest of the query string or of a form', async () => {
    const first = await sale('awin')
    expect((await request(`${getPath('awin')}?${sign(first.query)}`)).status).toBe(200)
    const second = await sale('awin')
    const form = { method: 'POST', body: new URLSearchParams(sign(second.query)) }
    expect((await request(getPath('awin'), form)).status).toBe(200)
    expect([await available(first.user), await available(second.user)]).toEqual([50_00n, 50_00n])
  })

  test('is 403 if a parameter was changed, or without a signature', async () => {
    const { query } = await sale('awin')
    const changed = sign(query).replace('saleAmount=1000', 'saleAmount=9000')
    expect((await request(`${getPath('awin')}?${changed}`)).status).toBe(403)
    expect((await request(`${getPath('awin')}?${query}`)).status).toBe(403)
  })
})

describe('allowed addresses of a network (admitad) behind one proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    // Prevents demo seeding, which only an empty database gets.
    await sale('admitad')
    ;[server] = (await startServers(1, {
      env: { ADMITAD_SECRET: env.ADMITAD_SECRET, ADMITAD_CIDRS: env.ADMITAD_CIDRS, TRUSTED_PROXY_HOPS: '1' },
    })) as [TestServer]
  })
  const sendFrom = async (forwarded: string) => {
    const { query } = await sale('admitad')
    const headers = { 'X-Forwarded-For': forwarded }
    return (await fetch(`${server.origin}${getPath('admitad')}?${query}`, { headers })).status
  }

  test.each([
    ['203.0.113.1', 200],
    ['203.0.113.255', 200],
    ['198.51.100.7', 200],
    ['2001:db8:77:1::9', 200],
    ['::ffff:203.0.113.9', 200],
    ['203.0.114.1', 403],
    ['198.51.100.8', 403],
    ['2001:db8:78::1', 403],
    // The client can forge entries to the left of the proxy's.
    ['203.0.113.1, 192.0.2.1', 403],
    ['nonsense', 403],
  ])('%s is answered %i', async (forwarded, status) => {
    expect(await sendFrom(forwarded)).toBe(status)
  })
})
