import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { signUpSchema, finishSignUp, startSignUp } from '~/domain/accounts/sign-up.server'
import { enterCode } from '~/domain/accounts/enter-code.server'
import { checkPassword } from '~/domain/accounts/passwords.server'
import { findReferrer, findTakenContact } from '~/domain/accounts/users.server'
import * as otp from '~/domain/accounts/otp.server'
import { findSession } from '~/domain/accounts/find-session.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges, users } from '~/platform/db/schema/members'
import { accountMessages } from '~/messages/account'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { addUser, readChallenge, readCode, newPhone, otherThan, PASSWORD, visitor, stranger } from './people'

vi.spyOn(console, 'info').mockImplementation(() => {})

function typed(more: Record<string, unknown> = {}) {
  const phone = newPhone()
  return {
    username: 'Ravi Menon',
    phone_number: phone,
    email: `${phone.slice(1)}@mail.example`,
    password: PASSWORD,
    agreeToTerms: 'on',
    ...more,
  }
}

const person = (more: Record<string, unknown> = {}) => signUpSchema.parse(typed(more))

function findErrors(fields: Record<string, unknown>) {
  const parsed = signUpSchema.safeParse(fields)
  return Object.fromEntries(parsed.error?.issues.map((issue) => [issue.path[0], issue.message]) ?? [])
}

async function start(input = person(), from = visitor()) {
  const sent = await startSignUp(input, from)
  if (!sent.ok) throw new Error(sent.reason)
  return { input, id: sent.challengeId, code: await readCode(sent.challengeId) }
}

describe('sign-up form', () => {
  test('reports an empty form at each field', () => {
    expect(findErrors({})).toEqual({
      username: 'Enter your full name.',
      phone_number: 'Enter your mobile number.',
      email: 'Enter your e-mail address.',
      password: 'Enter your password.',
      agreeToTerms: 'Please accept the terms.',
    })
  })

  test.each([
    ['username', 'A', 'Please enter your full name (2 to 80 characters).'],
    ['phone_number', '12345', 'Please enter a valid 10-digit mobile number.'],
    ['email', 'ravi', 'Please enter a valid email address.'],
    ['password', 'short', 'Please choose a password of 8 to 128 characters.'],
    ['password', 'password123', 'This password is too common. Please choose another one.'],
    ['password', 'ravi menon', 'Please choose a password that is not your name, number or e-mail.'],
    ['agreeToTerms', undefined, 'Please accept the terms.'],
    ['agreeToTerms', 'off', 'Please accept the terms.'],
    ['username', ['Ravi', 'Menon'], 'Enter your full name.'],
  ])('refuses %s %j: %s', (field, value, text) => {
    expect(findErrors(typed({ [field]: value }))).toEqual({ [field]: text })
  })

  test('normalises to +91, lower case and single spaces', () => {
    expect(
      person({ username: ' Ravi  Menon ', phone_number: '098765 43210', email: ' R@Mail.Example ' }),
    ).toMatchObject({
      username: 'Ravi Menon',
      phone_number: '+919876543210',
      email: 'r@mail.example',
      referred_by: null,
    })
  })
})

describe('sign-up', () => {
  test('creates the account and signs it in when the code is right', async () => {
    const { input, id, code } = await start()
    expect(await findTakenContact(input.email, input.phone_number)).toBeNull()
    const entered = await enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)
    if (!entered.ok || !entered.session) throw new Error('refused')
    const session = await findSession(entered.session.token, 'cookie')
    expect(session?.user).toMatchObject({
      username: 'Ravi Menon',
      email: input.email,
      phone_number: input.phone_number,
    })
    const [user] = await db.select().from(users).where(eq(users.id, entered.session.userId))
    expect(user!.terms_version).toMatch(/\S/)
    expect(Date.now() - user!.terms_accepted_at!.getTime()).toBeLessThan(60_000)
    expect(user!.referral_code).toMatch(/^[A-Z2-9]{8}$/)
    expect((await checkPassword(user!.password_hash, PASSWORD)).right).toBe(true)
  })

  test('stores no readable password while it waits, and nothing afterwards', async () => {
    const { id, code } = await start()
    expect(JSON.stringify(await readChallenge(id))).not.toContain(PASSWORD)
    await enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)
    expect((await readChallenge(id)).payload).toBeNull()
  })

  test('creates no account for a wrong code', async () => {
    const { input, id, code } = await start()
    expect(
      await enterCode(otherThan(code), visitor({ challengeId: id }), inheritFromDeparture),
    ).toMatchObject({
      reason: 'wrong',
    })
    expect(await findTakenContact(input.email, input.phone_number)).toBeNull()
  })

  test('creates no account for a code of another browser', async () => {
    const { input, code } = await start()
    expect(await enterCode(code, visitor(), inheritFromDeparture)).toMatchObject({ reason: 'ended' })
    expect(await enterCode(code, visitor({ challengeId: randomUUID() }), inheritFromDeparture)).toMatchObject(
      {
        reason: 'ended',
      },
    )
    expect(await findTakenContact(input.email, input.phone_number)).toBeNull()
  })

  test('creates the account with corrections made within 90 s', async () => {
    const first = await start()
    const corrected = { ...first.input, username: 'Ravi M. Menon' }
    const again = await start(corrected, visitor({ challengeId: first.id }))
    expect(again).toMatchObject({ id: first.id, code: first.code })
    const entered = await enterCode(first.code, visitor({ challengeId: first.id }), inheritFromDeparture)
    if (!entered.ok || !entered.session) throw new Error('refused')
    expect((await findSession(entered.session.token, 'cookie'))?.user.username).toBe('Ravi M. Menon')
  })

  test('reports whether the e-mail or the phone is taken, and sends nothing', async () => {
    const there = await addUser()
    const email = there.email!
    const phone_number = there.phone_number!
    expect(await startSignUp(person({ email }), visitor())).toMatchObject({ reason: 'emailTaken' })
    expect(await startSignUp(person({ phone_number }), visitor())).toMatchObject({ reason: 'phoneTaken' })
    expect(await startSignUp(person({ email, phone_number }), visitor())).toMatchObject({
      reason: 'bothTaken',
    })
    const sent = await db.select().from(otpChallenges).where(eq(otpChallenges.phone_number, phone_number))
    expect(sent).toEqual([])
    expect(accountMessages.signUp.emailTaken.text).toBe('Email already exists!')
    expect(accountMessages.signUp.phoneTaken.text).toBe('Phone number already exists!')
    expect(accountMessages.signUp.bothTaken.text).toBe('Both email and phone number already exist!')
  })

  test('two concurrent sign-ups with one e-mail create one account, and the other is refused', async () => {
    const email = `${randomUUID()}@mail.example`
    const [one, two] = await Promise.all([start(person({ email })), start(person({ email }))])
    await Promise.all([otp.verify(one.id, one.code, stranger()), otp.verify(two.id, two.code, stranger())])
    const answers = await Promise.all([
      finishSignUp(one.id, visitor(), inheritFromDeparture),
      finishSignUp(two.id, visitor(), inheritFromDeparture),
    ])
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    expect(answers.find((a) => !a.ok)).toMatchObject({ reason: 'emailTaken' })
    expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  })

  test('the same code in twenty concurrent requests creates one account', async () => {
    const { input, id, code } = await start()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)),
    )
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    expect(await db.select().from(users).where(eq(users.phone_number, input.phone_number))).toHaveLength(1)
  })
})

describe('referral code at sign-up', () => {
  test('a known code, in any case, sets the referrer of the account', async () => {
    const friend = await addUser()
    const { id, code } = await start(person({ referred_by: ` ${friend.referral_code!.toLowerCase()} ` }))
    const entered = await enterCode(code, visitor({ challengeId: id }), inheritFromDeparture)
    if (!entered.ok || !entered.session) throw new Error('refused')
    const [user] = await db.select().from(users).where(eq(users.id, entered.session.userId))
    expect(user!.referred_by).toBe(friend.id)
  })

  test('an unknown code is refused: Referral code not found.', async () => {
    expect(await startSignUp(person({ referred_by: 'NOBODY22' }), visitor())).toMatchObject({
      reason: 'referralUnknown',
    })
    expect(accountMessages.fields.referred_by).toBe('Referral code not found.')
  })

  test('the guest and deleted members cannot refer', async () => {
    const gone = await addUser()
    await db.update(users).set({ deleted_at: new Date() }).where(eq(users.id, gone.id))
    expect(await findReferrer(gone.referral_code!)).toBeNull()
    expect(await findReferrer('')).toBeNull()
    expect(await findReferrer('9')).toBeNull()
  })
})
