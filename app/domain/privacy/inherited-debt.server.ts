import { sql, eq } from 'drizzle-orm'
import { hasLeft } from '~/domain/accounts/users.server'
import type { Tx } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { formatTime } from '~/platform/formats/dates'
import { formatRupees, zero, type Paise } from '~/platform/formats/money'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { raiseSignal } from '~/domain/signals/signals.server'
import { moveDebt } from '~/domain/wallet/inherited-debt.server'
import { lockWallets } from '~/domain/wallet/ledger.server'

export type Departure = typeof departures.$inferSelect

/** Limited, because mobile operators give unused numbers to other people. */
export const INHERITED_FOR = sql`interval '90 days'`

export async function notifyOfInheritance(
  tx: Tx,
  userId: number,
  debt: Paise,
  until: Date | null,
  by: 'number' | 'bank account or UPI ID' = 'number',
): Promise<void> {
  const owes = debt > 0n ? `owed ${formatRupees(debt)}, which your cashback repays first` : ''
  const held = until ? `was on hold: withdrawals wait until ${formatTime(until)}` : ''
  await notify(tx, {
    userId,
    topic: 'money',
    reference: `departure:${userId}:${debt}:${until?.getTime() ?? ''}`,
    title: `An earlier account with your ${by}`,
    body: `It ${[owes, held].filter(Boolean).join(', and ')}. Was it somebody else’s? Write to us.`,
    href: paths.contactUs,
  })
}

export const raiseReturn = (tx: Tx, { id, user_id, returned_as }: Departure) =>
  raiseSignal(tx, {
    kind: 'returning-number',
    facts: `departure ${id}`,
    members: [user_id, returned_as!],
  })

/** After 'left-debt' was upheld. Zero: nothing is left to move. Locks both wallets. */
export async function moveLeftDebt(tx: Tx, facts: string): Promise<{ moved: Paise; memberId: number }> {
  const [departureId, memberId] = facts.split(' ').map(Number) as [number, number]
  const [left] = await tx.select().from(departures).where(eq(departures.id, departureId)).for('update')
  const isTaken = !left || left.lifted_at || (left.inherited && left.returned_as !== null)
  if (isTaken || (await hasLeft(tx, memberId))) return { moved: zero, memberId }
  const [departure] = await tx
    .update(departures)
    .set({ returned_as: memberId, returned_at: sql`now()`, inherited: true })
    .where(eq(departures.id, departureId))
    .returning()
  const moved = await moveDebtToSuccessor(tx, departure!)
  if (moved > 0n) await notifyOfInheritance(tx, memberId, moved, null, 'bank account or UPI ID')
  return { moved, memberId }
}

export async function moveDebtToSuccessor(tx: Tx, { id, user_id, returned_as }: Departure): Promise<Paise> {
  const [deleted, successor] = await lockWallets(tx, [user_id, returned_as!])
  const moved = await moveDebt(tx, { departureId: id, deleted: deleted!, successor: successor! })
  if (moved > 0n)
    await tx
      .update(departures)
      .set({ moved_paise: sql`${departures.moved_paise} + ${moved.toString()}::bigint` })
      .where(eq(departures.id, id))
  return moved
}
