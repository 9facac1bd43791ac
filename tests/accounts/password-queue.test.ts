/** Password hashing is queued per client network, so each command must pass its client's address. */
import { beforeEach, expect, test, vi } from 'vitest'
import { identifySessionSubject } from '~/domain/accounts/known-browser.server'
import { prepareSignUp } from '~/domain/accounts/sign-up.server'
import { changePassword } from '~/domain/accounts/change-password.server'
import { checkOwnPassword } from '~/domain/accounts/own-password.server'
import * as passwords from '~/domain/accounts/passwords.server'
import { resetPassword } from '~/domain/accounts/reset-password.server'
import { signIn } from '~/domain/accounts/sign-in.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { deleteAccount } from '~/domain/privacy/deletion.server'
import { addUser, newPhone, PASSWORD, visitor } from './people'

vi.mock('~/domain/accounts/passwords.server', async (original) => {
  const actual = await original<typeof passwords>()
  return {
    ...actual,
    checkPassword: vi.fn<typeof actual.checkPassword>(actual.checkPassword),
    hashUnlessBusy: vi.fn<typeof actual.hashUnlessBusy>(actual.hashUnlessBusy),
  }
})

const ADDRESS = '203.0.113.99'
const NEW = 'a loud river, now'
const { checkPassword, hashUnlessBusy } = vi.mocked(passwords)

beforeEach(() => {
  checkPassword.mockClear()
  hashUnlessBusy.mockClear()
})

type User = Awaited<ReturnType<typeof addUser>>

async function reset({ phone_number }: User) {
  const proof = {
    purpose: 'forgot-password' as const,
    phone_number: phone_number!,
    provider: 'demo',
    verified_at: new Date(),
    expires_at: new Date(Date.now() + 60_000),
  }
  const [row] = await db.insert(otpChallenges).values(proof).returning()
  return resetPassword(row!.id, { new_password: NEW, confirm_password: NEW }, ADDRESS)
}

const commands: Record<string, (user: User) => Promise<{ ok: boolean }>> = {
  'a sign-in': ({ phone_number }) =>
    signIn(
      { phone_number: phone_number!, password: PASSWORD, rememberMe: false },
      visitor({ address: ADDRESS }),
    ),
  'a sign-up': () => {
    const phone_number = newPhone()
    const email = `${phone_number.slice(1)}@mail.example`
    const person = { username: 'Ravi Menon', phone_number, email, password: PASSWORD, referred_by: null }
    return prepareSignUp(person, ADDRESS)
  },
  'a forgotten password': reset,
  'a change of the password': ({ id }) =>
    changePassword(
      { userId: id, tokenHash: 'x', address: ADDRESS, agent: null },
      { currentPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW },
    ),
  'a change that asks for the password': ({ id }) =>
    checkOwnPassword(id, PASSWORD, identifySessionSubject(ADDRESS, 'x')),
  'the end of an account': ({ id }) =>
    deleteAccount(
      id,
      { password: PASSWORD, confirm: true, forfeit: false },
      identifySessionSubject(ADDRESS, 'x'),
    ),
}

test.each(Object.entries(commands))('%s hashes in the queue of its client’s network', async (_, run) => {
  const user = await addUser()
  expect((await run(user)).ok).toBe(true)
  const addresses = [
    ...checkPassword.mock.calls.map(([, , address]) => address),
    ...hashUnlessBusy.mock.calls.map(([, address]) => address),
  ]
  expect(addresses.length).toBeGreaterThan(0)
  expect(new Set(addresses)).toEqual(new Set([ADDRESS]))
})
