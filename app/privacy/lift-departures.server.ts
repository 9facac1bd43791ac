import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { departures } from '~/db/schema/departures'
import { users } from '~/db/schema/members'
import { paise, type Paise } from '~/formats/money'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'
import { giveBackDebt } from '~/wallet/inherited-debt.server'
import { lockWallets, moneyTransaction } from '~/wallet/ledger/ledger.server'
import { RETURN_HOLD_REASON } from './departures.server'
import type { Departure } from './inherited-debt.server'
import { writtenOffSince } from './written-off.server'

export interface Lifted extends Departure {
  /** The part of the moved debt that is not returned, because it was written off. */
  leftOut: Paise
}

/** Returns only departures lifted by this call. The successor gets repaid amounts back, but not write-offs. */
export function liftDepartures(ids: number[], reason: string): Promise<Lifted[]> {
  return moneyTransaction(async (tx) => {
    const rows = await tx
      .select()
      .from(departures)
      .where(and(inArray(departures.id, ids), isNull(departures.lifted_at)))
      .orderBy(asc(departures.id))
      .for('update')
    const lifted: Lifted[] = []
    for (const row of rows) {
      const leftOut =
        row.inherited && row.returned_as !== null ? await giveBack(tx, row, row.returned_as) : 0n
      await tx
        .update(departures)
        .set({ lifted_at: sql`now()`, lifted_reason: reason, moved_paise: leftOut })
        .where(eq(departures.id, row.id))
      lifted.push({ ...row, leftOut: paise(leftOut) })
    }
    return lifted
  })
}

async function giveBack(tx: Tx, departure: Departure, successorId: number): Promise<Paise> {
  const { id, user_id, moved_paise, hold_until } = departure
  let leftOut = paise(0n)
  if (moved_paise > 0n) {
    const [deleted, successor] = await lockWallets(tx, [user_id, successorId])
    leftOut = await writtenOffSince(tx, departure)
    const move = { departureId: id, deleted: deleted!, successor: successor! }
    await giveBackDebt(tx, move, paise(moved_paise - leftOut))
  }
  if (hold_until)
    await tx
      .update(users)
      .set({ payout_hold_until: null, payout_hold_reason: null })
      .where(and(eq(users.id, successorId), eq(users.payout_hold_reason, RETURN_HOLD_REASON)))
  if (moved_paise === 0n && !hold_until) return leftOut
  await notify(tx, {
    userId: successorId,
    reference: `departure:${id}:lifted`,
    title: 'The earlier account no longer counts',
    body: 'What an earlier account with your number owed, or was held for, is taken off your account.',
    href: paths.wallet,
  })
  return leftOut
}
