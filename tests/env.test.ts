import { describe, expect, test } from 'vitest'
import { parseEnv } from '~/platform/config/env.server'
import { makePushKeys } from '~/platform/config/push-keys'

const real = {
  DATABASE_URL: 'postgres://dealdwaar:x@db.internal:5432/dealdwaar',
  PUBLIC_ORIGIN: 'https://dealdwaar.example',
  SESSION_SECRET: 'a secret of 32 characters or more',
  DATA_KEY: '0123456789abcdef'.repeat(4),
  HOLDING_DAYS: '30',
  ALLOW_DEMO_OTP: '9876543210',
}

test.each([
  ['DATABASE_POOL', '1', 'must be a whole number, at least 2'],
  ['DATABASE_POOL', 'ten', 'must be a whole number, at least 2'],
  ['PAGE_CACHE_MB', '0.5', 'must be a whole number, at least 0'],
])('%s=%s is refused with what it must be', (name, text, words) =>
  expect(() => parseEnv({ [name]: text })).toThrow(`${name}: ${words}`),
)

describe('demo mode (docs/rules.md#36)', () => {
  test('is on without variables, and sets the demo secret of the postback', () => {
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
  ])('is off at %s, where all variables are required', (PUBLIC_ORIGIN) => {
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'DATA_KEY', 'OTP_PROVIDER'])
      expect(() => parseEnv({ PUBLIC_ORIGIN })).toThrow(name)
  })
  test('is off with DATABASE_URL, even on localhost', () => {
    const v = parseEnv({ ...real, PUBLIC_ORIGIN: 'http://localhost:3000' })
    expect(v.demo).toBe(false)
    expect(v.trackierSecret).toBeUndefined()
  })
})

describe('CASHBACK_SHARE', () => {
  test.each([
    ['70%', '70.00%'],
    ['66.67', '66.67%'],
    ['0', '0.00%'],
    ['unset', 'unset'],
  ])('%s is read as a percentage', (text, share) =>
    expect(parseEnv({ CASHBACK_SHARE: text }).CASHBACK_SHARE).toBe(share),
  )
  test('is undefined by default', () => expect(parseEnv({}).CASHBACK_SHARE).toBeUndefined())
  test.each(['101', '-1', 'most', '70.001'])('%s is refused', (text) =>
    expect(() => parseEnv({ CASHBACK_SHARE: text })).toThrow('CASHBACK_SHARE: must be a percentage'),
  )
})

describe('HOLDING_DAYS', () => {
  test('is read as a whole number', () => {
    expect(parseEnv({}).HOLDING_DAYS).toBeUndefined()
    expect(parseEnv({ HOLDING_DAYS: '7' }).HOLDING_DAYS).toBe('7')
  })
  test('may differ by network', () => {
    const { HOLDING_DAYS_BY_NETWORK } = parseEnv({ HOLDING_DAYS_BY_NETWORK: 'impact=45, awin=0' })
    expect(HOLDING_DAYS_BY_NETWORK).toBe('awin=0,impact=45')
  })
  test.each(['amazon=3', 'impact', 'impact=', 'impact=366', 'impact=-1', 'impact=4.5'])(
    'refuses %j for a network',
    (text) => expect(() => parseEnv({ HOLDING_DAYS_BY_NETWORK: text })).toThrow('HOLDING_DAYS_BY_NETWORK'),
  )
  test.each(['-1', '366', '1.5', 'x'])('refuses %j days', (text) =>
    expect(() => parseEnv({ HOLDING_DAYS: text })).toThrow('HOLDING_DAYS'),
  )
})

describe('outside the demo', () => {
  test('starts with all required variables', () =>
    expect(parseEnv(real)).toMatchObject({ demo: false, https: true }))
  test.each(['PUBLIC_ORIGIN', 'SESSION_SECRET', 'DATA_KEY', 'DATABASE_URL'])('%s is required', (name) => {
    expect(() => parseEnv({ ...real, [name]: undefined })).toThrow(name)
    expect(() => parseEnv({ ...real, [name]: '' })).toThrow(name)
  })
  test('the demo OTP provider needs ALLOW_DEMO_OTP', () => {
    expect(() => parseEnv({ ...real, ALLOW_DEMO_OTP: '0' })).toThrow('OTP_PROVIDER')
    expect(() => parseEnv({ ...real, ALLOW_DEMO_OTP: undefined, OTP_PROVIDER: 'demo' })).toThrow(
      'OTP_PROVIDER',
    )
  })
  test('ALLOW_DEMO_OTP=1 is refused on a public origin, with any provider', () => {
    expect(() => parseEnv({ ...real, ALLOW_DEMO_OTP: '1' })).toThrow('ALLOW_DEMO_OTP: 1 would hand')
    expect(() =>
      parseEnv({
        ...real,
        ALLOW_DEMO_OTP: '1',
        OTP_PROVIDER: 'msg91',
        MSG91_AUTH_KEY: 'k',
        MSG91_TEMPLATE_ID: 't',
      }),
    ).toThrow('ALLOW_DEMO_OTP: 1 would hand')
    for (const PUBLIC_ORIGIN of ['http://localhost:3000', 'https://192.168.1.20'])
      expect(parseEnv({ ...real, PUBLIC_ORIGIN, ALLOW_DEMO_OTP: '1' }).demoOtp).toBe('all')
  })
  test('ALLOW_DEMO_OTP lists mobile numbers', () => {
    expect(parseEnv(real).demoOtp).toEqual(['+919876543210'])
    expect(parseEnv({ ...real, ALLOW_DEMO_OTP: '9876543210, 9000000001' }).demoOtp).toEqual([
      '+919876543210',
      '+919000000001',
    ])
  })
  test('the demo postback secret is refused, and a network without a secret is closed', () => {
    expect(() => parseEnv({ ...real, TRACKIER_SECRET: 'demo-trackier-secret' })).toThrow('TRACKIER_SECRET')
    expect(() => parseEnv({ ...real, AWIN_SECRET: 'demo-trackier-secret' })).toThrow('AWIN_SECRET')
    expect(parseEnv(real).trackierSecret).toBeUndefined()
  })
})

describe('OTP provider', () => {
  const all: Record<string, string> = {
    MSG91_AUTH_KEY: 'key',
    MSG91_TEMPLATE_ID: 'template',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(32)}`,
    OTPLESS_CLIENT_ID: 'id',
    OTPLESS_CLIENT_SECRET: 'secret',
  }
  test.each([
    ['msg91', ['MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID']],
    ['twilio', ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_VERIFY_SERVICE_SID']],
    ['otpless', ['OTPLESS_CLIENT_ID', 'OTPLESS_CLIENT_SECRET']],
  ])('%s needs its own variables, also in the demo, and nothing else', (OTP_PROVIDER, names) => {
    const own = Object.fromEntries(names.map((name) => [name, all[name]]))
    expect(parseEnv({ ...real, ALLOW_DEMO_OTP: '0', OTP_PROVIDER, ...own }).otp).toEqual({
      OTP_PROVIDER,
      ...own,
    })
    for (const name of names) {
      expect(() => parseEnv({ ...real, OTP_PROVIDER, ...own, [name]: '' })).toThrow(`${name}: required`)
      expect(() => parseEnv({ OTP_PROVIDER, ...own, [name]: undefined })).toThrow(`${name}: required`)
    }
  })
  test('needs an https URL, except on this machine', () => {
    const ask = (OTP_BASE_URL: string) => parseEnv({ ...real, OTP_BASE_URL }).OTP_BASE_URL
    expect(ask('https://otp.example')).toBe('https://otp.example')
    expect(ask('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000')
    expect(() => ask('http://otp.example')).toThrow('OTP_BASE_URL')
  })
})

describe('push and SMS', () => {
  const keys = makePushKeys()
  const twilio = {
    OTP_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(32)}`,
  }
  const otpless = { OTP_PROVIDER: 'otpless', OTPLESS_CLIENT_ID: 'id', OTPLESS_CLIENT_SECRET: 'secret' }
  const SMS_TEMPLATE_PAID = 'HX1'
  test('keys of one pair are accepted', () => expect(parseEnv({ ...real, ...keys })).toMatchObject(keys))
  test.each<[string, Record<string, string>, string]>([
    ['a public key alone', { VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY }, 'VAPID_PRIVATE_KEY: required'],
    ['a private key alone', { VAPID_PRIVATE_KEY: keys.VAPID_PRIVATE_KEY }, 'VAPID_PUBLIC_KEY: required'],
    [
      'keys of two pairs',
      { ...keys, VAPID_PRIVATE_KEY: makePushKeys().VAPID_PRIVATE_KEY },
      'VAPID_PRIVATE_KEY: does not belong',
    ],
    [
      'a private key that is no scalar of the curve',
      { ...keys, VAPID_PRIVATE_KEY: 'A'.repeat(43) },
      'VAPID_PRIVATE_KEY: does not belong',
    ],
    ['a template without a provider', { SMS_TEMPLATE_PAID }, 'SMS_TEMPLATE_PAID: only OTP_PROVIDER'],
    ['a template with OTPless', { ...otpless, SMS_TEMPLATE_PAID }, 'SMS_TEMPLATE_PAID: only OTP_PROVIDER'],
    ['Twilio without a service', { ...twilio, SMS_TEMPLATE_PAID }, 'TWILIO_MESSAGING_SERVICE_SID: required'],
  ])('%s: refused', (_, given, problem) => {
    expect(() => parseEnv({ ...real, ...given })).toThrow(problem)
  })
  test('a template with its provider is accepted', () => {
    const TWILIO_MESSAGING_SERVICE_SID = `MG${'0'.repeat(32)}`
    const given = { ...twilio, SMS_TEMPLATE_PAID, TWILIO_MESSAGING_SERVICE_SID }
    expect(parseEnv({ ...real, ...given })).toMatchObject({ SMS_TEMPLATE_PAID })
  })
})

describe('payout settings', () => {
  const keys = {
    RAZORPAYX_KEY_ID: 'rzp_key',
    RAZORPAYX_KEY_SECRET: 'rzp_secret',
    RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
    RAZORPAYX_WEBHOOK_SECRET: 'a webhook secret',
    CASHFREE_CLIENT_ID: 'cf_client',
    CASHFREE_CLIENT_SECRET: 'cf_secret',
  }
  test('are manual by default: nothing is approved or sent automatically', () => {
    expect(parseEnv(real)).toMatchObject({
      PAYOUT_PROVIDER: 'manual',
      PAYOUT_APPROVAL: 'manual',
      RAZORPAYX_BASE_URL: 'https://api.razorpay.com',
      CASHFREE_BASE_URL: 'https://api.cashfree.com',
    })
  })
  test.each(['razorpayx', 'cashfree'])('%s needs all of its own variables', (PAYOUT_PROVIDER) => {
    expect(parseEnv({ ...real, ...keys, PAYOUT_PROVIDER })).toMatchObject({ PAYOUT_PROVIDER })
    const own = Object.keys(keys).filter((name) => name.startsWith(PAYOUT_PROVIDER.toUpperCase()))
    for (const name of own)
      expect(() => parseEnv({ ...real, ...keys, PAYOUT_PROVIDER, [name]: '' })).toThrow(
        `${name}: required by PAYOUT_PROVIDER=${PAYOUT_PROVIDER}`,
      )
  })
  test('pay nothing in the demo, except through a fake provider on this machine', () => {
    const ours = { ...keys, PAYOUT_PROVIDER: 'razorpayx' }
    expect(() => parseEnv(ours)).toThrow('PAYOUT_PROVIDER: the demo moves no money')
    expect(parseEnv({ ...ours, RAZORPAYX_BASE_URL: 'http://127.0.0.1:4000' }).demo).toBe(true)
  })
  test.each([
    ['PAYOUT_PROVIDER', 'paypal'],
    ['PAYOUT_APPROVAL', 'yes'],
    ['PAYOUT_REVIEW_ABOVE', '5k'],
    ['PAYOUT_REVIEW_ABOVE', '-1'],
    ['MOST_CASHBACK_A_SALE', 'all'],
    ['MOST_CASHBACK_A_DAY', '-5'],
    ['MOST_LOSS_A_SALE', '1.234'],
    ['MIN_WITHDRAWAL', 'one'],
    ['WITHDRAWALS_A_DAY', '0'],
    ['PAYOUT_TIMEOUT_MS', '0'],
    ['RAZORPAYX_BASE_URL', 'http://pay.example'],
    ['CASHFREE_BASE_URL', 'https://pay.example/v1'],
    ['RAZORPAYX_KEY_SECRET', 'two words'],
    ['RAZORPAYX_ACCOUNT_NUMBER', '12-34'],
  ])('an invalid %s=%s is reported at start', (name, value) => {
    expect(() => parseEnv({ ...real, ...keys, [name]: value })).toThrow(name)
  })
})

test.each([
  ['SESSION_SECRET', 'short'],
  ['DATA_KEY', 'x'.repeat(64)],
  ['DATA_KEY', 'ab'],
  ['DATA_KEYS_OLD', 'ab'],
  ['INDEX_KEY', 'ab'],
  ['PUBLIC_ORIGIN', 'https://dealdwaar.example/'],
  ['PUBLIC_ORIGIN', 'ftp://dealdwaar.example'],
  ['PUBLIC_ORIGIN', 'dealdwaar.example'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['TRUSTED_PROXY_HOPS', 'all'],
  ['PORT', '70000'],
  ['ALLOW_DEMO_OTP', 'yes'],
  ['ALLOW_DEMO_OTP', '9876543210,1'],
  ['OTP_PROVIDER', 'nobody'],
  ['OTP_BASE_URL', 'https://otp.example/path'],
  ['OTP_TIMEOUT_MS', '0'],
  ['MSG91_AUTH_KEY', 'two words'],
  ['TWILIO_ACCOUNT_SID', 'VA0'],
  ['TWILIO_VERIFY_SERVICE_SID', 'AC0'],
  ['TWILIO_MESSAGING_SERVICE_SID', 'VA0'],
  ['SMS_TEMPLATE_PAID', 'two words'],
  ['VAPID_PUBLIC_KEY', 'x'],
  ['VAPID_PRIVATE_KEY', 'short'],
  ['OTP_SENDS_PER_PHONE_HOUR', '0'],
  ['TRACKIER_SECRET', 'short'],
  ['TRACKIER_HOST', 'evil.example/path?'],
])('an invalid %s=%s is reported at start without the value', (name, value) => {
  expect(() => parseEnv({ ...real, [name]: value })).toThrow(name)
  expect(() => parseEnv({ ...real, [name]: value })).not.toThrow(`${name}: ${value}`)
})

describe('secret of a network and its predecessor', () => {
  const two = { AWIN_SECRET: 'a new secret of awin', AWIN_SECRET_OLD: 'an old secret of awin' }
  test('may both be set', () => expect(parseEnv({ ...real, ...two })).toMatchObject(two))
  test.each<[string, Record<string, string>]>([
    ['an old one alone', { AWIN_SECRET_OLD: two.AWIN_SECRET_OLD }],
    ['twice the same', { ...two, AWIN_SECRET_OLD: two.AWIN_SECRET }],
    ['one that is too short', { ...two, AWIN_SECRET_OLD: 'short' }],
    ['the demo’s', { ...two, AWIN_SECRET_OLD: 'demo-trackier-secret' }],
  ])('%s is refused', (_, set) => {
    expect(() => parseEnv({ ...real, ...set })).toThrow('AWIN_SECRET_OLD')
    const keys = Object.fromEntries(
      Object.entries(set).map(([name, value]) => [name.replace('SECRET', 'HMAC_KEY'), value]),
    )
    if (!Object.values(set).includes('demo-trackier-secret'))
      expect(() => parseEnv({ ...real, ...keys })).toThrow('AWIN_HMAC_KEY_OLD')
  })
})

describe('the alert webhook', () => {
  const hook = {
    ALERT_WEBHOOK: 'https://alerts.example.in/x?k=1',
    ALERT_WEBHOOK_SECRET: 'a secret of alerts',
  }
  const readError = (variables: Record<string, string | undefined>, from: object = real) => {
    try {
      parseEnv({ ...from, ...hook, ...variables })
    } catch (error) {
      return (error as Error).message
    }
    return 'valid'
  }
  test('is optional and requires its secret', () => {
    expect(parseEnv(real).ALERT_WEBHOOK).toBeUndefined()
    expect(parseEnv({ ...real, ...hook })).toMatchObject(hook)
    expect(readError({ ALERT_WEBHOOK_SECRET: undefined })).toContain('ALERT_WEBHOOK_SECRET: required')
    expect(readError({ ALERT_WEBHOOK_SECRET: 'short' })).toContain('ALERT_WEBHOOK_SECRET: must have')
    expect(readError({ ALERT_WEBHOOK: undefined })).toContain('ALERT_WEBHOOK: not set')
  })
  test('must be https outside demo mode', () => {
    expect(readError({ ALERT_WEBHOOK: 'http://alerts.example.in/' })).toContain('must begin with https:')
    expect(readError({ ALERT_WEBHOOK: 'http://alerts.example.in/' }, {})).toBe('valid')
  })
  test.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost:8443/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://10.1.2.3/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::1]/',
  ])('refuses the private address %s, in the demo too', (ALERT_WEBHOOK) => {
    expect(readError({ ALERT_WEBHOOK })).toContain('is not a public address')
    expect(readError({ ALERT_WEBHOOK }, {})).toContain('is not a public address')
  })
  test.each(['https://8.8.8.8/', 'https://[2606:4700::1111]/'])('accepts the public address %s', (url) =>
    expect(readError({ ALERT_WEBHOOK: url })).toBe('valid'),
  )
  test('may be at a private address that ALERT_WEBHOOK_ALLOW lists', () => {
    const allow = { ALERT_WEBHOOK_ALLOW: '10.20.0.0/16, 127.0.0.1' }
    expect(readError({ ...allow, ALERT_WEBHOOK: 'https://10.20.3.4/' })).toBe('valid')
    expect(readError({ ...allow, ALERT_WEBHOOK: 'https://localhost/' })).toBe('valid')
    expect(readError({ ...allow, ALERT_WEBHOOK: 'https://10.21.0.1/' })).toContain('is not a public address')
    expect(readError({ ALERT_WEBHOOK_ALLOW: 'intranet' })).toContain('ALERT_WEBHOOK_ALLOW: must be')
  })
  test.each(['alerts.example.in', 'ftp://alerts.example.in/', 'https://', 'file:///etc/passwd', 'x'])(
    'refuses %j',
    (ALERT_WEBHOOK) => expect(readError({ ALERT_WEBHOOK })).toContain('ALERT_WEBHOOK:'),
  )
  test.each(['https://user:pass@alerts.example.in/', 'https://alerts.example.in/#x'])(
    'refuses %j, which has a part that is not sent',
    (ALERT_WEBHOOK) => expect(readError({ ALERT_WEBHOOK })).toContain('no user name, password or fragment'),
  )
  test.each([
    ['ALERT_QUARANTINE', ['-1', '1.5', 'many']],
    ['ALERT_LAG_MINUTES', ['0', '-5', 'x']],
    ['ALERT_SILENCE_HOURS', ['-1', '8761', 'x']],
    ['ALERT_SILENCE_HOURS_BY_NETWORK', ['amazon=3', 'impact', 'impact=8761', 'impact=-1']],
    ['ALERT_PAYOUT_HOURS', ['0', 'x']],
    ['ALERT_WAITING_HOURS', ['0', 'x']],
    ['ALERT_CHECKPOINT_HOURS', ['0', 'x']],
    ['ALERT_TIMEOUT_MS', ['0', 'x']],
  ])('%s refuses %j', (name, values) => {
    for (const value of values) expect(readError({ [name]: value })).toContain(`${name}: `)
  })
  test('ALERT_SILENCE_HOURS_BY_NETWORK sets hours by network', () => {
    const { ALERT_SILENCE_HOURS_BY_NETWORK } = parseEnv({
      ALERT_SILENCE_HOURS_BY_NETWORK: 'impact=72, awin=0',
    })
    expect([...ALERT_SILENCE_HOURS_BY_NETWORK]).toEqual([
      ['impact', 72],
      ['awin', 0],
    ])
  })
})

describe('DESK_ORIGIN', () => {
  const shop = { PUBLIC_ORIGIN: 'http://localhost:3000' }

  test('is that of the shop, unless it is set', () => {
    expect(parseEnv(shop).deskOrigin).toBe('http://localhost:3000')
    expect(parseEnv({ ...shop, DESK_ORIGIN: 'http://desk.localhost:3000' }).deskOrigin).toBe(
      'http://desk.localhost:3000',
    )
  })

  test.each([
    ['http://localhost:3000', 'must have another host or port'],
    ['https://desk.localhost', 'must begin as PUBLIC_ORIGIN does'],
    ['http://desk.localhost/Desk', 'DESK_ORIGIN'],
  ])('%s is refused: %s', (DESK_ORIGIN, problem) => {
    expect(() => parseEnv({ ...shop, DESK_ORIGIN })).toThrow(problem)
  })

  test('needs another port than the shop for a process of the desk', () => {
    expect(() => parseEnv({ ...shop, PORT: '3001', DESK_PORT: '3001' })).toThrow(
      'must be another port than PORT',
    )
    expect(parseEnv({ ...shop, DESK_PORT: '3001' }).DESK_PORT).toBe(3001)
  })
})
