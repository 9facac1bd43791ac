import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { signIn, signInSchema } from '~/domain/accounts/sign-in.server'
import { applyNumberChanges } from '~/domain/accounts/apply-number-changes.server'
import {
  beginNumberChange,
  findNumberLink,
  sendNewNumberCode,
  requestNumberLink,
} from '~/domain/accounts/number-changes.server'
import { endAfterAnswers } from '~/platform/after-answer.server'
import { findStopLink, stopByLink } from '~/domain/accounts/stop-number-change.server'
import { findChallenge } from '~/domain/accounts/challenges.server'
import { enterCode } from '~/domain/accounts/enter-code.server'
import { db } from '~/platform/db/client.server'
import { addressLinks, numberChanges } from '~/platform/db/schema/addresses'
import { rateLimits, sessions, users } from '~/platform/db/schema/members'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { prepareClaim } from '~/domain/tracking/prepare-claim.server'
import { findMemberClaim } from '~/domain/tracking/read-claims.server'
import { showClaimSheet } from '~/domain/tracking/show-claim'
import { claims } from '~/platform/db/schema/claims'
import { findDefects } from '~/domain/books/audit.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import { readWithdrawChoices } from '~/domain/wallet/withdraw-choices.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { listNotifications } from '../support/notifications'
import { earn } from '../wallet/support'
import { enterSentCode, resetByCode, sendCode } from './codes'
import { addUser, age, readCode, newPhone, openTestSession, otherThan, PASSWORD, visitor } from './people'
import {
  beginChange,
  changeEmail,
  findTokenTo,
  mailsTo,
  makeDue,
  memberWithAddress,
  newAddress,
  readChange,
  readUser,
  tokenTo,
} from './mails'

vi.spyOn(console, 'info').mockImplementation(() => {})

afterEach(() => db.delete(rateLimits))

const DAY_MS = 86_400_000

const signInWith = (phone_number: string, password = PASSWORD) =>
  signIn(signInSchema.parse({ phone_number, password }), visitor({ address: newAddress() }))

async function signInByCode(phone_number: string) {
  const sent = await sendCode('otp-sign-in', phone_number)
  return sent.ok ? enterSentCode(sent) : sent
}

/** A member with a pending change. */
async function memberWhoChanges(phone = newPhone()) {
  const user = await memberWithAddress()
  const begun = await beginChange(user, phone)
  if (!begun.ok) throw new Error(begun.reason)
  return { ...user, phone, due: begun.due }
}

describe('the link for a lost number', () => {
  test('is mailed to an address that is confirmed for 30 days', async () => {
    const user = await memberWithAddress(30)
    await requestNumberLink(user.email, newAddress())
    await endAfterAnswers()
    const found = await findNumberLink(await tokenTo(user.email, 'lost-number'))
    expect(found?.user.id).toBe(user.id)
  })

  test('is requested before the address is looked up, so that the answer takes as long for any', async () => {
    const user = await memberWithAddress()
    await db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`)
      await requestNumberLink(user.email, newAddress())
    })
    await endAfterAnswers()
    expect(await findTokenTo(user.email, 'lost-number')).not.toBeNull()
  })

  test.each<[string, () => Promise<string>]>([
    ['an address that nobody has', async () => `${randomUUID()}@mail.example`],
    ['an unconfirmed address', async () => (await memberWithAddress(null)).email],
    ['an address that is confirmed for 29 days', async () => (await memberWithAddress(29)).email],
    [
      'an address that changed after it was confirmed',
      async () => {
        const { id } = await memberWithAddress()
        return (await changeEmail(id))!.email
      },
    ],
    [
      'a member whose change began within a year',
      async () => {
        const user = await memberWhoChanges()
        await signInWith(user.phone_number)
        await db
          .update(numberChanges)
          .set({ created_at: sql`now() - interval '364 days'` })
          .where(eq(numberChanges.user_id, user.id))
        await db.delete(addressLinks).where(eq(addressLinks.user_id, user.id))
        await db.execute(sql`DELETE FROM deliveries WHERE user_id = ${user.id}`)
        return user.email
      },
    ],
    [
      'a member whose password has ended',
      async () => {
        const user = await memberWithAddress()
        await db.update(users).set({ password_hash: null }).where(eq(users.id, user.id))
        return user.email
      },
    ],
  ])('is not mailed to %s', async (_, make) => {
    const email = await make()
    await requestNumberLink(email, newAddress())
    await endAfterAnswers()
    expect(await findTokenTo(email, 'lost-number')).toBeNull()
  })

  test('is mailed again a year after the last change', async () => {
    const user = await memberWhoChanges()
    await signInWith(user.phone_number)
    await db
      .update(numberChanges)
      .set({ created_at: sql`now() - interval '366 days'` })
      .where(eq(numberChanges.user_id, user.id))
    expect(await beginChange(user)).toMatchObject({ ok: true })
  })
})

describe('beginning a change of the number', () => {
  async function requestLink() {
    const user = await memberWithAddress()
    await requestNumberLink(user.email, newAddress())
    await endAfterAnswers()
    return { user, token: await tokenTo(user.email, 'lost-number') }
  }

  test('checks the password before it reveals anything about a number', async () => {
    const { user, token } = await requestLink()
    const other = await addUser()
    for (const phone_number of [newPhone(), user.phone_number, other.phone_number!])
      expect(
        await sendNewNumberCode(
          token,
          { password: 'not it', phone_number },
          visitor({ address: newAddress() }),
        ),
      ).toMatchObject({ reason: 'wrongPassword' })
  })

  test.each([
    ['the present number', 'sameNumber', (own: string) => own],
    ['the number of another account', 'phoneTaken', (_: string, other: string) => other],
  ])('to %s is refused: %s', async (_, reason, choose) => {
    const { user, token } = await requestLink()
    const other = await addUser()
    const phone_number = choose(user.phone_number, other.phone_number!)
    expect(
      await sendNewNumberCode(
        token,
        { password: PASSWORD, phone_number },
        visitor({ address: newAddress() }),
      ),
    ).toMatchObject({ reason })
  })

  test('needs the code that was sent to the new number, in the same browser and for the same link', async () => {
    const { token } = await requestLink()
    const { token: otherToken } = await requestLink()
    const who = visitor({ address: newAddress() })
    const sent = await sendNewNumberCode(token, { password: PASSWORD, phone_number: newPhone() }, who)
    if (!sent.ok) throw new Error(sent.reason)
    const { challengeId } = sent
    const code = await readCode(challengeId)
    const here = { ...who, challengeId }
    expect(await beginNumberChange(token, otherThan(code), here)).toMatchObject({ reason: 'wrong' })
    expect(await beginNumberChange(otherToken, code, here)).toMatchObject({ reason: 'ended' })
    expect(await beginNumberChange(token, code, who)).toMatchObject({ reason: 'ended' })
    expect(await beginNumberChange(token, code, here)).toMatchObject({ ok: true })
    expect(await beginNumberChange(token, code, here)).toMatchObject({ reason: 'ended' })
  })

  test('in two browsers at once makes one change', async () => {
    const { user, token } = await requestLink()
    const browsers = await Promise.all(
      [1, 2].map(async () => {
        const who = visitor({ address: newAddress() })
        const sent = await sendNewNumberCode(token, { password: PASSWORD, phone_number: newPhone() }, who)
        if (!sent.ok) throw new Error(sent.reason)
        return { who: { ...who, challengeId: sent.challengeId }, code: await readCode(sent.challengeId) }
      }),
    )
    const begun = await Promise.all(browsers.map(({ who, code }) => beginNumberChange(token, code, who)))
    expect(begun.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.$count(numberChanges, eq(numberChanges.user_id, user.id))).toBe(1)
  })

  test('sends a code to the new number that does not sign in', async () => {
    const { token } = await requestLink()
    const who = visitor({ address: newAddress() })
    const sent = await sendNewNumberCode(token, { password: PASSWORD, phone_number: newPhone() }, who)
    if (!sent.ok) throw new Error(sent.reason)
    const { challengeId } = sent
    const code = await readCode(challengeId)
    const here = { ...who, challengeId }
    for (const typed of [otherThan(code), code])
      expect(await enterCode(typed, here, inheritFromDeparture)).toEqual({ ok: false, reason: 'ended' })
    expect(await findChallenge(challengeId)).toMatchObject({ attempts: 0, verified_at: null })
    expect(await beginNumberChange(token, code, here)).toMatchObject({ ok: true })
    expect(await enterCode(code, here, inheritFromDeparture)).toMatchObject({ ok: false })
  })

  test('notifies the member on the site and by mail, with the link that stops it', async () => {
    const user = await memberWhoChanges()
    expect((user.due.getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    expect((await listNotifications(user.id))[0]).toMatchObject({ title: 'Your mobile number will change' })
    expect((await mailsTo(user.email, 'number-change'))[0]).toMatchObject({
      button: { label: 'Stop the change' },
    })
    expect(await findStopLink(await tokenTo(user.email, 'number-change'))).not.toBeNull()
    const notified = await db.execute<{ topic: string }>(
      sql`SELECT topic FROM deliveries WHERE user_id = ${user.id} AND notification_id IS NOT NULL AND kind LIKE 'number-change%'`,
    )
    expect(notified.map(({ topic }) => topic)).toEqual(['safety'])
  })
})

describe('a pending change', () => {
  test('has no effect for 72 hours, and then changes the number', async () => {
    const user = await memberWhoChanges()
    expect(await applyNumberChanges()).toBe(0)
    expect((await readUser(user.id)).phone_number).toBe(user.phone_number)
    await makeDue(user.id)
    expect(await Promise.all([applyNumberChanges(), applyNumberChanges()])).toContain(1)
    expect((await readUser(user.id)).phone_number).toBe(user.phone)
    expect(await readChange(user.id)).toMatchObject({ state: 'done' })
    expect(await signInWith(user.phone_number)).toMatchObject({ reason: 'wrongPassword' })
    expect(await signInByCode(user.phone_number)).toMatchObject({ reason: 'unknownUser' })
    expect(await signInWith(user.phone)).toMatchObject({ ok: true })
    const defects = await findDefects()
    expect(
      defects.filter(({ subject }) => subject === `users ${user.id}` || subject.includes('guard')),
    ).toEqual([])
  })

  const stops: [string, string, (user: Awaited<ReturnType<typeof memberWhoChanges>>) => Promise<unknown>][] =
    [
      [
        'a sign-in with the former number and the password',
        'sign-in',
        (user) => signInWith(user.phone_number),
      ],
      ['a sign-in with a code to the former number', 'sign-in', (user) => signInByCode(user.phone_number)],
      [
        'a reset by a code to the former number',
        'password',
        (user) => resetByCode(user.phone_number, 'a newer river 9'),
      ],
      [
        'the link of the mail',
        'link',
        async (user) => stopByLink(await tokenTo(user.email, 'number-change')),
      ],
      ['a change of the address', 'email', async (user) => (await changeEmail(user.id))!],
    ]

  test.each(stops)('is stopped by %s', async (_, by, stop) => {
    const user = await memberWhoChanges()
    expect(await stop(user)).toMatchObject({ ok: true })
    expect(await readChange(user.id)).toMatchObject({ state: 'stopped', stopped_by: by })
    await makeDue(user.id)
    expect(await applyNumberChanges()).toBe(0)
    expect((await readUser(user.id)).phone_number).toBe(user.phone_number)
    expect((await listNotifications(user.id)).map(({ title }) => title)).toContain('Your mobile number stays')
    expect(await findStopLink(await tokenTo(user.email, 'number-change'))).toBeNull()
  })

  test.each(stops)('concurrent with %s is either stopped or completed first', async (_, __, stop) => {
    for (let round = 0; round < 4; round++) {
      const user = await memberWhoChanges()
      await makeDue(user.id)
      const [stopped] = await Promise.all([stop(user).catch(() => null), applyNumberChanges()])
      const after = await readUser(user.id)
      const { state } = (await readChange(user.id))!
      const isStopped = (stopped as { ok: boolean } | null)?.ok === true
      expect([after.phone_number, state]).toEqual(
        state === 'done' ? [user.phone, 'done'] : [user.phone_number, 'stopped'],
      )
      if (state === 'done') {
        expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0)
        expect(after.payout_hold_until!.getTime()).toBeGreaterThan(Date.now() + 6.9 * DAY_MS)
      } else expect(isStopped).toBe(true)
      await db.delete(rateLimits)
    }
  })

  test('is not stopped by a wrong password', async () => {
    const user = await memberWhoChanges()
    await signInWith(user.phone_number, 'not it')
    expect(await readChange(user.id)).toMatchObject({ state: 'waiting' })
  })

  test('ends the password and all sessions when its link stops it, which is idempotent', async () => {
    const user = await memberWhoChanges()
    await openTestSession(user.id)
    const token = await tokenTo(user.email, 'number-change')
    expect(await stopByLink(token)).toEqual({ ok: true })
    expect(await stopByLink(token)).toEqual({ ok: true })
    expect((await readUser(user.id)).password_hash).toBeNull()
    expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0)
  })

  test('is stopped if somebody has signed up with the new number meanwhile', async () => {
    const user = await memberWhoChanges()
    await addUser({ phone: user.phone })
    await makeDue(user.id)
    expect(await applyNumberChanges()).toBe(0)
    expect(await readChange(user.id)).toMatchObject({ state: 'stopped', stopped_by: 'taken' })
  })

  test('is deleted with its account', async () => {
    for (let round = 0; round < 4; round++) {
      const user = await memberWhoChanges()
      await makeDue(user.id)
      await Promise.all([closeAccount(user.id, { forfeit: true }), applyNumberChanges()])
      expect(await readUser(user.id)).toMatchObject({ phone_number: null })
      expect(await readChange(user.id)).toBeNull()
      await db.delete(rateLimits)
    }
  })

  test('is required by the database for every change of the number', async () => {
    const user = await memberWhoChanges()
    const set = { phone_number: user.phone }
    await expect(db.update(users).set(set).where(eq(users.id, user.id))).rejects.toThrow('Failed query')
    expect((await readUser(user.id)).phone_number).toBe(user.phone_number)
  })
})

describe('a changed number', () => {
  let user: Awaited<ReturnType<typeof memberWhoChanges>>
  let withdrawalId: number
  beforeAll(async () => {
    user = await memberWhoChanges()
    await earn(user.id, 500_00n)
    await saveUpiDetails(user.id, { upi: 'asha.rao@okbank' })
    await saveBankDetails(user.id, {
      acc_number: '445566778899',
      acc_holder_name: 'Asha Rao',
      ifsc_code: 'ABCD0123456',
      bank_name: '',
    })
    await db.update(users).set({ payout_hold_until: null }).where(eq(users.id, user.id))
    const asked = await requestWithdrawal(user.id, {
      amount: paise(100_00n),
      method: 'upi',
      request_key: randomUUID(),
    })
    if (!asked.ok) throw new Error(asked.reason)
    withdrawalId = asked.withdrawal.id
    await openTestSession(user.id, { kind: 'bearer' })
    await makeDue(user.id)
    await applyNumberChanges()
  })

  test('ends all sessions and the codes that were sent to the former number', async () => {
    expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(0)
  })

  test('puts withdrawals on hold for 7 days', async () => {
    const { payout_hold_until: until, payout_hold_reason } = await readUser(user.id)
    expect((until!.getTime() - Date.now()) / DAY_MS).toBeCloseTo(7, 2)
    expect(payout_hold_reason).toBe('your mobile number changed')
    const result = await requestWithdrawal(user.id, {
      amount: paise(10_00n),
      method: 'upi',
      request_key: randomUUID(),
    })
    expect(result).toMatchObject({ ok: false, reason: 'on-hold' })
  })

  test('hides the payout details and keeps them from changing during the hold', async () => {
    expect(await readWalletPage(user.id)).toMatchObject({
      bank: null,
      upi: null,
      hidden: expect.stringContaining('because your mobile number changed'),
    })
    expect(await readWithdrawChoices(user.id)).toMatchObject({ bank: '••••', upi: '••••' })
    expect(await saveUpiDetails(user.id, { upi: 'thief@okbank' })).toMatchObject({ reason: 'hidden' })
    const about = { visit: null, withdrawal: String(withdrawalId), kind: null }
    expect((await prepareClaim(user.id, about))?.facts).toContainEqual(['UPI', '••••'])
    const [claim] = await db
      .insert(claims)
      .values({ user_id: user.id, kind: 'question', withdrawal_id: withdrawalId, answer_by: new Date() })
      .returning()
    const shown = await findMemberClaim(user.id, claim!.id)
    expect(showClaimSheet(shown!).facts).toContainEqual(['UPI', '••••'])
    await db
      .update(numberChanges)
      .set({ ended_at: sql`now() - interval '7 days'` })
      .where(eq(numberChanges.user_id, user.id))
    expect(await readWalletPage(user.id)).toMatchObject({ upi: 'as•••@okbank', hidden: null })
    expect(await saveUpiDetails(user.id, { upi: 'asha.two@okbank' })).toMatchObject({ ok: true })
  })

  test('frees the former number for a new account', async () => {
    const { id, phone_number } = user
    // addUser() makes the address from the number.
    await db.update(users).set({ email: null }).where(eq(users.id, id))
    const next = await addUser({ phone: phone_number })
    expect((await signInWith(phone_number)).ok && (await readUser(next.id)).phone_number).toBe(phone_number)
  })
})

test('a changed number ends codes that were sent to the former one', async () => {
  const user = await memberWhoChanges()
  const sent = await sendCode('forgot-password', user.phone_number)
  if (!sent.ok) throw new Error(sent.reason)
  await age(sent.who.challengeId, 1)
  await makeDue(user.id)
  await applyNumberChanges()
  expect(await enterSentCode(sent)).toMatchObject({ ok: false })
})
