import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { RateLimitSubject } from '~/domain/accounts/attempt-limits.server'
import type { ClientContext } from '~/domain/accounts/client-context'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { openSession, type NewSession } from '~/domain/accounts/sessions.server'
import { insertUser } from '~/domain/accounts/users.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'

export const PASSWORD = 'a quiet river'

/** A number that no other test uses. */
export const newPhone = () => `+919${String(randomInt(1_000_000_000)).padStart(9, '0')}`

export const visitor = (more: Partial<ClientContext> = {}): ClientContext => ({
  address: '203.0.113.7',
  agent: 'a browser',
  challengeId: null,
  members: [],
  ...more,
})

export const stranger = (address = '203.0.113.7'): RateLimitSubject => ({ address, known: null })

export async function addUser({
  phone = newPhone(),
  password = PASSWORD,
  username = 'Asha Rao',
  referred_by = null as number | null,
} = {}) {
  const password_hash = await hashPassword(password)
  return db.transaction((tx) =>
    insertUser(tx, {
      username,
      phone_number: phone,
      email: `${phone.slice(1)}@example.in`,
      password_hash,
      referred_by,
      terms_version: 'test',
      terms_accepted_at: new Date(),
    }),
  )
}

export const openTestSession = (userId: number, more: Partial<NewSession> = {}) =>
  openSession({ userId, remember: true, kind: 'cookie', openedBy: 'password', agent: null, ...more })

export async function readChallenge(id: string) {
  const [row] = await db.select().from(otpChallenges).where(eq(otpChallenges.id, id))
  return row!
}

export const readCode = async (id: string) => (await readChallenge(id)).demo_code!

/** A code that is not this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** Backdates the code by `seconds`. */
export async function age(id: string, seconds: number) {
  await db
    .update(otpChallenges)
    .set({
      sent_at: sql`sent_at - make_interval(secs => ${seconds})`,
      expires_at: sql`expires_at - make_interval(secs => ${seconds})`,
    })
    .where(eq(otpChallenges.id, id))
}
