/** Requests to the webhook: allowed addresses, responses, failures and the signature. */
import { execFileSync } from 'node:child_process'
import dns, { type LookupAddress } from 'node:dns'
import fs from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAllowedAddress } from '~/platform/outbound/addresses'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { env } from '~/platform/config/env.server'
import { sendToWebhook } from '~/domain/alerts/webhook.server'
import { SECRET, sendTo, startReceiver, type Receiver } from './receiver'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (response) => void response.end('thanks')
  sendTo(receiver.url)
})
afterEach(() => vi.restoreAllMocks())

const BODY = JSON.stringify({ text: 'Late — ₹ “quoted”\n$(x) %s' })
const send = () => sendToWebhook('8d0c', BODY)
const failure = () =>
  send().then(
    () => 'answered',
    (error: unknown) => (error instanceof ProviderFailure ? error.kind : String(error)),
  )
const at = (host: string) => receiver.url.replace('127.0.0.1', host)
type Answer = (error: null, addresses: LookupAddress[]) => void
const lookedUp = (work: (answer: Answer) => void) =>
  vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: object, answer: Answer) => work(answer)) as never)
const resolving = (...addresses: string[]) =>
  lookedUp((answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    ),
  )

describe('webhook request', () => {
  test('arrives unchanged, and its response is returned', async () => {
    expect(await send()).toEqual({ status: 200, text: 'thanks' })
    const [{ headers, text, path }] = receiver.received as [(typeof receiver.received)[0]]
    expect({ text, path, type: headers['content-type'], id: headers['x-alert-id'] }).toEqual({
      text: BODY,
      path: '/alerts?key=1',
      type: 'application/json',
      id: '8d0c',
    })
  })

  test('is verified by the command in docs/operations.md', async () => {
    await send()
    const { headers, text } = receiver.received[0]!
    const command = /^\$ (\(printf .* openssl dgst .*)$/m.exec(
      fs.readFileSync('docs/operations.md', 'utf8'),
    )![1]!
    fs.mkdirSync(env().DATA_DIR, { recursive: true })
    const verified = (secret: string, body: string) => {
      fs.writeFileSync(`${env().DATA_DIR}/body.json`, body)
      return execFileSync('sh', ['-c', command], {
        cwd: env().DATA_DIR,
        env: {
          ...process.env,
          TIMESTAMP: String(headers['x-alert-timestamp']),
          ALERT_WEBHOOK_SECRET: secret,
        },
      })
        .toString()
        .trim()
        .replace(/^.* /, '')
    }
    const signature = headers['x-alert-signature']
    expect(verified(SECRET, text)).toBe(signature)
    expect(verified('another secret of alerts', text)).not.toBe(signature)
    expect(verified(SECRET, `${text} `)).not.toBe(signature)
    expect(Math.abs(Date.now() / 1000 - Number(headers['x-alert-timestamp']))).toBeLessThan(60)
  })

  test('returns any status; a redirect fails and is not followed', async () => {
    receiver.answer = (response) => void response.writeHead(503).end('away')
    expect(await send()).toEqual({ status: 503, text: 'away' })
    receiver.answer = (response) => void response.writeHead(307, { Location: '/elsewhere' }).end()
    expect(await failure()).toBe('redirect')
    expect(receiver.received).toHaveLength(2)
  })

  test('times out, also during an endless response', async () => {
    const silent = await startReceiver()
    sendTo(silent.url)
    env().ALERT_TIMEOUT_MS = 50
    silent.answer = () => {}
    expect(await failure()).toBe('time-out')
    silent.answer = (response) => void response.write('a beginning')
    expect(await failure()).toBe('time-out')
    await silent.close()
  })

  test('reads at most 16 KB of the response', async () => {
    receiver.answer = (response) => {
      const more = () => !response.destroyed && response.write('x'.repeat(8000), () => setImmediate(more))
      more()
    }
    expect((await send()).text).toBe('x'.repeat(16 * 1024))
  })

  test('fails with the error code of the connection', async () => {
    const gone = await startReceiver()
    await gone.close()
    sendTo(gone.url)
    expect(await failure()).toBe('no connection: ECONNREFUSED')
    receiver.answer = (response) => void response.destroy()
    sendTo(receiver.url)
    expect(await failure()).toBe('no connection: ECONNRESET')
  })
})

describe('private webhook address', () => {
  test('is refused unless it is allowed, whether literal or resolved', async () => {
    Object.assign(env(), { ALERT_WEBHOOK_ALLOW: ['10.0.0.0/8'] })
    expect(await failure()).toBe('a private address')
    sendTo(at('alerts.example'))
    env().ALERT_WEBHOOK_ALLOW = []
    resolving('127.0.0.1')
    expect(await failure()).toBe('a private address')
    expect(receiver.received).toEqual([])
    env().ALERT_WEBHOOK_ALLOW = ['127.0.0.1']
    expect(await failure()).toBe('answered')
  })

  test('is skipped if the name has other addresses', async () => {
    sendTo(at('alerts.example'))
    resolving('10.0.0.1', '127.0.0.1', '169.254.169.254')
    expect(await failure()).toBe('answered')
  })

  test('is detected after one lookup per connection, which prevents DNS rebinding', async () => {
    sendTo(at('alerts.example'))
    const asked = resolving('127.0.0.1')
    await send()
    expect(asked).toHaveBeenCalledOnce()
    resolving('127.0.0.2')
    expect(await failure()).toBe('a private address')
  })

  test('is recognized in each notation', () => {
    for (const address of [
      '127.0.0.1',
      '127.255.255.254',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.100.0.1',
      '0.0.0.0',
      '255.255.255.255',
      '224.0.0.1',
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      'fe80::1',
      'fd12::1',
      'ff02::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:1::1',
      'not an address',
    ])
      expect([address, isAllowedAddress(address, [])]).toEqual([address, false])
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '::ffff:8.8.8.8', '2606:4700::1111'])
      expect([address, isAllowedAddress(address, [])]).toEqual([address, true])
  })

  test('of an unresponsive name server causes one lookup, however many attempts', async () => {
    sendTo(at('alerts.example'))
    env().ALERT_TIMEOUT_MS = 30
    let release = () => {}
    const asked = lookedUp((answer) => {
      release = () => answer(null, [{ address: '127.0.0.1', family: 4 }])
    })
    expect([await failure(), await failure(), await failure()]).toEqual(['time-out', 'time-out', 'time-out'])
    expect(asked).toHaveBeenCalledOnce()
    release()
  })
})
