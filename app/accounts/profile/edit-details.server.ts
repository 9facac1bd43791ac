import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'
import type { RateLimitSubject } from '../attempt-rules.server'
import * as fields from '../auth/fields.server'
import { checkOwnPassword, type OwnPasswordRefusal } from './own-password.server'
import { maskEmail } from '../rules'
import { isTaken, type User } from '../users.server'

export const detailsSchema = z.object({
  username: fields.username,
  email: fields.email,
  password: fields.password,
})

/** Checks the password first: otherwise a session alone could find out which e-mail addresses are taken. */
export async function editDetails(
  { userId, asker }: { userId: number; asker: RateLimitSubject },
  { username, email, password }: z.output<typeof detailsSchema>,
): Promise<Done | Refused<'emailTaken'> | OwnPasswordRefusal> {
  const own = await checkOwnPassword(userId, password, asker)
  if (!own.ok) return own
  try {
    await db.transaction(async (tx) => {
      await tx.update(users).set({ username }).where(eq(users.id, userId))
      if (email === own.user.email) return
      await tellOfEmail(tx, own.user, email)
      const unconfirmed = { email_confirmed_at: null, email_stopped_at: null }
      await tx
        .update(users)
        .set({ email, ...unconfirmed })
        .where(eq(users.id, userId))
    })
    return done()
  } catch (error) {
    if (isTaken(error)) return refused('emailTaken')
    throw error
  }
}

async function tellOfEmail(tx: Tx, user: User, email: string): Promise<void> {
  const before = user.email ? ` instead of ${maskEmail(user.email)}` : ''
  await notify(tx, {
    userId: user.id,
    topic: 'safety',
    reference: `email-changed:${randomUUID()}`,
    title: 'Your e-mail changed',
    body: `It is now ${maskEmail(email)}${before}. Was it not you? Write to us at once.`,
    href: paths.contactUs,
  })
}
