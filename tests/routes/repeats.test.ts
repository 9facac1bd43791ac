// A form submitted again after a lost response gets the first response, in the same browser, for five minutes.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { findSession } from '~/domain/accounts/find-session.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges, sessions, users } from '~/platform/db/schema/members'
import { notifications } from '~/platform/db/schema/notifications'
import { addUser, newPhone, otherThan, PASSWORD } from '../accounts/people'
import { newVisitor, type Fields, type Visitor } from '../support/app'
import { rewrite } from '../support/rewrite'

vi.spyOn(console, 'info').mockImplementation(() => {})

const NEW_PASSWORD = 'a loud river, now'

/** Submits a form and discards the response with its cookies. */
async function lose(visitor: Visitor, url: string, fields: Fields): Promise<void> {
  const before = new Map(visitor.cookies)
  expect((await visitor.post(url, fields)).status).toBe(303)
  visitor.cookies.clear()
  for (const [name, value] of before) visitor.cookies.set(name, value)
}

const sendCodeTo = (
  visitor: Visitor,
  purpose: 'sign-up' | 'otp-sign-in' | 'forgot-password',
  phone: string,
) =>
  visitor.post(`/auth/${purpose}`, {
    from: '/Deals',
    username: 'Ravi Menon',
    phone_number: phone,
    email: `${phone.slice(1)}@mail.example`,
    password: PASSWORD,
    agreeToTerms: 'on',
  })

async function readCode(phone: string): Promise<string> {
  const [row] = await db.select().from(otpChallenges).where(eq(otpChallenges.phone_number, phone))
  return row!.demo_code!
}

const listSessions = async (phone: string) => {
  const [user] = await db.select().from(users).where(eq(users.phone_number, phone))
  return db.select().from(sessions).where(eq(sessions.user_id, user!.id))
}

const minutesLater = (phone: string) =>
  db
    .update(otpChallenges)
    .set({ consumed_at: sql`consumed_at - interval '6 minutes'` })
    .where(eq(otpChallenges.phone_number, phone))

/** A browser that was sent a code, and the fields of its OTP form. */
async function withCode(purpose: 'sign-up' | 'otp-sign-in' | 'forgot-password') {
  const phone = purpose === 'sign-up' ? newPhone() : (await addUser()).phone_number!
  const visitor = newVisitor()
  await sendCodeTo(visitor, purpose, phone)
  return { phone, visitor, fields: { otp: await readCode(phone), from: '/Deals?dialog=otp' } }
}

describe.each([
  ['sign-up', 'Signup Successful!'],
  ['otp-sign-in', 'You are signed in.'],
] as const)('OTP form repeated for %s', (purpose, text) => {
  test('after a lost answer: signed in with the session of the first request', async () => {
    const { phone, visitor, fields } = await withCode(purpose)
    await lose(visitor, '/auth/otp', fields)
    const again = await visitor.post('/auth/otp', fields)
    expect([again.status, again.location]).toEqual([303, '/Deals'])
    expect(visitor.cookies.has('join')).toBe(false)
    const token = visitor.cookies.get('token')!
    expect((await visitor.follow(again)).text).toContain(text)
    expect(await findSession(token, 'cookie')).toMatchObject({ user: { phone_number: phone } })
    const opened = await listSessions(phone)
    expect(opened).toHaveLength(1)
    expect(JSON.stringify(opened)).not.toContain(token)
  })

  test('several times at once: one account and one session, set by each answer', async () => {
    const { phone, visitor, fields } = await withCode(purpose)
    const cookies = new Map(visitor.cookies)
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => {
        const twin = newVisitor()
        for (const [name, value] of cookies) twin.cookies.set(name, value)
        await twin.post('/auth/otp', fields)
        return twin.cookies.get('token')
      }),
    )
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toMatch(/^[\w-]{43}$/)
    expect(await listSessions(phone)).toHaveLength(1)
  })

  test('gives no session for another code or browser, after five minutes or after signing out', async () => {
    const { phone, visitor, fields } = await withCode(purpose)
    await lose(visitor, '/auth/otp', fields)
    const kept = new Map(visitor.cookies)
    const fails = async (who: Visitor, sent: Fields) => {
      await who.post('/auth/otp', sent)
      expect(who.cookies.has('token')).toBe(false)
    }
    await fails(visitor, { ...fields, otp: otherThan(fields.otp) })
    await fails(newVisitor(), fields)
    // Another browser with the same challenge has a different secret.
    const other = newVisitor()
    await sendCodeTo(other, 'otp-sign-in', phone)
    await fails(other, fields)
    await minutesLater(phone)
    await fails(visitor, fields)
    await db
      .update(otpChallenges)
      .set({ consumed_at: sql`now()` })
      .where(eq(otpChallenges.phone_number, phone))
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    const [mine] = await listSessions(phone)
    await db.delete(sessions).where(eq(sessions.token_hash, mine!.token_hash))
    await fails(visitor, fields)
  })
})

test('a password reset repeated after a lost answer: Password reset successful!', async () => {
  const { phone, visitor, fields } = await withCode('forgot-password')
  await lose(visitor, '/auth/otp', fields)
  expect((await visitor.post('/auth/otp', fields)).location).toBe('/Deals?dialog=reset-password')
  const reset = { new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD, from: '/Deals' }
  await lose(visitor, '/auth/reset-password', reset)

  const other = { ...reset, new_password: 'something else 1', confirm_password: 'something else 1' }
  const refused = await visitor.follow(await visitor.post('/auth/reset-password', other))
  expect(refused.text).toContain('Something went wrong! Try again.')
  const again = await visitor.post('/auth/reset-password', reset)
  expect(again.location).toBe('/Deals?dialog=sign-in')
  expect((await visitor.follow(again)).text).toContain('Password reset successful!')

  await lose(visitor, '/auth/reset-password', reset)
  await minutesLater(phone)
  const late = await visitor.follow(await visitor.post('/auth/reset-password', reset))
  expect(late.text).not.toContain('Password reset successful!')
})

test('the third try of a reset code repeated after a lost answer leads to the new password', async () => {
  const { visitor, fields } = await withCode('forgot-password')
  const wrong = { ...fields, otp: otherThan(fields.otp) }
  await visitor.post('/auth/otp', wrong)
  await visitor.post('/auth/otp', wrong)
  await lose(visitor, '/auth/otp', fields)
  expect((await visitor.post('/auth/otp', fields)).location).toBe('/Deals?dialog=reset-password')
  for (const _ of [1, 2, 3]) await visitor.post('/auth/otp', wrong)
  const ended = await visitor.post('/auth/otp', fields)
  expect(ended.location).toBe('/Deals?dialog=otp')
})

test('a resend repeated after a lost answer: A new code is on its way., sent once', async () => {
  const { phone, visitor } = await withCode('otp-sign-in')
  const sentLongAgo = () =>
    db
      .update(otpChallenges)
      .set({ sent_at: sql`now() - interval '91 seconds'` })
      .where(eq(otpChallenges.phone_number, phone))
  await sentLongAgo()
  const page = await visitor.get('/Deals?dialog=otp')
  const [, sent_at = ''] = /name="sent_at" value="(\d+)"/.exec(page.body) ?? []
  const fields = { from: '/Deals?dialog=otp', sent_at }
  await lose(visitor, '/auth/resend', fields)
  const code = await readCode(phone)

  const again = await visitor.follow(await visitor.post('/auth/resend', fields))
  expect(again.text).toContain('A new code is on its way.')
  expect(await readCode(phone)).toBe(code)
  const early = await visitor.follow(await visitor.post('/auth/resend', { from: fields.from }))
  expect(early.text).toMatch(/You can ask for a new code in \d+ s/)
  await sentLongAgo()
  await visitor.post('/auth/resend', fields)
  expect(await readCode(phone)).not.toBe(code)
})

describe('sign-in form repeated', () => {
  const open = async (visitor: Visitor, phone: string) => {
    const { body } = await visitor.get('/Deals?dialog=sign-in')
    const [, request_key = ''] = /name="request_key" value="([\w-]{36})"/.exec(body) ?? []
    return { request_key, phone_number: phone, password: PASSWORD, from: '/Deals?dialog=sign-in' }
  }
  const listNotices = async (userId: number) =>
    (await db.select().from(notifications).where(eq(notifications.user_id, userId))).length

  test('after a lost answer: signed in with one session and one notification', async () => {
    const user = await addUser()
    const phone = user.phone_number!
    const visitor = newVisitor()
    const fields = await open(visitor, phone)
    await lose(visitor, '/auth/sign-in', fields)
    const again = await visitor.post('/auth/sign-in', fields)
    expect((await visitor.follow(again)).text).toContain('You are signed in.')
    expect(await findSession(visitor.cookies.get('token')!, 'cookie')).toMatchObject({
      user: { id: user.id },
    })
    expect(await listSessions(phone)).toHaveLength(1)
    expect(await listNotices(user.id)).toBe(1)
  })

  test('several times at once: one session and one notification, set by each answer', async () => {
    const user = await addUser()
    const fields = await open(newVisitor(), user.phone_number!)
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => {
        const twin = newVisitor()
        await twin.post('/auth/sign-in', fields)
        return twin.cookies.get('token')
      }),
    )
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toMatch(/^[\w-]{43}$/)
    expect(await listSessions(user.phone_number!)).toHaveLength(1)
    expect(await listNotices(user.id)).toBe(1)
  })

  test('opens another session for another form or member, and after five minutes', async () => {
    const [asha, ravi] = [await addUser(), await addUser()]
    const tokens = new Set<string>()
    const signIn = async (fields: Fields) => {
      const visitor = newVisitor()
      await visitor.post('/auth/sign-in', fields)
      tokens.add(visitor.cookies.get('token')!)
    }
    const fields = await open(newVisitor(), asha.phone_number!)
    await signIn(fields)
    await signIn(await open(newVisitor(), asha.phone_number!))
    await signIn({ ...fields, phone_number: ravi.phone_number! })
    await signIn({ ...fields, rememberMe: 'on' })
    await db.update(sessions).set({ created_at: sql`created_at - interval '6 minutes'` })
    await signIn(fields)
    expect(tokens.size).toBe(5)
    const wrong = newVisitor()
    await wrong.post('/auth/sign-in', { ...fields, password: NEW_PASSWORD })
    expect(wrong.cookies.has('token')).toBe(false)
  })
})

test('a password change repeated after a lost answer keeps the session', async () => {
  const user = await addUser()
  const visitor = newVisitor()
  await visitor.post('/auth/sign-in', { phone_number: user.phone_number!, password: PASSWORD, from: '/' })
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD }
  await lose(visitor, '/Account/ChangePassword', change)

  const stranger = newVisitor()
  stranger.cookies.set('token', visitor.cookies.get('token')!)
  await stranger.post('/Account/ChangePassword', { ...change, newPassword: PASSWORD })
  expect(stranger.cookies.get('token')).toBe(visitor.cookies.get('token'))

  const again = await visitor.post('/Account/ChangePassword', change)
  expect(again.location).toBe('/Account/ChangePassword')
  expect((await visitor.follow(again)).text).toContain('Password changed successfully!')
  expect(await db.select().from(sessions).where(eq(sessions.user_id, user.id))).toHaveLength(1)
})

// 'Try again' on an error page and reloading its URL send GET requests to routes that only accept forms.
test.each([
  ['/newsletter', '/#newsletter'],
  ['/Account/Wallet/bank', '/Account/Wallet?edit=bank#bank-details'],
  ['/Account/Wallet/upi', '/Account/Wallet?edit=upi#upi-details'],
  ['/Account/details', '/Account?edit=details#details'],
])('GET %s redirects to its form', async (path, form) => {
  const answer = await newVisitor().get(path)
  expect([answer.status, answer.location]).toEqual([302, form])
})

describe('account deletion form repeated', () => {
  const DELETED = 'Your account is deleted.'

  /** A signed-in member at the form. */
  async function atTheForm() {
    const user = await addUser()
    const visitor = newVisitor()
    await visitor.post('/auth/sign-in', { phone_number: user.phone_number!, password: PASSWORD, from: '/' })
    const { body } = await visitor.get('/Account/Privacy')
    const keep = /name="keep" value="([\w-]{22}:delete-account)"/.exec(body)![1]!
    const fields = { keep, password: PASSWORD, confirm: 'on', from: '/Account/Privacy' }
    return { user, visitor, fields }
  }

  test('after a lost answer: deleted, and the browser is signed out', async () => {
    const { user, visitor, fields } = await atTheForm()
    await lose(visitor, '/Account/Privacy', fields)
    const again = await visitor.post('/Account/Privacy', fields)
    expect([again.status, again.location]).toEqual([303, '/'])
    expect((await visitor.follow(again)).text).toContain(DELETED)
    expect(visitor.cookies.has('token')).toBe(false)
    expect(await db.select().from(users).where(eq(users.id, user.id))).toMatchObject([
      { username: 'Deleted account' },
    ])
  })

  test('several times at once: each answer confirms the deletion', async () => {
    const { visitor, fields } = await atTheForm()
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/Account/Privacy', fields)))
    expect(answers.map(({ location }) => location)).toEqual(['/', '/', '/'])
    expect((await visitor.follow(answers[0]!)).text).toContain(DELETED)
  })

  test('is not confirmed to another browser or member, nor after five minutes', async () => {
    const { user, visitor, fields } = await atTheForm()
    const other = await atTheForm()
    await lose(visitor, '/Account/Privacy', fields)
    const isTold = async (who: Visitor, sent: Fields) =>
      (await who.follow(await who.post('/Account/Privacy', sent))).text.includes(DELETED)
    expect(await isTold(newVisitor(), fields)).toBe(false)
    other.visitor.cookies.delete('token')
    expect(await isTold(other.visitor, fields)).toBe(false)
    expect(await isTold(visitor, { ...fields, keep: other.fields.keep })).toBe(false)
    await rewrite(sql`UPDATE users SET deleted_at = now() - interval '6 minutes' WHERE id = ${user.id}`)
    expect(await isTold(visitor, fields)).toBe(false)
  })
})
