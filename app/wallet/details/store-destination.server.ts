import { and, eq, isNull, sql } from 'drizzle-orm'
import { findHoldEnd, holdPayouts } from '~/accounts/payout-hold.server'
import type { Tx } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { blindIndex, seal } from '~/db/seal.server'
import { done, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { watchDestination } from '~/signals/destinations.server'
import { findPayoutDestination, sealContext, TABLES, type Row } from './find-payout-details.server'
import type { PayoutMethod } from './payout-details'
import { makeDestinationNotice, describeChange } from './payout-details-notices'

export type StoreOutcome = Done<{ change: 'added' | 'changed' }>

/** Returns the row to store, given the stored details as JSON; null: none are stored. */
export type CompleteRow<Reason extends string> = (earlier: string | null) => Row | Refused<Reason>

interface Place {
  userId: number
  method: PayoutMethod
  hours: number
}

/** A new destination sets a hold of `hours`; saving the same details again sets none. */
export async function storeDestination<Reason extends string>(
  tx: Tx,
  place: Place,
  complete: CompleteRow<Reason>,
): Promise<StoreOutcome | Refused<Reason>> {
  const { userId, method } = place
  const first = complete(null)
  if (!('ok' in first) && (await add(tx, place, first))) return done({ change: 'added' })

  const table = TABLES[method]
  const justAdded = sql<boolean>`${table.updated_at} = ${table.created_at} AND ${table.created_at} > now() - interval '5 minutes'`
  const [held] = await tx.select({ justAdded }).from(table).where(eq(table.user_id, userId)).for('update')
  const earlier = await findPayoutDestination(tx, userId, method)
  const row = complete(earlier?.details ?? null)
  if ('ok' in row) return row
  if (earlier?.details === row.details) return done({ change: held?.justAdded ? 'added' : 'changed' })
  await change(tx, place, row)
  return done({ change: 'changed' })
}

const sealRow = (userId: number, method: PayoutMethod, { details, hint, account }: Row) => ({
  sealed: seal(details, sealContext(method, userId)),
  hint,
  blind_index: blindIndex(account),
})

async function add(tx: Tx, { userId, method, hours }: Place, row: Row): Promise<boolean> {
  const table = TABLES[method]
  const added = await tx
    .insert(table)
    .values({ user_id: userId, ...sealRow(userId, method, row) })
    .onConflictDoNothing()
    .returning({ user_id: table.user_id })
  if (!added.length) return false
  await watchDestination(tx, userId, blindIndex(row.account))
  const isFirst = await markFirstDestination(tx, userId)
  await holdAndNotify(tx, { userId, method, hours: isFirst ? 0 : hours }, row.hint, 'added')
  return true
}

/** The update serializes concurrent first saves. A deleted destination still counts as the first. */
async function markFirstDestination(tx: Tx, userId: number): Promise<boolean> {
  const marked = await tx
    .update(users)
    .set({ first_destination_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.first_destination_at)))
    .returning({ id: users.id })
  return marked.length > 0
}

async function change(tx: Tx, place: Place, row: Row): Promise<void> {
  const { userId, method } = place
  const table = TABLES[method]
  await tx
    .update(table)
    .set({ ...sealRow(userId, method, row), updated_at: sql`now()` })
    .where(eq(table.user_id, userId))
  await watchDestination(tx, userId, blindIndex(row.account))
  await holdAndNotify(tx, place, row.hint, 'changed')
}

/** 0 hours set no hold. The hold in force may be an earlier, longer one. */
async function holdAndNotify(
  tx: Tx,
  { userId, method, hours }: Place,
  hint: string,
  change: 'added' | 'changed',
): Promise<void> {
  const end = findHoldEnd(hours)
  const hold = end && (await holdPayouts(tx, userId, end, describeChange(method, change)))
  await notify(tx, makeDestinationNotice(userId, { method, change, hint, hold }))
}
