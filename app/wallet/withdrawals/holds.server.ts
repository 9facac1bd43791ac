import { eq } from 'drizzle-orm'
import { holdPayouts } from '~/accounts/payout-hold.server'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { formatTime } from '~/formats/dates'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'

/** `because` completes a sentence: 'of a check of your last sales'. */
export async function holdMember(userId: number, until: Date, because: string): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await holdPayouts(tx, userId, until, because)
    await notify(tx, {
      userId,
      reference: `hold:${until.getTime()}`,
      title: 'Withdrawals are on hold',
      body: `Until ${formatTime(held.until)}, because ${held.reason}.`,
      href: paths.wallet,
    })
  })
}

export async function releaseMember(userId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [held] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const until = held?.payout_hold_until
    if (!until || until.getTime() <= Date.now()) return false
    await tx
      .update(users)
      .set({ payout_hold_until: null, payout_hold_reason: null })
      .where(eq(users.id, userId))
    await notify(tx, {
      userId,
      reference: `release:${until.getTime()}`,
      title: 'Withdrawals are possible again',
      body: 'The hold on your withdrawals is lifted.',
      href: paths.wallet,
    })
    return true
  })
}
