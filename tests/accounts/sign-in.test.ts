import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { enterCode } from '~/domain/accounts/enter-code.server'
import { checkPassword } from '~/domain/accounts/passwords.server'
import { resetPassword, resetSchema } from '~/domain/accounts/reset-password.server'
import { startWithPhone } from '~/domain/accounts/code-sign-in.server'
import { signIn, signInSchema } from '~/domain/accounts/sign-in.server'
import { findSession } from '~/domain/accounts/find-session.server'
import { db } from '~/platform/db/client.server'
import { sessions, users } from '~/platform/db/schema/members'
import { listNotifications } from '../support/notifications'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { untilBlocked } from '../support/locks'
import { addUser, age, readCode, newPhone, openTestSession, PASSWORD, visitor } from './people'

vi.spyOn(console, 'info').mockImplementation(() => {})

const attempt = (phone: string, password = PASSWORD, rememberMe?: string) =>
  signIn(signInSchema.parse({ phone_number: phone, password, rememberMe }), visitor())

const fresh = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!

async function startOtp(phone: string, purpose: 'otp-sign-in' | 'forgot-password' = 'otp-sign-in') {
  const sent = await startWithPhone(purpose, { phone_number: phone, request_key: null }, visitor())
  if (!sent.ok) throw new Error(sent.reason)
  return { id: sent.challengeId, code: await readCode(sent.challengeId) }
}

describe('sign-in by password', () => {
  test('opens a session for 12 hours, or for 30 days with ‘remember me’', async () => {
    const user = await addUser()
    for (const [rememberMe, hours] of [
      [undefined, 12],
      ['on', 720],
    ] as const) {
      const answer = await attempt(user.phone_number!, PASSWORD, rememberMe)
      if (!answer.ok) throw new Error(answer.reason)
      const session = await findSession(answer.token, 'cookie')
      expect(session?.user.id).toBe(user.id)
      expect((session!.expiresAt.getTime() - Date.now()) / 3_600_000).toBeCloseTo(hours, 1)
    }
  })

  test('notifies the member of a new browser, not of a known one', async () => {
    const user = await addUser()
    await attempt(user.phone_number!)
    expect(await listNotifications(user.id)).toMatchObject([
      { title: 'New sign-in', body: expect.stringContaining('Was it not you?') },
    ])
    const input = signInSchema.parse({ phone_number: user.phone_number, password: PASSWORD })
    expect((await signIn(input, visitor({ members: [7, user.id] }))).ok).toBe(true)
    expect(await listNotifications(user.id)).toHaveLength(1)
    const { id, code } = await startOtp(user.phone_number!)
    expect((await enterCode(code, visitor({ challengeId: id, members: [7] }), inheritFromDeparture)).ok).toBe(
      true,
    )
    expect(await listNotifications(user.id)).toHaveLength(2)
  })

  test('answers a wrong password and an unknown number alike', async () => {
    const user = await addUser()
    expect(await attempt(user.phone_number!, 'a quiet rivet')).toEqual({ ok: false, reason: 'wrongPassword' })
    expect(await attempt(newPhone())).toEqual({ ok: false, reason: 'wrongPassword' })
    expect(await db.select().from(sessions).where(eq(sessions.user_id, user.id))).toEqual([])
  })

  test('hashes for an unknown number too, in the same queue', async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => attempt(newPhone())))
    const reasons = answers.map((a) => (a.ok ? 'ok' : a.reason))
    expect(new Set(reasons)).toEqual(new Set(['wrongPassword', 'busy']))
  })

  test('allows ten wrong passwords in 15 minutes, also concurrently, then refuses the right one', async () => {
    const user = await addUser()
    const wrong = await Promise.all(
      Array.from({ length: 30 }, () => attempt(user.phone_number!, 'a quiet rivet')),
    )
    const reasons = wrong.map((a) => (a.ok ? 'ok' : a.reason))
    expect(reasons.filter((r) => r === 'wrongPassword').length).toBe(10)
    expect(reasons.filter((r) => r === 'tooMany').length).toBe(20)
    expect(await attempt(user.phone_number!)).toMatchObject({ reason: 'tooMany', minutes: 15 })
  })

  test('does not count right passwords', async () => {
    const user = await addUser()
    for (let i = 0; i < 12; i++) expect((await attempt(user.phone_number!)).ok).toBe(true)
  })

  test('rehashes a password with outdated parameters', async () => {
    const { hash } = await import('@node-rs/argon2')
    const user = await addUser()
    await db
      .update(users)
      .set({ password_hash: await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 }) })
      .where(eq(users.id, user.id))
    expect((await attempt(user.phone_number!)).ok).toBe(true)
    expect((await fresh(user.id)).password_hash).toContain('m=19456,t=2,p=1')
    expect((await attempt(user.phone_number!)).ok).toBe(true)
  })

  test('rehashes once for a form that is sent twice, and both get their answer', async () => {
    const { hash } = await import('@node-rs/argon2')
    const user = await addUser()
    const password_hash = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 })
    await db.update(users).set({ password_hash }).where(eq(users.id, user.id))
    const both = await Promise.all([attempt(user.phone_number!), attempt(user.phone_number!)])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    const titles = (await listNotifications(user.id)).map(({ title }) => title)
    expect(titles.filter((title) => title === 'Your password is stored more safely')).toHaveLength(1)
  })

  test('with the old password fails while a new one is being set', async () => {
    const user = await addUser()
    let answer!: ReturnType<typeof attempt>
    await db.transaction(async (tx) => {
      await tx.update(users).set({ password_hash: null }).where(eq(users.id, user.id))
      await tx.delete(sessions).where(eq(sessions.user_id, user.id))
      answer = attempt(user.phone_number!)
      await Promise.race([answer, untilBlocked()])
    })
    expect(await answer).toMatchObject({ reason: 'wrongPassword' })
    expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0)
  })

  test('fails for a member without a password', async () => {
    const user = await addUser()
    await db.update(users).set({ password_hash: null }).where(eq(users.id, user.id))
    expect(await attempt(user.phone_number!)).toMatchObject({ reason: 'wrongPassword' })
  })

  test('reports an empty form at its fields', () => {
    const { error } = signInSchema.safeParse({})
    expect(error!.issues.map((i) => [i.path[0], i.message])).toEqual([
      ['phone_number', 'Enter your mobile number.'],
      ['password', 'Enter your password.'],
    ])
  })
})

describe('sign-in by code', () => {
  test('opens a session for the right code', async () => {
    const user = await addUser()
    const { id, code } = await startOtp(user.phone_number!)
    const entered = await enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)
    if (!entered.ok || !entered.session) throw new Error('refused')
    expect((await findSession(entered.session.token, 'cookie'))?.user.id).toBe(user.id)
  })

  test('sends no code to an unknown number, for either purpose', async () => {
    for (const purpose of ['otp-sign-in', 'forgot-password'] as const)
      expect(
        await startWithPhone(purpose, { phone_number: newPhone(), request_key: null }, visitor()),
      ).toMatchObject({ reason: 'unknownUser' })
  })

  test('opens one session for twenty concurrent requests', async () => {
    const user = await addUser()
    const { id, code } = await startOtp(user.phone_number!)
    await Promise.all(
      Array.from({ length: 20 }, () => enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)),
    )
    expect(await db.select().from(sessions).where(eq(sessions.user_id, user.id))).toHaveLength(1)
  })
})

describe('password reset', () => {
  const NEW = 'another calm lake'
  const reset = (challengeId: string | null, new_password = NEW, confirm_password = new_password) =>
    resetPassword(challengeId, resetSchema.parse({ new_password, confirm_password }), '')

  async function proven() {
    const user = await addUser()
    const { id, code } = await startOtp(user.phone_number!, 'forgot-password')
    expect(await enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)).toMatchObject({
      session: null,
    })
    return { user, id }
  }

  test('replaces the password once, with the proof of a code', async () => {
    const { user, id } = await proven()
    expect(await reset(id)).toMatchObject({ ok: true })
    expect((await attempt(user.phone_number!, NEW)).ok).toBe(true)
    expect((await attempt(user.phone_number!)).ok).toBe(false)
    expect(await reset(id, 'a third deep well')).toMatchObject({ reason: 'failed' })
  })

  test('succeeds once in twenty concurrent requests', async () => {
    const { user, id } = await proven()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(id, `${NEW} ${i}`)))
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    const winner = answers.findIndex((a) => a.ok)
    expect((await checkPassword((await fresh(user.id)).password_hash, `${NEW} ${winner}`)).right).toBe(true)
  })

  test('ends every session and holds withdrawals for 24 hours, with the reason', async () => {
    const { user, id } = await proven()
    const { token } = await openTestSession(user.id)
    await reset(id)
    expect(await findSession(token, 'cookie')).toBeNull()
    const { payout_hold_until, payout_hold_reason } = await fresh(user.id)
    expect((payout_hold_until!.getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(payout_hold_reason).toBe('your password was reset')
    expect(await listNotifications(user.id)).toMatchObject([
      { title: 'Your password was reset', body: expect.stringContaining('because your password was reset') },
    ])
  })

  test('lets the member sign in at once, despite earlier wrong attempts', async () => {
    const { user, id } = await proven()
    for (let i = 0; i < 11; i++) await attempt(user.phone_number!, 'a quiet rivet')
    await reset(id)
    expect((await attempt(user.phone_number!, NEW)).ok).toBe(true)
  })

  test.each([
    ['mismatch', NEW, 'another calm lage'],
    ['passwordLength', 'short', 'short'],
    ['passwordCommon', 'password123', 'password123'],
    ['passwordPersonal', 'Asha Rao', 'Asha Rao'],
  ])('refuses a password: %s', async (reason, first, second) => {
    const { user, id } = await proven()
    expect(await reset(id, first, second)).toMatchObject({ reason })
    expect((await fresh(user.id)).password_hash).toBe(user.password_hash)
    expect((await fresh(user.id)).payout_hold_until).toBeNull()
    expect(await reset(id)).toMatchObject({ ok: true })
  })

  test('needs a current proof made for a reset', async () => {
    expect(await reset(null)).toMatchObject({ reason: 'failed' })
    const user = await addUser()
    const unproven = await startOtp(user.phone_number!, 'forgot-password')
    expect(await reset(unproven.id)).toMatchObject({ reason: 'failed' })
    const other = await proven()
    await age(other.id, 301)
    expect(await reset(other.id)).toMatchObject({ reason: 'failed' })
    const { id, code } = await startOtp(user.phone_number!)
    await enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)
    expect(await reset(id)).toMatchObject({ reason: 'failed' })
  })
})
