import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { inTransaction, type Tx } from '~/platform/db/client.server'
import { sessions, users } from '~/platform/db/schema/members'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { formatTime } from '~/platform/formats/dates'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import * as otp from './otp.server'
import { describeDevice } from './agents'
import { closeOtherSessions } from './sessions.server'

/** Also ends codes and proofs, which could open another session. */
export function signOutOthers(userId: number, tokenHash: string, within?: Tx): Promise<void> {
  return inTransaction(async (tx) => {
    const [user] = await tx
      .select({ phone: users.phone_number })
      .from(users)
      .where(eq(users.id, userId))
      .for('key share')
    if (user?.phone) await otp.expire(tx, user.phone)
    const { user_id, session } = pushSubscriptions
    await tx.delete(pushSubscriptions).where(and(eq(user_id, userId), ne(session, tokenHash)))
    const ended = await closeOtherSessions(userId, tokenHash, tx)
    if (!ended) return
    const [own] = await tx
      .select({ kind: sessions.kind, agent: sessions.agent })
      .from(sessions)
      .where(eq(sessions.token_hash, tokenHash))
    const by = own ? ` by ${describeDevice(own).replace(/^A(?=n? )/, 'a')}` : ''
    await notify(tx, {
      userId,
      topic: 'safety',
      reference: `others-signed-out:${randomUUID()}`,
      title: 'Signed out elsewhere',
      body: `${ended === 1 ? 'One other sign-in was' : `${ended} other sign-ins were`} ended${by}, ${formatTime(new Date())}. Was it not you? Change your password.`,
      href: paths.changePassword,
    })
  }, within)
}
