// The forms with each real OTP provider, on its own server, including the provider's failures.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges, sessions } from '~/platform/db/schema/members'
import { addUser, newPhone, otherThan, PASSWORD } from '../accounts/people'
import { newVisitor, sendTo, startServers, type Answer, type Visitor } from '../support/app'
import { fakes, type FakeProvider, type Trouble } from '../support/otp-providers'
import type { TestServer } from '../support/servers'

const notice = (page: Answer) =>
  /class="notice notice-\w+"[^>]*>([\s\S]*?)<\/div>/
    .exec(page.body)?.[1]
    ?.replace(/<[^>]*>/g, '')
    .trim()

/** One of every kind: refusal, server error, invalid response, timeout. */
const FAILURES: [string, Trouble][] = [
  ['a refusal', { status: 403, body: '{"message":"no"}' }],
  ['a breakdown', { status: 503 }],
  ['rubbish', { body: '<p>OK</p>' }],
  ['silence', { silent: true }],
]

describe.each(Object.keys(fakes) as FakeProvider['name'][])('OTP provider %s', (name) => {
  let fake: FakeProvider
  let server: TestServer
  const numbers: string[] = []

  beforeAll(async () => {
    fake = await fakes[name]()
    const env = { ...fake.env, OTP_TIMEOUT_MS: '400' }
    ;[server] = (await startServers(1, { env })) as [TestServer]
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await fake.close()
  })

  const post = async (visitor: Visitor, action: string, from: string, fields: Record<string, string>) =>
    visitor.follow(await visitor.post(action, { from, ...fields }))

  async function waiting() {
    const user = await addUser()
    const visitor = newVisitor(sendTo(server))
    const phone = user.phone_number!
    numbers.push(phone)
    const page = await post(visitor, '/auth/otp-sign-in', '/Deals?dialog=otp-sign-in', {
      phone_number: phone,
    })
    expect(page.text).toContain('OTP Verification')
    expect(page.text).not.toContain('Demo mode')
    const enter = (otp: string) => post(visitor, '/auth/otp', '/Deals?dialog=otp', { otp })
    return { user, visitor, phone, enter }
  }

  test('verifies the sent code, using only documented requests', async () => {
    const { user, phone, enter } = await waiting()
    expect(notice(await enter(otherThan(fake.codeOf(phone))))).toBe('Oops... Wrong OTP. Please try again.')
    expect(notice(await enter(fake.codeOf(phone)))).toBe('You are signed in.')
    expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(1)
    expect(fake.refused).toEqual([])
  })

  test.each(FAILURES)(
    'a verification answered by %s shows the error text, and the code works afterwards',
    async (_, trouble) => {
      const { phone, enter } = await waiting()
      fake.trouble = trouble
      for (let i = 0; i < 4; i++)
        expect(notice(await enter(fake.codeOf(phone)))).toBe(
          'Oops... An error occurred during OTP verification. Please try again.',
        )
      fake.trouble = null
      expect(notice(await enter(fake.codeOf(phone)))).toBe('You are signed in.')
    },
  )

  test.each(FAILURES)('a send answered by %s is reported and leaves no challenge', async (_, trouble) => {
    const user = await addUser()
    const phone = newPhone()
    numbers.push(phone, user.phone_number!)
    const forms = {
      'otp-sign-in': { phone_number: user.phone_number! },
      'forgot-password': { phone_number: user.phone_number! },
      'sign-up': {
        username: 'Ravi Menon',
        phone_number: phone,
        email: `${phone.slice(1)}@mail.example`,
        password: PASSWORD,
        agreeToTerms: 'on',
      },
    }
    fake.trouble = trouble
    for (const [form, fields] of Object.entries(forms)) {
      const visitor = newVisitor(sendTo(server))
      const page = await post(visitor, `/auth/${form}`, `/?dialog=${form}`, fields)
      expect(notice(page)).toBe('Your code could not be sent. Please try again.')
      expect(page.body).toContain(`id="dialog-${form}"`)
      expect(page.body).toContain(`value="${fields.phone_number}"`)
      expect(visitor.cookies.has('join')).toBe(false)
      expect(await db.$count(otpChallenges, eq(otpChallenges.phone_number, fields.phone_number))).toBe(0)
    }
    fake.trouble = null
  })

  test('a failed resend is reported and can be repeated at once', async () => {
    const { phone, visitor, enter } = await waiting()
    await db
      .update(otpChallenges)
      .set({ sent_at: sql`sent_at - interval '91 seconds'` })
      .where(eq(otpChallenges.phone_number, phone))
    fake.trouble = { status: 500 }
    const failed = await post(visitor, '/auth/resend', '/Deals?dialog=otp', {})
    expect(notice(failed)).toBe('Your code could not be sent. Please try again.')
    expect(failed.text).toContain('Resend OTP')
    fake.trouble = null
    expect(notice(await post(visitor, '/auth/resend', '/Deals?dialog=otp', {}))).toBe(
      'A new code is on its way.',
    )
    expect(notice(await enter(fake.codeOf(phone)))).toBe('You are signed in.')
  })

  test('the API returns no demo_code outside the demo', async () => {
    const user = await addUser()
    numbers.push(user.phone_number!)
    const answer = await fetch(`${server.origin}/api/otp/send`, {
      method: 'POST',
      body: JSON.stringify({ phone_number: user.phone_number, purpose: 'otp-sign-in' }),
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ success: true, demo_code: null })
  })

  test('the log has no number, code or secret', () => {
    const { OTP_PROVIDER: _, OTP_BASE_URL: _base, ...secrets } = fake.env
    for (const secret of Object.values(secrets)) expect(server.output()).not.toContain(secret)
    expect(server.output()).toContain('"message":"code not sent"')
    expect(numbers.length).toBeGreaterThan(5)
    for (const number of numbers) expect(server.output()).not.toContain(number.slice(3))
  })
})
