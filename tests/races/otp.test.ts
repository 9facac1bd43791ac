// Concurrent requests with one-time codes, on two processes of the built server.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges, sessions, users } from '~/platform/db/schema/members'
import { addUser, newPhone, otherThan, PASSWORD } from '../accounts/people'
import { newVisitor, sendTo, startServers, type Answer } from '../support/app'
import type { TestServer } from '../support/servers'
import { readText } from '../support/page-text'
import { releaseTogether, type RawAnswer } from './connections'

let servers: TestServer[]
beforeAll(async () => {
  servers = await startServers(2)
}, 60_000)

const DIALOG = '/Deals?dialog=otp'
const pickPort = (i: number) => servers[i % servers.length]!.port

/** Sends the form concurrently to both processes. */
const postAtOnce = (
  times: number,
  path: string,
  fieldsOf: (i: number) => Record<string, string>,
  cookie = '',
) =>
  releaseTogether(
    Array.from({ length: times }, (_, i) => ({ port: pickPort(i), path, cookie, fields: fieldsOf(i) })),
  )

/** Text of the page that a response redirects to. */
async function pageAfter({ location, cookies }: RawAnswer): Promise<string> {
  const response = await fetch(`${servers[0]!.origin}${location}`, {
    headers: { Cookie: cookies.join('; ') },
  })
  return readText(await response.text())
}

const codeIn = (page: Answer) => /Your code is (\d{4})\./.exec(page.text)?.[1] ?? 'none'

/** A browser with a pending code. */
async function waiting(purpose: 'otp-sign-in' | 'forgot-password' | 'sign-up' = 'otp-sign-in') {
  const phone = newPhone()
  const user = purpose === 'sign-up' ? null : await addUser({ phone })
  const visitor = newVisitor(sendTo(servers[0]!))
  const person = {
    username: 'Ravi',
    email: `${phone.slice(1)}@mail.example`,
    password: PASSWORD,
    agreeToTerms: 'on',
  }
  const page = await visitor.follow(
    await visitor.post(`/auth/${purpose}`, {
      from: `/Deals?dialog=${purpose}`,
      phone_number: phone,
      ...(!user && person),
    }),
  )
  return {
    phone,
    userId: user?.id ?? 0,
    visitor,
    code: codeIn(page),
    cookie: `join=${visitor.cookies.get('join')}`,
  }
}

/** Backdates the codes of this phone. */
const age = (phone: string) =>
  db
    .update(otpChallenges)
    .set({ sent_at: sql`sent_at - interval '91 seconds'` })
    .where(eq(otpChallenges.phone_number, phone))

test('fifty concurrent requests for a code send one, and five are sent an hour', async () => {
  const { phone_number } = await addUser()
  const ask = () =>
    postAtOnce(
      50,
      '/auth/otp-sign-in',
      () => ({
        from: '/Deals?dialog=otp-sign-in',
        phone_number: phone_number!,
        request_key: randomUUID(),
      }),
      // Of the page with the form.
      'probe=1',
    )
  let sent = 0
  for (let round = 1; round <= 7; round++) {
    const answers = await ask()
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303]))
    const won = answers.filter((answer) => answer.location === DIALOG)
    sent += won.length
    expect(won.length).toBeLessThanOrEqual(1)
    await age(phone_number!)
  }
  expect(sent).toBe(5)
  expect(await pageAfter((await ask())[0]!)).toMatch(/Too many attempts\. Please try again in \d+ minutes\./)
})

test('fifty concurrent wrong codes cost three tries and end the code', async () => {
  const { cookie, code, userId } = await waiting()
  const answers = await postAtOnce(50, '/auth/otp', () => ({ from: DIALOG, otp: otherThan(code) }), cookie)
  const pages = await Promise.all(answers.map(pageAfter))
  expect(pages.filter((page) => page.includes('Wrong OTP. Please try again.'))).toHaveLength(3)
  await postAtOnce(2, '/auth/otp', () => ({ from: DIALOG, otp: code }), cookie)
  expect(await db.$count(sessions, eq(sessions.user_id, userId))).toBe(0)
})

test.each(['otp-sign-in', 'sign-up'] as const)(
  '%s: a code in twenty concurrent requests works once',
  async (purpose) => {
    const { cookie, code, phone } = await waiting(purpose)
    const answers = await postAtOnce(20, '/auth/otp', () => ({ from: DIALOG, otp: code }), cookie)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303]))
    // The second request of a browser gets the session of its first.
    const tokens = answers.flatMap((answer) =>
      answer.cookies.flatMap((line) => /^token=([^;]+)/.exec(line)?.[1] ?? []),
    )
    expect(new Set(tokens).size).toBe(1)
    const [user] = await db.select().from(users).where(eq(users.phone_number, phone))
    expect(await db.$count(sessions, eq(sessions.user_id, user!.id))).toBe(1)
  },
)

test('a proof in twenty concurrent requests sets one password', async () => {
  const { cookie, code, visitor } = await waiting('forgot-password')
  await visitor.post('/auth/otp', { from: DIALOG, otp: code })
  const answers = await postAtOnce(
    20,
    '/auth/reset-password',
    (i) => ({
      from: '/Deals?dialog=reset-password',
      new_password: `a calm lake ${i}`,
      confirm_password: `a calm lake ${i}`,
    }),
    cookie,
  )
  expect(answers.filter((answer) => answer.location === '/Deals?dialog=sign-in')).toHaveLength(1)
})

test('a proof of another purpose, phone or browser is refused', async () => {
  const [mine, theirs] = [await waiting('forgot-password'), await waiting('forgot-password')]
  const before = await db.select().from(users).where(eq(users.id, theirs.userId))
  const reset = (cookie: string) =>
    postAtOnce(
      2,
      '/auth/reset-password',
      () => ({ from: '/', new_password: 'a calm lake 1', confirm_password: 'a calm lake 1' }),
      cookie,
    )
  const tokens = (answers: RawAnswer[]) =>
    answers.flatMap((answer) => answer.cookies.filter((c) => /^token=./.test(c)))

  // Another browser: without a cookie, with another browser's, with a forged one.
  for (const cookie of ['', theirs.cookie, `join=${randomUUID()}`, `${mine.cookie}; ${theirs.cookie}`])
    expect(tokens(await postAtOnce(2, '/auth/otp', () => ({ from: '/', otp: mine.code }), cookie))).toEqual(
      [],
    )
  // Another phone: the proof is not valid there.
  await mine.visitor.post('/auth/otp', { from: DIALOG, otp: mine.code })
  await reset(theirs.cookie)
  expect(await db.select().from(users).where(eq(users.id, theirs.userId))).toEqual(before)
  // Another purpose: a proof for a new password does not sign in, and the reverse.
  expect(
    tokens(await postAtOnce(2, '/auth/otp', () => ({ from: '/', otp: mine.code }), mine.cookie)),
  ).toEqual([])
  const other = await waiting('otp-sign-in')
  const [was] = await db.select().from(users).where(eq(users.id, other.userId))
  await db
    .update(otpChallenges)
    .set({ verified_at: sql`now()` })
    .where(eq(otpChallenges.phone_number, other.phone))
  await reset(other.cookie)
  expect((await db.select().from(users).where(eq(users.id, other.userId)))[0]).toEqual(was)
})
