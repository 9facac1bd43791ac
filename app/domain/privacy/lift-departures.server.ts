import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { hasLeft } from '~/domain/accounts/users.server'
import type { Tx } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { users } from '~/platform/db/schema/members'
import { least, paise, type Paise } from '~/platform/formats/money'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { returnDebt, makeDebtReference } from '~/domain/wallet/inherited-debt.server'
import { forfeitBalance } from '~/domain/wallet/credits.server'
import { lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { RETURN_HOLD_REASON } from './departures.server'
import type { Departure } from './inherited-debt.server'
import { sumWrittenOffSince } from './lift-departures/written-off.server'

export interface LiftOutcome extends Departure {
  leftOut: Paise
}

/** Returns the departures that this call lifted, oldest first. Repaid amounts are returned, write-offs are not. */
export function liftDepartures(ids: number[], reason: string, within?: Tx): Promise<LiftOutcome[]> {
  return moneyTransaction(async (tx) => {
    const chain = await lockChain(tx, ids)
    const lifted: LiftOutcome[] = []
    // Newest first: what an account gets back repays its debt from an older departure.
    for (const row of chain.filter(({ id, lifted_at }) => ids.includes(id) && !lifted_at).toReversed()) {
      const leftOut =
        row.inherited && row.returned_as !== null
          ? await returnDebtOfDeparture(tx, row, row.returned_as)
          : paise(0n)
      await tx
        .update(departures)
        .set({ lifted_at: sql`now()`, lifted_reason: reason, moved_paise: leftOut })
        .where(eq(departures.id, row.id))
      lifted.unshift({ ...row, leftOut })
    }
    return lifted
  }, within)
}

/** Includes departures of successors, to which the debt moved on; locks all their wallets at once. */
async function lockChain(tx: Tx, ids: number[]): Promise<Departure[]> {
  const chain = await tx
    .select()
    .from(departures)
    .where(
      sql`${departures.id} IN (
        WITH RECURSIVE chain (id, returned_as) AS (
          SELECT d.id, d.returned_as FROM departures d WHERE ${inArray(sql`d.id`, ids)}
           UNION SELECT n.id, n.returned_as FROM departures n JOIN chain c ON n.user_id = c.returned_as)
        SELECT id FROM chain)`,
    )
    .orderBy(asc(departures.id))
    .for('update')
  const wallets = chain.flatMap(({ user_id, returned_as }) =>
    returned_as === null ? [user_id] : [user_id, returned_as],
  )
  if (wallets.length) await lockWallets(tx, wallets)
  return chain
}

async function returnDebtOfDeparture(tx: Tx, departure: Departure, successorId: number): Promise<Paise> {
  const { id, moved_paise, hold_until } = departure
  const leftOut = await sumWrittenOffSince(tx, departure)
  await returnMovedDebt(tx, departure, successorId, paise(moved_paise - leftOut))
  if (hold_until)
    await tx
      .update(users)
      .set({ payout_hold_until: null, payout_hold_reason: null })
      .where(and(eq(users.id, successorId), eq(users.payout_hold_reason, RETURN_HOLD_REASON)))
  if ((moved_paise === 0n && !hold_until) || (await hasLeft(tx, successorId))) return leftOut
  await notify(tx, {
    userId: successorId,
    topic: 'money',
    reference: `departure:${id}:lifted`,
    title: 'The earlier account no longer counts',
    body: 'What an earlier account with your number owed, or was held for, is taken off your account.',
    href: paths.wallet,
  })
  return leftOut
}

/** A deleted successor first gets back the debt that moved on, and then forfeits its balance. */
async function returnMovedDebt(
  tx: Tx,
  { id, user_id }: Departure,
  successorId: number,
  amount: Paise,
): Promise<void> {
  if (amount <= 0n) return
  const [next] = await tx.select().from(departures).where(eq(departures.user_id, successorId))
  if (next?.inherited && next.returned_as !== null && !next.lifted_at) {
    const onward = least(paise(next.moved_paise - (await sumWrittenOffSince(tx, next))), amount)
    await returnMovedDebt(tx, next, next.returned_as, onward)
    if (onward > 0n)
      await tx
        .update(departures)
        .set({ moved_paise: sql`${departures.moved_paise} - ${onward.toString()}::bigint` })
        .where(eq(departures.id, next.id))
  }
  const [deleted, successor] = await lockWallets(tx, [user_id, successorId])
  const after = await returnDebt(tx, { departureId: id, deleted: deleted!, successor: successor! }, amount)
  if (await hasLeft(tx, successorId))
    await forfeitBalance(tx, after, {
      reference: await makeDebtReference(tx, id),
      refType: 'departure',
      refId: id,
    })
}
