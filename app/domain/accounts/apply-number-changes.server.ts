import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'
import { formatTime } from '~/platform/formats/dates'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { endLinks } from './address/links.server'
import * as otp from './otp.server'
import { findHiddenUntil, holdPayouts } from './payout-hold.server'
import { maskPhone } from './rules'
import { closeOtherSessions } from './sessions.server'
import { findUserByPhone } from './users.server'
import { stopNumberChange } from './stop-number-change.server'

const HOLD_REASON = 'your mobile number changed'

const BATCH = 100

const isDue = and(eq(numberChanges.state, 'waiting'), lte(numberChanges.due_at, sql`now()`))

/** Safe to run concurrently. Returns how many changed. */
export async function applyNumberChanges(): Promise<number> {
  const due = await db
    .select({ id: numberChanges.id, userId: numberChanges.user_id })
    .from(numberChanges)
    .where(isDue)
    .orderBy(asc(numberChanges.due_at))
    .limit(BATCH)
  let applied = 0
  for (const { id, userId } of due)
    try {
      if (await db.transaction((tx) => apply(tx, id, userId))) applied += 1
    } catch (error) {
      log('error', 'number not changed', errorFacts(error))
    }
  return applied
}

/** Locks the member first, like sign-in.server.ts: an earlier sign-in stops the change, a later one fails. */
async function apply(tx: Tx, id: number, userId: number): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  const [change] = await tx
    .select()
    .from(numberChanges)
    .where(and(eq(numberChanges.id, id), isDue))
    .for('update')
  if (!user || user.deleted_at || !change) return false
  if (await findUserByPhone(change.new_phone, tx)) {
    await stopNumberChange(tx, userId, 'taken')
    return false
  }
  // The trigger of users accepts the number only together with this row.
  await tx
    .update(numberChanges)
    .set({ state: 'done', ended_at: sql`now()` })
    .where(eq(numberChanges.id, id))
  await tx.update(users).set({ phone_number: change.new_phone }).where(eq(users.id, userId))
  await otp.expire(tx, change.old_phone)
  await endLinks(tx, userId, ['stop', 'number'])
  const until = await findHiddenUntil(userId, tx)
  const hold = await holdPayouts(tx, userId, until!, HOLD_REASON)
  await notify(tx, {
    userId,
    topic: 'safety',
    reference: `number-change:${id}:done`,
    title: 'Your mobile number changed',
    body: `You now sign in with ${maskPhone(change.new_phone)}. For your safety withdrawals are on hold until ${formatTime(hold.until)}, and your payout details are hidden until then. Was it not you? Write to us at once.`,
    href: paths.contactUs,
  })
  await closeOtherSessions(userId, null, tx)
  return true
}

export const numberChangeTimer = defineTimer({
  name: 'number changes',
  every: 60,
  does: 'change lost numbers whose wait is over',
  work: applyNumberChanges,
})
