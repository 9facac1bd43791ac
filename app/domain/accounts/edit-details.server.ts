import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { canSendMail } from '~/domain/outreach/queue-mail.server'
import { isAddressKept } from './address/holders.server'
import { notifyOfEmail } from './address/notify-of-email.server'
import { sendAddressLink } from './email-address.server'
import type { RateLimitSubject } from './attempt-limits.server'
import * as fields from './fields.server'
import { checkOwnPassword, type OwnPasswordRefusal } from './own-password.server'
import { stopNumberChange } from './stop-number-change.server'
import { refuseTaken, type User } from './users.server'

export const detailsSchema = z.object({
  username: fields.username,
  email: fields.email,
  password: fields.password,
})

const isMember = (userId: number) => and(eq(users.id, userId), isNull(users.deleted_at))

/** Checks the password first: a session alone could find taken addresses. `next` counts once its link is used. */
export async function editDetails(
  { userId, asker }: { userId: number; asker: RateLimitSubject },
  { username, email, password }: z.output<typeof detailsSchema>,
): Promise<Done<{ next: string | null }> | Refused<'emailTaken'> | OwnPasswordRefusal> {
  const own = await checkOwnPassword(userId, password, asker)
  if (!own.ok) return own
  const isSame = email === own.user.email
  if (canSendMail()) {
    if (!isSame && (await isAddressKept(db, email, userId))) return refused('emailTaken')
    await db.update(users).set({ username }).where(isMember(userId))
    if (!isSame) await sendAddressLink(userId, email, asker.address)
    return done({ next: isSame ? null : email })
  }
  const edited = await refuseTaken(
    db.transaction(async (tx) => {
      await tx.update(users).set({ username }).where(isMember(userId))
      if (!isSame) await setUnconfirmed(tx, own.user, email)
      return done({ next: null })
    }),
  )
  return edited.ok ? edited : refused('emailTaken')
}

async function setUnconfirmed(tx: Tx, user: User, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, email_confirmed_at: null, email_stopped_at: null, email_set_at: sql`now()` })
    .where(isMember(user.id))
  await stopNumberChange(tx, user.id, 'email')
  await notifyOfEmail(tx, user, email)
}
