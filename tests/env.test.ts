import { describe, expect, test } from 'vitest'
import { parseEnv } from '~/env.server'

const real = {
  DATABASE_URL: 'postgres://dealdwaar:x@db.internal:5432/dealdwaar',
  PUBLIC_ORIGIN: 'https://dealdwaar.example',
  SESSION_SECRET: 'a secret of 32 characters or more',
  DATA_KEY: '0123456789abcdef'.repeat(4),
  ALLOW_DEMO_OTP: '1',
}

describe('demo mode (decisions.md 30)', () => {
  test('is on with nothing set, and brings the demo secret of the postback', () => {
    expect(parseEnv({})).toMatchObject({
      demo: true,
      publicOrigin: 'http://localhost:3000',
      trackierSecret: 'demo-trackier-secret',
    })
  })
  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]:3000',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.1',
    'http://192.168.1.20:3000',
  ])('is on at %s', (PUBLIC_ORIGIN) => expect(parseEnv({ PUBLIC_ORIGIN }).demo).toBe(true))
  test.each([
    'https://dealdwaar.example',
    'http://172.15.0.1',
    'http://172.32.0.1',
    'http://11.0.0.1',
    'http://169.254.1.1',
    'http://[2001:db8::1]',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://notlocalhost',
  ])('is off at %s, where all of its own is then required', (PUBLIC_ORIGIN) => {
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'DATA_KEY', 'OTP_PROVIDER'])
      expect(() => parseEnv({ PUBLIC_ORIGIN })).toThrow(name)
  })
  test('is off with a database of one’s own, even on localhost', () => {
    const v = parseEnv({ ...real, PUBLIC_ORIGIN: 'http://localhost:3000' })
    expect(v.demo).toBe(false)
    expect(v.trackierSecret).toBeUndefined()
  })
})

describe('outside the demo', () => {
  test('boots with all of it', () => expect(parseEnv(real)).toMatchObject({ demo: false, https: true }))
  test.each(['PUBLIC_ORIGIN', 'SESSION_SECRET', 'DATA_KEY', 'DATABASE_URL'])('%s is required', (name) => {
    expect(() => parseEnv({ ...real, [name]: undefined })).toThrow(name)
    expect(() => parseEnv({ ...real, [name]: '' })).toThrow(name)
  })
  test('the demo’s one-time codes need ALLOW_DEMO_OTP=1, named or not', () => {
    expect(() => parseEnv({ ...real, ALLOW_DEMO_OTP: '0' })).toThrow('OTP_PROVIDER')
    expect(() => parseEnv({ ...real, ALLOW_DEMO_OTP: undefined, OTP_PROVIDER: 'demo' })).toThrow(
      'OTP_PROVIDER',
    )
  })
  test('the demo’s postback secret is refused, and without one the network is closed', () => {
    expect(() => parseEnv({ ...real, TRACKIER_SECRET: 'demo-trackier-secret' })).toThrow('TRACKIER_SECRET')
    expect(() => parseEnv({ ...real, AWIN_SECRET: 'demo-trackier-secret' })).toThrow('AWIN_SECRET')
    expect(parseEnv(real).trackierSecret).toBeUndefined()
  })
})

test.each([
  ['SESSION_SECRET', 'short'],
  ['DATA_KEY', 'x'.repeat(64)],
  ['DATA_KEY', 'ab'],
  ['PUBLIC_ORIGIN', 'https://dealdwaar.example/'],
  ['PUBLIC_ORIGIN', 'ftp://dealdwaar.example'],
  ['PUBLIC_ORIGIN', 'dealdwaar.example'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['TRUSTED_PROXY_HOPS', 'all'],
  ['PORT', '70000'],
  ['ALLOW_DEMO_OTP', 'yes'],
  ['OTP_PROVIDER', 'nobody'],
  ['OTP_SENDS_PER_PHONE_HOUR', '0'],
  ['TRACKIER_SECRET', 'short'],
  ['TRACKIER_HOST', 'evil.example/path?'],
])('%s=%s is named at boot, its value is not', (name, value) => {
  expect(() => parseEnv({ ...real, [name]: value })).toThrow(name)
  expect(() => parseEnv({ ...real, [name]: value })).not.toThrow(`${name}: ${value}`)
})
