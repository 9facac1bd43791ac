import { beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { listRunningServers } from '~/domain/tracking/networks.server'
import { makeOffer } from '../wallet/support'
import { startServers } from '../support/app'
import type { TestServer } from '../support/servers'
import { opsProcess } from './process'
import { ops, opsJson } from './support'

const secrets = {
  TUNE_SECRET: 'new-secret-of-tune-1',
  TUNE_SECRET_OLD: 'old-secret-of-tune-1',
  TUNE_HMAC_KEY: 'new-key-of-tune-001',
  TUNE_HMAC_KEY_OLD: 'old-key-of-tune-001',
  TUNE_HMAC: 'parameter:hash:sha1:base64',
  IMPACT_SECRET: 'secret-of-impact-01',
  IMPACT_HMAC_KEY: 'key-of-impact-00001',
}
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  // Prevents demo seeding, which only an empty database gets.
  await makeOffer()
  ;[server] = (await startServers(1, { env: secrets })) as [TestServer]
  env = { ...secrets, PUBLIC_ORIGIN: server.origin }
  // The server listens before it is registered.
  await vi.waitUntil(async () => (await listRunningServers()).length === 1, 60_000)
})

describe('networks list', () => {
  test('shows the networks open on the running server, whatever the command’s environment', async () => {
    const { out } = await ops('networks list')
    expect(out).toMatch(/^tune +open +parameter:hash:sha1:base64 +anywhere +never +0$/m)
    expect(out).toMatch(/^impact +open +header:X-Signature:sha256:hex +/m)
    expect(out).toMatch(/^awin +closed: no secret /m)
    expect(out).toContain(`\nPostbacks go to ${server.origin}/postback/NETWORK/SECRET\n`)
    expect(out).toContain('tune: the new secret was last used never, the old one never.')
    expect(out).not.toMatch(/-of-tune|-of-impact|No server runs/)
  })

  test('shows when the old secret was last used', async () => {
    const at = `${server.origin}/postback/tune/${secrets.TUNE_SECRET_OLD}?aff_sub=nobody&status=approved`
    expect((await fetch(at)).status).toBe(403)
    const { createHmac } = await import('node:crypto')
    const hash = createHmac('sha1', secrets.TUNE_HMAC_KEY_OLD)
      .update('aff_sub=nobody&status=approved')
      .digest('base64')
    expect((await fetch(`${at}&hash=${encodeURIComponent(hash)}`)).status).toBe(200)
    const { out } = await ops('networks list')
    expect(out).toMatch(/^tune: the new secret was last used never, the old one \d+ \w+ \d{4}, .*m\.$/m)
    expect(out).toMatch(/^tune: the new key was last used never, the old one \d+ \w+ \d{4}, .*m\.$/m)
    const [row] = (await opsJson('networks list')).slice(1)
    expect(row).toMatchObject({
      network: 'tune',
      secret_used_at: null,
      old_secret: true,
      old_secret_used_at: expect.any(String),
      old_key_used_at: expect.any(String),
      quarantined: 1,
    })
  })
})

describe('networks test', () => {
  const rows = () => Promise.all([postbackInbox, conversions, clicks].map((table) => db.$count(table)))

  test.each([
    ['trackier', ''],
    ['tune', ''],
    ['tune', '--old --post'],
    ['impact', ''],
    ['impact', '--post'],
  ])('%s %s: sends a signed postback, prints the response and stores nothing', async (network, options) => {
    const before = await rows()
    const { code, out, err } = await opsProcess(`networks test ${network} ${options}`, { env })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`${server.origin}/postback/${network}/••••`)
    expect(out).toMatch(network === 'tune' ? /\n200 success=true;\n/ : /\n200 OK\n/)
    expect(out).toContain('a pending sale of Rs. 1,000.00')
    expect(out).not.toMatch(/-of-tune|-of-impact|demo-trackier/)
    expect(await rows()).toEqual(before)
  })

  test('--to sends it to another address of the server, which knows only its own host', async () => {
    const { code, out } = await opsProcess(`networks test trackier --to http://127.0.0.1:${server.port}`, {
      env,
    })
    expect(out).toContain(`GET http://127.0.0.1:${server.port}/postback/trackier/••••`)
    expect(code).toBe(0)
  })

  test('a different secret, a closed network or no running server exits with 1', async () => {
    const wrong = { ...env, IMPACT_SECRET: 'another-secret-0001' }
    expect(await opsProcess('networks test impact', { env: wrong })).toMatchObject({
      code: 1,
      err: 'Refused: the running server does not have the IMPACT_SECRET of this command.\n',
    })
    const key = { ...env, IMPACT_HMAC_KEY: 'another-key-of-0001' }
    expect((await opsProcess('networks test impact', { env: key })).err).toMatch(
      /^Refused: the server has another/,
    )
    expect((await opsProcess('networks test awin', { env })).err).toMatch(/^AWIN_SECRET is not set here/)
    expect((await opsProcess('networks test trackier --to http://127.0.0.1:65534', { env })).err).toMatch(
      /^http:\/\/127\.0\.0\.1:65534 does not answer: /,
    )
    expect((await ops('networks test nobody')).code).toBe(2)
  })
})

test('networks list says when no server runs', async () => {
  await server.stop()
  const { out } = await ops('networks list')
  expect(out).toContain('No server runs: this is what the environment of this command would open.')
})
