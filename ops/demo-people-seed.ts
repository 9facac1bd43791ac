// Creates people by the rules of the sign-up form, without the SMS code.
import { eq, sql } from 'drizzle-orm'
import { signUpSchema } from '~/accounts/auth/prepare-sign-up.server'
import { hashPassword } from '~/accounts/passwords.server'
import { TERMS_VERSION } from '~/accounts/auth/terms'
import { findUserByPhone, insertUser, type User } from '~/accounts/users.server'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { demoPeople } from '../environment/demo-people'

export type DemoPerson = (typeof demoPeople)[number]['username']

/** Idempotent. Returns all ids by name. */
export async function seedPeople(): Promise<Map<DemoPerson, number>> {
  const ids = new Map<DemoPerson, number>()
  for (const person of demoPeople) {
    const friend = person.friend === null ? null : ids.get(person.friend)!
    ids.set(person.username, (await addPerson(person, friend)).id)
  }
  return ids
}

async function addPerson(person: (typeof demoPeople)[number], friend: number | null): Promise<User> {
  const { username, phone_number, email, password } = signUpSchema.parse({ ...person, agreeToTerms: 'on' })
  const found = await findUserByPhone(phone_number)
  if (found) return found
  const password_hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      username,
      phone_number,
      email,
      password_hash,
      referred_by: friend,
      terms_version: TERMS_VERSION,
      terms_accepted_at: new Date(),
    })
    // Confirmed long enough ago for a change of a lost number; their mails are shown at /demo/mail.
    const email_confirmed_at = sql`now() - interval '60 days'`
    await tx.update(users).set({ email_confirmed_at }).where(eq(users.id, user.id))
    return user
  })
}
