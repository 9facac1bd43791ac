/** Failed attempts of strangers do not lock a member out of a browser in which they were signed in before. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  consumeCodeAttempt,
  unlockPhone,
  type RateLimitSubject,
} from '~/domain/accounts/attempt-limits.server'
import type { ClientContext, Device } from '~/domain/accounts/client-context'
import { identifySubject, hashPasswordStamp } from '~/domain/accounts/known-browser.server'
import { resendCode } from '~/domain/accounts/otp.server'
import { sendCode } from '~/domain/accounts/codes/send-code.server'
import { signIn } from '~/domain/accounts/sign-in.server'
import type { User } from '~/domain/accounts/users.server'
import * as otp from '~/domain/accounts/otp.server'
import { db } from '~/platform/db/client.server'
import { rateLimits } from '~/platform/db/schema/members'
import type * as Env from '~/platform/config/env.server'
import { addUser, age, readCode, newPhone, otherThan, PASSWORD, stranger, visitor } from './people'

const mode = vi.hoisted(() => ({ demo: true }))
vi.mock('~/platform/config/env.server', async (original) => {
  const actual = await original<typeof Env>()
  return { ...actual, env: () => ({ ...actual.env(), demo: mode.demo }) }
})
vi.spyOn(console, 'info').mockImplementation(() => {})

beforeEach(async () => {
  mode.demo = true
  await db.delete(rateLimits)
})

/** A browser in which these members were signed in. */
const browser = (id: string, ...members: User[]): Device => ({
  id,
  stamps: Object.fromEntries(members.map((member) => [member.id, hashPasswordStamp(member.password_hash)])),
})

const tryPassword = async (user: User, password: string, from: Partial<ClientContext> = {}) => {
  const signedIn = await signIn(
    { phone_number: user.phone_number!, password, rememberMe: false },
    visitor(from),
  )
  return signedIn.ok ? 'in' : signedIn.reason
}

const tryTimes = async (times: number, attempt: (at: number) => Promise<string>) => {
  const answers = []
  for (let at = 0; at < times; at++) answers.push(await attempt(at))
  return answers
}

const usedUp = (answers: string[]) => answers.at(-1) === 'tooMany'

async function send(phone: string, asker: RateLimitSubject) {
  const sent = await sendCode({ purpose: 'otp-sign-in', phone, challengeId: null, requestKey: null, asker })
  if (!sent.ok) return { id: '', code: '', reason: sent.reason }
  return { id: sent.challengeId, code: await readCode(sent.challengeId), reason: 'sent' }
}

const enter = async (id: string, code: string, asker: RateLimitSubject) => {
  const entered = await otp.verify(id, code, asker)
  return entered.ok ? 'in' : entered.reason
}

async function guessCodes(phone: string, asker = stranger()) {
  const answers: string[] = []
  for (let sends = 0; sends < 4; sends++) {
    const { id, code } = await send(phone, asker)
    if (!id) break
    answers.push(...(await tryTimes(3, () => enter(id, otherThan(code), asker))))
    await age(id, 91)
  }
  return answers
}

describe('sign-in by password under attack', () => {
  test('a browser that knows the member can sign in while strangers are refused', async () => {
    const user = await addUser()
    const known = browser('mine', user)
    expect(usedUp(await tryTimes(11, () => tryPassword(user, 'wrong')))).toBe(true)
    expect(await tryPassword(user, PASSWORD)).toBe('tooMany')
    expect(await tryPassword(user, PASSWORD, { device: known })).toBe('in')
  })

  test('a known browser has ten guesses, separate from those of other browsers', async () => {
    const user = await addUser()
    const guess = () => tryPassword(user, 'wrong', { device: browser('stolen', user) })
    expect((await tryTimes(11, guess)).filter((answer) => answer === 'wrongPassword')).toHaveLength(10)
    expect(await tryPassword(user, PASSWORD, { device: browser('stolen', user) })).toBe('tooMany')
    expect(await tryPassword(user, PASSWORD, { device: browser('mine', user) })).toBe('in')
    expect(await tryPassword(user, PASSWORD)).toBe('in')
  })

  test('a browser known for another member or an older password counts as a stranger', async () => {
    const [user, other] = [await addUser(), await addUser()]
    const before: Device = { id: 'before', stamps: { [user.id]: hashPasswordStamp('an older hash') } }
    for (const device of [browser('other', other), before])
      expect((await identifySubject(visitor({ device }), user.phone_number!)).known).toBeNull()
    const answers = await tryTimes(11, (at) =>
      tryPassword(user, 'wrong', { device: at % 2 ? before : browser(`made ${at}`, other) }),
    )
    expect(usedUp(answers)).toBe(true)
  })

  test('one network has half of the guesses, so another network can still sign in', async () => {
    mode.demo = false
    const user = await addUser()
    const at = (place: number) => `2001:db8:1:${place.toString(16)}::1`
    const answers = await tryTimes(11, (place) => tryPassword(user, 'wrong', { address: at(place) }))
    expect(answers.filter((answer) => answer === 'wrongPassword')).toHaveLength(5)
    expect(await tryPassword(user, PASSWORD, { address: '203.0.113.80' })).toBe('in')
  })

  test('strangers in many networks share ten guesses', async () => {
    mode.demo = false
    const user = await addUser()
    const answers = await tryTimes(20, (at) => tryPassword(user, 'wrong', { address: `198.51.100.${at}` }))
    expect(answers.filter((answer) => answer === 'wrongPassword')).toHaveLength(10)
  })
})

describe('one-time codes under attack', () => {
  test('ten wrong codes by strangers disable OTP for strangers, not for a known browser', async () => {
    const user = await addUser()
    const phone = user.phone_number!
    const known = await identifySubject(visitor({ device: browser('mine', user) }), phone)
    const answers = await guessCodes(phone)
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(10)
    expect((await send(phone, stranger())).reason).toBe('tooMany')
    const mine = await send(phone, known)
    expect(await enter(mine.id, mine.code, known)).toBe('in')
  })

  test('a known browser has ten wrong codes, separate from those of strangers', async () => {
    const user = await addUser()
    const phone = user.phone_number!
    const known = await identifySubject(visitor({ device: browser('stolen', user) }), phone)
    const answers = await guessCodes(phone, known)
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(10)
    expect((await send(phone, known)).reason).toBe('tooMany')
    const theirs = await send(phone, stranger())
    expect(await enter(theirs.id, theirs.code, stranger())).toBe('in')
  })

  test('a stranger’s codes neither end a known browser’s code nor block a new one', async () => {
    const user = await addUser()
    const phone = user.phone_number!
    const known = await identifySubject(visitor({ device: browser('mine', user) }), phone)
    const theirs = await send(phone, stranger())
    const mine = await send(phone, known)
    expect(mine.reason).toBe('sent')
    await age(theirs.id, 91)
    expect((await resendCode(theirs.id, stranger())).ok).toBe(true)
    expect(await enter(mine.id, mine.code, known)).toBe('in')
  })

  test('one network has at most half of a phone’s sends and wrong codes', async () => {
    mode.demo = false
    const phone = newPhone()
    const one = stranger('203.0.113.7')
    const sends = await tryTimes(4, async () => {
      const { id, reason } = await send(phone, one)
      if (id) await age(id, 91)
      return reason
    })
    expect(sends).toEqual(['sent', 'sent', 'sent', 'tooMany'])
    const codes = await tryTimes(6, async () =>
      (await consumeCodeAttempt(phone, 'otp-sign-in', one)).ok ? 'taken' : 'tooMany',
    )
    expect(codes.filter((answer) => answer === 'taken')).toHaveLength(5)
    expect((await consumeCodeAttempt(phone, 'otp-sign-in', stranger('203.0.113.8'))).ok).toBe(true)
  })

  test('twelve concurrent wrong codes count as three, and OTP stays enabled', async () => {
    const phone = newPhone()
    const { id, code } = await send(phone, stranger())
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => enter(id, otherThan(code), stranger())),
    )
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'tooMany')).toEqual([])
    await age(id, 91)
    const next = await send(phone, stranger())
    expect(await enter(next.id, next.code, stranger())).toBe('in')
  })

  test('the operator’s unlock clears the counts of strangers, networks and browsers', async () => {
    mode.demo = false
    const user = await addUser()
    const phone = user.phone_number!
    const device = browser('mine', user)
    await guessCodes(phone, await identifySubject(visitor({ device }), phone))
    for (const address of ['203.0.113.7', '203.0.113.8']) await guessCodes(phone, stranger(address))
    for (const from of [{ device }, {}]) await tryTimes(11, () => tryPassword(user, 'wrong', from))
    await unlockPhone(phone)
    for (const from of [{ device }, {}]) expect(await tryPassword(user, PASSWORD, from)).toBe('in')
    const asker = await identifySubject(visitor({ device }), phone)
    for (const one of [asker, stranger()]) expect((await send(phone, one)).reason).toBe('sent')
  })
})

describe('breaker for wrong codes of strangers', () => {
  const guessMany = (times: number) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        const { id, code } = await send(newPhone(), stranger())
        return enter(id, otherThan(code), stranger())
      }),
    )

  test('limits strangers to six tries a minute; known browsers and sign-ups are unaffected', async () => {
    const written = vi.spyOn(process.stdout, 'write')
    const logged = () =>
      written.mock.calls.map(([line]) => /code breaker \w+/.exec(String(line))?.[0]).filter(Boolean)
    expect(new Set(await guessMany(50))).toEqual(new Set(['wrong']))
    expect(logged()).toEqual([])
    const slowed = await guessMany(12)
    expect(logged()).toEqual(['code breaker opened'])
    expect(slowed.filter((answer) => answer === 'wrong')).toHaveLength(6)
    expect(slowed.filter((answer) => answer === 'tooMany')).toHaveLength(6)

    const user = await addUser()
    const known = await identifySubject(visitor({ device: browser('mine', user) }), user.phone_number!)
    const mine = await send(user.phone_number!, known)
    expect(await enter(mine.id, mine.code, known)).toBe('in')
    expect((await consumeCodeAttempt(newPhone(), 'sign-up', stranger())).ok).toBe(true)
    await db.delete(rateLimits)
    await guessMany(2)
    expect(logged()).toEqual(['code breaker opened', 'code breaker closed'])
    written.mockRestore()
  })

  test('stays closed while most codes are right, each counted once', async () => {
    for (let at = 0; at < 26; at++) {
      const { id, code } = await send(newPhone(), stranger())
      await enter(id, code, stranger())
      await enter(id, code, stranger())
    }
    await guessMany(50)
    // 26 right of 76: two in three are wrong.
    expect((await guessMany(12)).filter((answer) => answer === 'wrong')).toHaveLength(6)
    await db.delete(rateLimits)
    for (let at = 0; at < 80; at++) {
      const { id, code } = await send(newPhone(), stranger())
      await enter(id, code, stranger())
    }
    await guessMany(50)
    expect((await guessMany(12)).filter((answer) => answer === 'wrong')).toHaveLength(12)
  })
})
