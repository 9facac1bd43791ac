import { and, eq, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { endPassword } from './address/end-password.server'
import {
  consumeLink,
  endLinks,
  findLink,
  findLinkOfForm,
  findRecentlyUsed,
  type AddressLink,
} from './address/links.server'

type StopCause = NonNullable<(typeof numberChanges.$inferSelect)['stopped_by']>

const REASONS: Record<StopCause, string> = {
  'sign-in': 'somebody signed in with the current number',
  link: 'the link in our mail was used. Your password no longer works: choose a new one by Forgot Password',
  password: 'the password changed',
  email: 'the e-mail address changed',
  taken: 'another account has the new number',
}

/** A caller that changes the member's row locks it first. */
export async function stopNumberChange(tx: Tx, userId: number, by: StopCause): Promise<boolean> {
  const [stopped] = await tx
    .update(numberChanges)
    .set({ state: 'stopped', stopped_by: by, ended_at: sql`now()` })
    .where(and(eq(numberChanges.user_id, userId), eq(numberChanges.state, 'waiting')))
    .returning({ id: numberChanges.id })
  if (!stopped) return false
  await endLinks(tx, userId, ['stop'])
  await notify(tx, {
    userId,
    topic: 'safety',
    reference: `number-change:${stopped.id}:stopped`,
    title: 'Your mobile number stays',
    body: `The change of your number is stopped: ${REASONS[by]}. Was it not you who began it? Change your password, also that of your e-mail.`,
    href: paths.changePassword,
  })
  return true
}

export const findStopLink = (token: string): Promise<AddressLink | null> => findLink(db, token, 'stop')

/** Also ends password and sessions, because a change needs the password. A repeated request gets the same answer. */
export const stopByLink = (token: string): Promise<Done | Refused<'ended'>> =>
  db.transaction(async (tx) => {
    const link = await findLinkOfForm(tx, token, 'stop')
    if (!link) return refused('ended')
    const [user] = await tx.select().from(users).where(eq(users.id, link.user_id)).for('update')
    if (!user || user.deleted_at) return refused('ended')
    if (!(await consumeLink(tx, link)))
      return (await findRecentlyUsed(tx, token, 'stop')) ? done() : refused('ended')
    if (!(await stopNumberChange(tx, user.id, 'link'))) return refused('ended')
    await endPassword(tx, user)
    return done()
  })
