import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changePassword } from '~/domain/accounts/change-password.server'
import { checkOwnPassword } from '~/domain/accounts/own-password.server'
import { resetPassword } from '~/domain/accounts/reset-password.server'
import { signIn } from '~/domain/accounts/sign-in.server'
import { findSession } from '~/domain/accounts/find-session.server'
import { signOutOthers } from '~/domain/accounts/sign-out-others.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges, sessions } from '~/platform/db/schema/members'
import { notifications } from '~/platform/db/schema/notifications'
import { addUser, openTestSession, PASSWORD, stranger, visitor } from './people'

const NEW = 'a loud river, now'

async function member() {
  const user = await addUser()
  const open = (remember = false) => openTestSession(user.id, { remember, agent: 'a browser' })
  const { token } = await open(true)
  const { tokenHash } = (await findSession(token, 'cookie'))!
  return { user, token, open, changer: { userId: user.id, tokenHash, address: '203.0.113.9', agent: 'x' } }
}

const form = (currentPassword: string, newPassword: string, confirmNewPassword = newPassword) => ({
  currentPassword,
  newPassword,
  confirmNewPassword,
})

const works = async (phone: string, password: string) =>
  (await signIn({ phone_number: phone, password, rememberMe: false }, visitor())).ok

describe('password change', () => {
  test('replaces the old password', async () => {
    const { user, changer } = await member()
    expect(await changePassword(changer, form(PASSWORD, NEW))).toMatchObject({ ok: true, remember: true })
    expect(await works(user.phone_number!, PASSWORD)).toBe(false)
    expect(await works(user.phone_number!, NEW)).toBe(true)
  })

  test('ends every session and API token, and renews the token of the current session', async () => {
    const { user, token, open, changer } = await member()
    const other = await open()
    const bearer = await openTestSession(user.id, { kind: 'bearer' })
    const changed = await changePassword(changer, form(PASSWORD, NEW))
    if (!changed.ok) throw new Error(changed.reason)
    expect(await findSession(token, 'cookie')).toBeNull()
    expect(await findSession(other.token, 'cookie')).toBeNull()
    expect(await findSession(bearer.token, 'bearer')).toBeNull()
    expect((await findSession(changed.token, 'cookie'))?.user.id).toBe(user.id)
    expect(await db.select().from(sessions).where(eq(sessions.user_id, user.id))).toHaveLength(1)
  })

  test('refuses the old password as the new one', async () => {
    const { token, changer } = await member()
    expect(await changePassword(changer, form(PASSWORD, PASSWORD))).toMatchObject({ reason: 'passwordSame' })
    expect(await changePassword(changer, form('wrong', 'wrong'))).toMatchObject({ reason: 'wrongPassword' })
    expect(await findSession(token, 'cookie')).not.toBeNull()
  })

  test('notifies the member', async () => {
    const { user, changer } = await member()
    await changePassword(changer, form(PASSWORD, NEW))
    const told = await db.select().from(notifications).where(eq(notifications.user_id, user.id))
    expect(told.map((one) => one.title)).toEqual(['Your password changed'])
  })

  test.each([
    ['', NEW, NEW, { reason: 'incomplete', fields: ['currentPassword'] }],
    [PASSWORD, '', '', { reason: 'incomplete', fields: ['newPassword', 'confirmNewPassword'] }],
    [PASSWORD, NEW, `${NEW}!`, { reason: 'mismatch' }],
    [PASSWORD, 'short', 'short', { reason: 'passwordLength' }],
    [PASSWORD, 'x'.repeat(129), 'x'.repeat(129), { reason: 'passwordLength' }],
    [PASSWORD, 'password', 'password', { reason: 'passwordCommon' }],
    [PASSWORD, 'asha rao', 'asha rao', { reason: 'passwordPersonal' }],
    ['not mine', NEW, NEW, { reason: 'wrongPassword' }],
  ])('refuses %j, %j, %j: %j', async (current, next, confirm, refusal) => {
    const { user, token, changer } = await member()
    expect(await changePassword(changer, form(current, next, confirm))).toMatchObject(refusal)
    expect(await findSession(token, 'cookie')).not.toBeNull()
    expect(await works(user.phone_number!, PASSWORD)).toBe(true)
  })

  test('concurrent changes with the same old password: exactly one succeeds', async () => {
    const { user, changer } = await member()
    const [one, two] = await Promise.all([
      changePassword(changer, form(PASSWORD, `${NEW} 1`)),
      changePassword(changer, form(PASSWORD, `${NEW} 2`)),
    ])
    expect([one.ok, two.ok].sort()).toEqual([false, true])
    expect(await works(user.phone_number!, `${NEW} ${one.ok ? 1 : 2}`)).toBe(true)
    expect(await works(user.phone_number!, `${NEW} ${one.ok ? 2 : 1}`)).toBe(false)
  })
})

describe('checks of a signed-in member’s password', () => {
  test('allow ten wrong guesses per session, without affecting sign-in', async () => {
    const { user, changer } = await member()
    for (let i = 0; i < 10; i++)
      expect(await changePassword(changer, form(`guess ${i}`, NEW))).toMatchObject({
        reason: 'wrongPassword',
      })
    expect(await changePassword(changer, form(PASSWORD, NEW))).toMatchObject({ reason: 'tooMany' })
    expect(await works(user.phone_number!, PASSWORD)).toBe(true)
  })

  test('work while sign-in is locked by strangers’ attempts', async () => {
    const { user, changer } = await member()
    for (let i = 0; i < 11; i++) await works(user.phone_number!, `guess ${i}`)
    expect(await works(user.phone_number!, PASSWORD)).toBe(false)
    expect((await changePassword(changer, form(PASSWORD, NEW))).ok).toBe(true)
  })

  test('do not count correct passwords', async () => {
    const { user } = await member()
    for (let i = 0; i < 12; i++) expect((await checkOwnPassword(user.id, PASSWORD, stranger())).ok).toBe(true)
  })

  test('fail for an account without a password', async () => {
    expect(await checkOwnPassword(9, PASSWORD, stranger())).toMatchObject({ reason: 'wrongPassword' })
  })
})

describe('older password-reset proof', () => {
  const verifyNumber = async (phone: string) => {
    const [row] = await db
      .insert(otpChallenges)
      .values({
        purpose: 'forgot-password',
        phone_number: phone,
        provider: 'demo',
        expires_at: sql`now() + interval '5 minutes'`,
        verified_at: sql`now()`,
      })
      .returning()
    return row!.id
  }
  const reset = async (id: string) =>
    (await resetPassword(id, { new_password: 'a third river', confirm_password: 'a third river' }, '')).ok

  test('is invalid after a password change, a reset and signing out other sessions', async () => {
    const { user, changer } = await member()
    const phone = user.phone_number!
    const before = await verifyNumber(phone)
    expect((await changePassword(changer, form(PASSWORD, NEW))).ok).toBe(true)
    expect(await reset(before)).toBe(false)
    expect(await works(phone, NEW)).toBe(true)

    const [one, other] = [await verifyNumber(phone), await verifyNumber(phone)]
    expect([await reset(one), await reset(other)]).toEqual([true, false])

    const last = await verifyNumber(phone)
    await signOutOthers(user.id, 'no session')
    expect(await reset(last)).toBe(false)
  })
})
