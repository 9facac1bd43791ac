/** The adapters of OTP providers against fakes of their documented APIs (support/otp-providers.ts). */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findOpenChallenge } from '~/domain/accounts/challenges.server'
import type { OtpProvider } from '~/domain/accounts/codes/port'
import { makeProvider } from '~/domain/accounts/codes/provider.server'
import type * as Providers from '~/domain/accounts/codes/provider.server'
import { parseEnv } from '~/platform/config/env.server'
import { resendCode } from '~/domain/accounts/otp.server'
import { sendCode, type CodeRequest } from '~/domain/accounts/codes/send-code.server'
import * as otp from '~/domain/accounts/otp.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges, rateLimits } from '~/platform/db/schema/members'
import { findFreePort } from '../../embedded/postmaster'
import { fakes, TROUBLES, type FakeProvider } from '../support/otp-providers'
import { age, readChallenge, newPhone, otherThan, stranger } from './people'

const used = vi.hoisted(() => ({ provider: null as OtpProvider | null }))
vi.mock('~/domain/accounts/codes/provider.server', async (original) => ({
  ...(await original<typeof Providers>()),
  getOtpProvider: () => used.provider,
}))

const HERE = stranger()
/** In ms. */
const TIMEOUT = '300'

const connect = ({ env }: FakeProvider, base: string) =>
  makeProvider(parseEnv({ ...env, OTP_BASE_URL: base, OTP_TIMEOUT_MS: TIMEOUT }))

const ask = (phone: string, more: Partial<CodeRequest> = {}) =>
  sendCode({ purpose: 'otp-sign-in', phone, challengeId: null, requestKey: null, asker: HERE, ...more })

async function send(phone = newPhone(), more: Partial<CodeRequest> = {}) {
  const sent = await ask(phone, more)
  if (!sent.ok) throw new Error(sent.reason)
  return { phone, id: sent.challengeId }
}

let logged = ''

beforeEach(async () => {
  logged = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    logged += String(part)
    return true
  })
  await db.delete(rateLimits)
})
afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(fakes))('OTP provider %s', async (name, start) => {
  const fake = await start()
  const { env } = fake
  const adapter = connect(fake, fake.base)
  const secrets = Object.values(env).filter((value) => value !== name && value !== fake.base)
  afterAll(() => fake.close())
  beforeEach(() => {
    used.provider = adapter
    fake.trouble = null
  })
  afterEach(() => {
    if (fake.refused.length) throw new Error(`What no documentation knows: ${fake.refused.join(', ')}`)
    if (secrets.some((secret) => logged.includes(secret))) throw new Error('A secret is in the log.')
  })

  test('the provider sends the code and none of it is stored here', async () => {
    const { phone, id } = await send()
    const row = await readChallenge(id)
    expect(fake.codeOf(phone)).toMatch(/^\d{4}$/)
    expect(row).toMatchObject({ provider: name, code_hash: null, demo_code: null })
    expect(row.provider_reference).toMatch(/^\w{20,}$/)
    expect(logged).toBe('')
  })

  test('verifies a code; three wrong ones end it', async () => {
    const { phone, id } = await send()
    expect(await otp.verify(id, otherThan(fake.codeOf(phone)), HERE)).toMatchObject({ reason: 'wrong' })
    expect(await otp.verify(id, fake.codeOf(phone), HERE)).toMatchObject({ ok: true, phone })
    const other = await send()
    for (let i = 0; i < 3; i++)
      expect(await otp.verify(other.id, otherThan(fake.codeOf(other.phone)), HERE)).toMatchObject({
        reason: 'wrong',
      })
    const asked = fake.asked.length
    expect(await otp.verify(other.id, fake.codeOf(other.phone), HERE)).toMatchObject({ reason: 'ended' })
    expect(fake.asked.length, 'not even asked').toBe(asked)
  })

  test('twenty concurrent requests with the right code give one proof', async () => {
    const { phone, id } = await send()
    const code = fake.codeOf(phone)
    const consume = () => db.transaction((tx) => otp.consume(tx, id, 'otp-sign-in'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await otp.verify(id, code, HERE)).ok && (await consume())),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  test('a right code can be entered again while its proof is valid, without another request', async () => {
    const { phone, id } = await send()
    const code = fake.codeOf(phone)
    expect((await otp.verify(id, code, HERE)).ok).toBe(true)
    const asked = fake.asked.length
    expect(await otp.verify(id, otherThan(code), HERE)).toMatchObject({ reason: 'wrong' })
    expect((await otp.verify(id, code, HERE)).ok).toBe(true)
    expect(fake.asked.length).toBe(asked)
  })

  test('only the resent code works', async () => {
    const { phone, id } = await send()
    await otp.verify(id, otherThan(fake.codeOf(phone)), HERE)
    await age(id, 91)
    expect(await resendCode(id, HERE)).toMatchObject({ ok: true, sent: true })
    expect(fake.sentTo(phone)).toBe(2)
    expect((await otp.verify(id, fake.codeOf(phone), HERE)).ok).toBe(true)
  })

  test('a code works only for its own purpose', async () => {
    const first = await send()
    const reset = await send(first.phone, { purpose: 'forgot-password' })
    const code = fake.codeOf(first.phone)
    expect((await otp.verify(first.id, code, HERE)).ok).toBe(false)
    expect((await otp.verify(reset.id, code, HERE)).ok).toBe(true)
  })

  test('a code sent by another provider is not verified', async () => {
    const { phone, id } = await send()
    used.provider = { ...adapter, name: 'another' }
    expect(await otp.verify(id, fake.codeOf(phone), HERE)).toMatchObject({ reason: 'unanswered' })
  })

  test.each(TROUBLES)('a send answered with %s leaves no partial state', async (_, trouble, maybe) => {
    const phone = newPhone()
    fake.trouble = trouble
    expect(await ask(phone)).toMatchObject({ reason: 'notSent', counted: maybe })
    const rows = await db.select().from(otpChallenges)
    expect(rows.filter((row) => row.phone_number === phone)).toEqual([])
    expect(logged).toMatch(/"message":"code not sent"/)
    expect(logged).not.toContain(phone.slice(3))
    fake.trouble = null
    expect((await ask(phone)).ok).toBe(true)
  })

  test.each(TROUBLES)('a resend answered with %s can be repeated at once', async (_, trouble) => {
    const { phone, id } = await send()
    await age(id, 91)
    fake.trouble = trouble
    expect(await resendCode(id, HERE)).toMatchObject({ reason: 'notSent' })
    expect(await findOpenChallenge(id)).toMatchObject({ live: false, secondsLeft: 0 })
    fake.trouble = null
    expect((await resendCode(id, HERE)).ok).toBe(true)
    expect((await otp.verify(id, fake.codeOf(phone), HERE)).ok).toBe(true)
  })

  test.each(TROUBLES)(
    'a verification answered with %s costs no try, and the code works afterwards',
    async (_, trouble) => {
      const { phone, id } = await send()
      fake.trouble = trouble
      const code = fake.codeOf(phone)
      for (let i = 0; i < 4; i++)
        expect(await otp.verify(id, code, HERE)).toMatchObject({ reason: 'unanswered' })
      expect((await readChallenge(id)).attempts).toBe(0)
      expect(logged).toMatch(/"message":"code not verified"/)
      expect(logged).not.toContain(phone.slice(3))
      expect(logged).not.toMatch(new RegExp(`\\b${code}\\b(?!Z)`))
      fake.trouble = null
      expect((await otp.verify(id, code, HERE)).ok).toBe(true)
    },
  )

  test('an unreachable provider counts neither a send nor a code', async () => {
    const { phone, id } = await send()
    used.provider = connect(fake, `http://127.0.0.1:${await findFreePort()}`)
    expect(await otp.verify(id, fake.codeOf(phone), HERE)).toMatchObject({ reason: 'unanswered' })
    const other = newPhone()
    for (let i = 0; i < 8; i++) expect(await ask(other)).toMatchObject({ reason: 'notSent', counted: false })
    used.provider = adapter
    expect((await ask(other)).ok).toBe(true)
    expect((await otp.verify(id, fake.codeOf(phone), HERE)).ok).toBe(true)
  })

  test('sends with an unclear result count, five an hour', async () => {
    const phone = newPhone()
    fake.trouble = { status: 500 }
    for (let i = 0; i < 5; i++) expect(await ask(phone)).toMatchObject({ reason: 'notSent' })
    expect(await ask(phone)).toMatchObject({ reason: 'tooMany' })
  })

  test('verifications without an answer are limited to ten an hour', async () => {
    const { phone, id } = await send()
    fake.trouble = { status: 503 }
    for (let i = 0; i < 10; i++)
      expect(await otp.verify(id, fake.codeOf(phone), HERE)).toMatchObject({ reason: 'unanswered' })
    expect(await otp.verify(id, fake.codeOf(phone), HERE)).toMatchObject({ reason: 'tooMany', minutes: 60 })
  })
})

describe('provider errors: only those about the code count as a wrong code', () => {
  const judged = async (start: () => Promise<FakeProvider>, body: object, status = 200) => {
    const fake = await start()
    used.provider = connect(fake, fake.base)
    const { phone, id } = await send()
    fake.trouble = { status, body: JSON.stringify(body) }
    const answer = await otp.verify(id, fake.codeOf(phone), HERE)
    await fake.close()
    return answer.ok || answer.reason
  }

  test.each([
    ['OTP not match', 'wrong'],
    ['Something new about this code', 'wrong'],
    ['OTP expired', 'unanswered'],
    ['Mobile no. not found', 'unanswered'],
    ['Max limit reached for this otp verification', 'unanswered'],
    ['Authentication failure', 'unanswered'],
  ])('MSG91: %s is %s', async (message, reason) => {
    expect(await judged(fakes.msg91, { type: 'error', message })).toBe(reason)
  })

  test.each([
    ['7118', 400, 'wrong'],
    ['9999', 400, 'wrong'],
    ['7303', 400, 'unanswered'],
    ['7115', 400, 'unanswered'],
    ['401', 401, 'unanswered'],
  ])('OTPless: error %s with HTTP %s is %s', async (errorCode, status, reason) => {
    expect(await judged(fakes.otpless, { errorCode, message: 'no' }, status)).toBe(reason)
  })
  test('OTPless: a response for another request is not an answer', async () => {
    const body = { requestId: 'another', isOTPVerified: true }
    expect(await judged(fakes.otpless, body)).toBe('unanswered')
  })

  test.each(['canceled', 'max_attempts_reached', 'expired', 'approved'])(
    'Twilio: status %s of another verification is not an answer',
    async (status) => {
      const sid = `VE${'3'.repeat(32)}`
      expect(await judged(fakes.twilio, { sid, status })).toBe('unanswered')
    },
  )
})
