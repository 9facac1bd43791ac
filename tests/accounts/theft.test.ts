/** What a thief can do with a mailbox, a number, a password, and each pair of them; and how the owner stops it (docs/security.md). */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { undoChange } from '~/domain/accounts/email-address.server'
import { resetPassword } from '~/domain/accounts/reset-password.server'
import { signIn, signInSchema } from '~/domain/accounts/sign-in.server'
import { applyNumberChanges } from '~/domain/accounts/apply-number-changes.server'
import { stopByLink } from '~/domain/accounts/stop-number-change.server'
import { findSession } from '~/domain/accounts/find-session.server'
import { confirmPassword } from '~/domain/accounts/own-password.server'
import { db } from '~/platform/db/client.server'
import { rateLimits } from '~/platform/db/schema/members'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { earn } from '../wallet/support'
import { enterSentCode, sendCode, type CodePurpose } from './codes'
import { newPhone, PASSWORD, visitor } from './people'
import {
  beginChange,
  changeEmail,
  findTokenTo,
  makeDue,
  memberWithAddress,
  newAddress,
  readChange,
  readUser,
} from './mails'

vi.spyOn(console, 'info').mockImplementation(() => {})

afterEach(() => db.delete(rateLimits))

type Thing = 'mailbox' | 'number' | 'password'
type Member = Awaited<ReturnType<typeof addVictim>>

const PASSWORD_OF_THIEF = 'the thief was here'

async function addVictim() {
  const member = await memberWithAddress()
  await earn(member.id, 500_00n)
  await saveUpiDetails(member.id, { upi: 'asha.rao@okbank' })
  return member
}

/** Somebody who reads mails, gets codes and knows the password, according to `has`. */
function person(member: Member, has: readonly Thing[], password = PASSWORD) {
  const reads = async (email: string, kind: string) =>
    has.includes('mailbox') || email !== member.email ? findTokenTo(email, kind) : null
  let known = has.includes('password') ? password : 'a guess, no more'

  async function enter(purpose: CodePurpose) {
    const sent = await sendCode(purpose, member.phone_number)
    if (!sent.ok || !has.includes('number')) return null
    const { challengeId } = sent.who
    const entered = await enterSentCode(sent)
    return entered.ok ? { challengeId, session: entered.session } : null
  }

  return {
    async signsIn(): Promise<string | null> {
      const input = signInSchema.parse({ phone_number: member.phone_number, password: known })
      const byPassword = await signIn(input, visitor({ address: newAddress() }))
      if (byPassword.ok) return byPassword.token
      return (await enter('otp-sign-in'))?.session?.token ?? null
    },
    async resetsPassword(chosen: string): Promise<boolean> {
      const proof = await enter('forgot-password')
      if (!proof) return false
      const both = { new_password: chosen, confirm_password: chosen }
      const reset = await resetPassword(proof.challengeId, both, newAddress())
      if (reset.ok) known = chosen
      return reset.ok
    },
    /** Changes the e-mail to an address of the thief, and confirms it. */
    async changesEmail(): Promise<boolean> {
      return (await this.signsIn()) !== null && ((await changeEmail(member.id, known))?.ok ?? false)
    },
    /** Changes the payout destination to a UPI ID of the thief, under the same rules as the pages. */
    async changesDestination(): Promise<boolean> {
      const token = await this.signsIn()
      const session = token && (await findSession(token, 'cookie'))
      if (!session) return false
      const { tokenHash } = session
      const who = { userId: member.id, tokenHash, address: newAddress() }
      if (!session.mayChangePayouts && !(await confirmPassword(who, { password: known })).ok) return false
      return (await saveUpiDetails(member.id, { upi: 'thief@okbank' })).ok
    },
    async withdraws(): Promise<boolean> {
      if (!(await this.signsIn())) return false
      const request = { amount: paise(100_00n), method: 'upi', request_key: randomUUID() } as const
      return (await requestWithdrawal(member.id, request)).ok
    },
    async undoes(): Promise<boolean> {
      const token = await reads(member.email, 'address-changed')
      return token !== null && (await undoChange(token)).ok
    },
    /** Begins a change to a number of the thief. */
    async beginsNumberChange(): Promise<boolean> {
      const begun = has.includes('mailbox') ? await beginChange(member, newPhone(), known) : null
      return begun?.ok === true
    },
    async stopsNumberChange(): Promise<boolean> {
      const token = await reads(member.email, 'number-change')
      return token !== null && (await stopByLink(token)).ok
    },
  }
}

interface Reach {
  /** Signs in. */
  enters: boolean
  resets: boolean
  /** Each of the following as the first step of the thief. */
  email: boolean
  destination: boolean
  number: boolean
}

/** The rows of the table in docs/security.md. */
const REACH: [Thing[], Reach][] = [
  [['mailbox'], { enters: false, resets: false, email: false, destination: false, number: false }],
  [['number'], { enters: true, resets: true, email: false, destination: false, number: false }],
  [['password'], { enters: true, resets: false, email: true, destination: true, number: false }],
  [['mailbox', 'number'], { enters: true, resets: true, email: false, destination: false, number: false }],
  [['mailbox', 'password'], { enters: true, resets: false, email: true, destination: true, number: true }],
  [['number', 'password'], { enters: true, resets: true, email: true, destination: true, number: false }],
]

const CASES = REACH.map(([has, reach]) => [has.join(' and '), has, reach] as const)

describe.each(CASES)('a thief of the %s', (_, has, reach) => {
  const tries = {
    enters: async (member) => (await person(member, has).signsIn()) !== null,
    resets: (member) => person(member, has).resetsPassword(PASSWORD_OF_THIEF),
    email: (member) => person(member, has).changesEmail(),
    destination: (member) => person(member, has).changesDestination(),
    number: (member) => person(member, has).beginsNumberChange(),
  } satisfies Record<keyof Reach, (member: Member) => Promise<boolean>>

  test.each(Object.entries(reach) as [keyof Reach, boolean][])('%s: %s', async (what, reached) => {
    expect(await tries[what](await addVictim())).toBe(reached)
  })

  test('cannot withdraw at once to a new destination, with or without a new password', async () => {
    for (const resetsFirst of [false, true]) {
      const member = await addVictim()
      const thief = person(member, has)
      if (resetsFirst) await thief.resetsPassword(PASSWORD_OF_THIEF)
      expect((await thief.changesDestination()) && (await thief.withdraws())).toBe(false)
    }
  })
})

/** What is stolen, what the owner still has, and how the owner stops the thief. */
const STOPS: [
  name: string,
  thief: Thing[],
  act: (thief: ReturnType<typeof person>) => Promise<boolean>,
  owner: Thing[],
  stop: (owner: ReturnType<typeof person>) => Promise<boolean>,
][] = [
  [
    'a stolen mailbox by another address, which the mailbox undoes once at most',
    ['mailbox'],
    async () => true,
    ['number', 'password'],
    async (owner) => owner.changesEmail(),
  ],
  [
    'a stolen password by a new one, with a code',
    ['password'],
    async (thief) => (await thief.signsIn()) !== null,
    ['mailbox', 'number'],
    (owner) => owner.resetsPassword('the owner again'),
  ],
  [
    'a changed address by its undoing and a new password',
    ['password'],
    (thief) => thief.changesEmail(),
    ['mailbox', 'number'],
    async (owner) => (await owner.undoes()) && owner.resetsPassword('the owner again'),
  ],
  [
    'a stolen mailbox and password by a new password, which ends a change of the number',
    ['mailbox', 'password'],
    (thief) => thief.beginsNumberChange(),
    ['number'],
    (owner) => owner.resetsPassword('the owner again'),
  ],
  [
    'a change of the number by a sign-in with the present one',
    ['mailbox', 'password'],
    (thief) => thief.beginsNumberChange(),
    ['number'],
    async (owner) => (await owner.signsIn()) !== null && owner.resetsPassword('the owner again'),
  ],
  [
    'a change of the number by the link of the mail and a new password',
    ['mailbox', 'password'],
    (thief) => thief.beginsNumberChange(),
    ['mailbox', 'number'],
    async (owner) => (await owner.stopsNumberChange()) && owner.resetsPassword('the owner again'),
  ],
  [
    'a changed address by its undoing, with number and password stolen: nobody has a password then',
    ['number', 'password'],
    (thief) => thief.changesEmail(),
    ['mailbox'],
    (owner) => owner.undoes(),
  ],
]

describe('the owner stops', () => {
  test.each(STOPS)('%s', async (_, stolen, act, left, stop) => {
    const member = await addVictim()
    const thief = person(member, stolen)
    expect(await act(thief)).toBe(true)
    expect(await stop(person(member, left))).toBe(true)
    await makeDue(member.id)
    await applyNumberChanges()
    expect((await readUser(member.id)).phone_number).toBe(member.phone_number)
    expect((await readChange(member.id))?.state ?? 'stopped').toBe('stopped')
    if (!stolen.includes('number')) {
      expect(await thief.signsIn()).toBeNull()
      expect(await thief.changesDestination()).toBe(false)
      expect(await thief.beginsNumberChange()).toBe(false)
    }
  })

  test('a thief of the mailbox who undoes the new address, with a second change', async () => {
    const member = await addVictim()
    const owner = person(member, ['number', 'password'])
    const thief = person(member, ['mailbox'])
    expect(await owner.changesEmail()).toBe(true)
    expect(await thief.undoes()).toBe(true)
    expect(await owner.resetsPassword('the owner again')).toBe(true)
    expect(await owner.changesEmail()).toBe(true)
    expect(await thief.undoes()).toBe(false)
    expect((await readUser(member.id)).email).not.toBe(member.email)
  })

  test('a number that is lost, not stolen, by a change that nothing stops', async () => {
    const member = await addVictim()
    expect(await person(member, ['mailbox', 'password']).beginsNumberChange()).toBe(true)
    await makeDue(member.id)
    expect(await applyNumberChanges()).toBe(1)
    expect(await person(member, ['number', 'password']).signsIn()).toBeNull()
  })
})
