import { eq, sql } from 'drizzle-orm'
import { holdPayouts, type PayoutHold } from '~/domain/accounts/payout-hold.server'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { db, inTransaction, type Tx, type Reader } from '~/platform/db/client.server'
import { prepared, prepareStatement } from '~/platform/db/prepared.server'
import { users } from '~/platform/db/schema/members'
import { formatTime } from '~/platform/formats/dates'
import { least, parsePaise, type Paise } from '~/platform/formats/money'
import type { Hold, HoldingPeriod } from './withdrawals'

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

export interface HoldingRow {
  amount: string
  first: string | null
  last: string | null
}

export const SELECT_HOLDING = `
    SELECT coalesce(sum(amount_paise), 0)::text AS amount, min(until) AS first, max(until) AS last
      FROM held_money
     WHERE user_id = $1::bigint AND until > now() AND state = 'granted' AND amount_paise > 0`

const selectHolding = prepareStatement<HoldingRow>(SELECT_HOLDING)

/** The held part of `available`; null: none. Stable while the caller holds the wallet lock. */
export async function readHolding(
  reader: Reader,
  userId: number,
  available: Paise,
): Promise<HoldingPeriod | null> {
  const [row] = await selectHolding(reader, [userId])
  return toHoldingPeriod(row!, available)
}

export function toHoldingPeriod({ amount, first, last }: HoldingRow, available: Paise): HoldingPeriod | null {
  if (first === null || last === null || available === 0n) return null
  return {
    // The wallet may hold less than was confirmed, because part of a credit may have repaid a debt.
    amount: least(parsePaise(amount), available),
    from: new Date(first),
    until: new Date(last),
  }
}

export const toHold = ({ until, because }: { until: Date | null; because: string | null }): Hold | null =>
  until !== null && until.getTime() > Date.now()
    ? { until, because: because ?? 'of a change to your account' }
    : null

const selectHold = prepared((reader) =>
  reader
    .select({ until: users.payout_hold_until, because: users.payout_hold_reason })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

export async function findHold(userId: number): Promise<Hold | null> {
  const [row] = await selectHold(db, { userId })
  return row ? toHold(row) : null
}
