import { eq } from 'drizzle-orm'
import { holdPayouts, type PayoutHold } from '~/accounts/payout-hold.server'
import { inTransaction, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { formatTime } from '~/platform/formats/dates'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'

/** `because` completes a sentence: 'of a check of your last sales'. Returns the hold in force. */
export function holdMember(userId: number, until: Date, because: string, within?: Tx): Promise<PayoutHold> {
  return inTransaction(async (tx) => {
    const held = await holdPayouts(tx, userId, until, because)
    await notify(tx, {
      userId,
      topic: 'money',
      reference: `hold:${until.getTime()}`,
      title: 'Withdrawals are on hold',
      body: `Until ${formatTime(held.until)}, because ${held.reason}.`,
      href: paths.wallet,
    })
    return held
  }, within)
}

export function releaseMember(userId: number, within?: Tx): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [held] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const until = held?.payout_hold_until
    if (!until || until.getTime() <= Date.now()) return false
    await tx
      .update(users)
      .set({ payout_hold_until: null, payout_hold_reason: null })
      .where(eq(users.id, userId))
    await notify(tx, {
      userId,
      topic: 'money',
      reference: `release:${until.getTime()}`,
      title: 'Withdrawals are possible again',
      body: 'The hold on your withdrawals is lifted.',
      href: paths.wallet,
    })
    return true
  }, within)
}
