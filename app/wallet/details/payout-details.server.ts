import { and, eq, isNull, sql } from 'drizzle-orm'
import { findHiddenUntil, findHoldEnd, holdPayouts } from '~/accounts/payout-hold.server'
import { db, type Tx } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { blindIndex, seal } from '~/db/seal.server'
import { errorFacts, log } from '~/runtime/log.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { readSettings } from '~/settings/settings.server'
import { watchDestination } from '~/signals/destinations.server'
import {
  findPayoutDetails,
  findPayoutDestination,
  bankRow,
  upiRow,
  TABLES,
  sealContext,
  type Row,
} from './find-payout-details.server'
import type { BankDetails, PayoutMethod, UpiDetails } from './payout-details'
import { destinationNotice, holdReason } from './payout-details-notices'

export type { PayoutMethod }

export function saveBankDetails(
  userId: number,
  input: BankDetails,
  options?: SaveOptions,
): Promise<Saved | SaveRefusal> {
  const row = bankRow(input)
  return save<never>(userId, 'bank', () => row, options)
}

/** An empty account number keeps the stored one. */
export function editBankDetails(
  userId: number,
  input: BankDetails,
): Promise<Saved | SaveRefusal | Refused<'number-missing'>> {
  return save(userId, 'bank', (earlier) => {
    const stored = earlier === null ? '' : (JSON.parse(earlier) as BankDetails).acc_number
    const acc_number = input.acc_number || stored
    return acc_number ? bankRow({ ...input, acc_number }) : refused('number-missing')
  })
}

export function saveUpiDetails(
  userId: number,
  input: UpiDetails,
  options?: SaveOptions,
): Promise<Saved | SaveRefusal> {
  const row = upiRow(input)
  return save<never>(userId, 'upi', () => row, options)
}

type Saved = Done<{ change: 'added' | 'changed' }>
type SaveRefusal = Refused<'adding-failed' | 'changing-failed'> | Refused<'hidden', { until: Date }>

interface SaveOptions {
  holds?: boolean
}

type Complete<Reason extends string> = (earlier: string | null) => Row | Refused<Reason>

async function save<Reason extends string = never>(
  userId: number,
  method: PayoutMethod,
  complete: Complete<Reason>,
  { holds = true }: SaveOptions = {},
): Promise<Saved | SaveRefusal | Refused<Reason>> {
  try {
    return await db.transaction(async (tx) => {
      const hidden = await findHiddenUntil(userId, tx)
      if (hidden) return refused('hidden', { until: hidden })
      const hours = holds ? (await readSettings(tx)).PAYOUT_HOLD_HOURS : 0
      return store(tx, { userId, method, hours }, complete)
    })
  } catch (error) {
    log('error', 'payout details were not stored', { method, ...errorFacts(error) })
    const earlier = await findPayoutDetails(userId)
    return refused(earlier[method] ? 'changing-failed' : 'adding-failed')
  }
}

/** A new destination sets a hold; saving the same details again sets none. */
async function store<Reason extends string>(
  tx: Tx,
  place: Place,
  complete: Complete<Reason>,
): Promise<Saved | Refused<Reason>> {
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

interface Place {
  userId: number
  method: PayoutMethod
  hours: number
}

const sealedRow = (userId: number, method: PayoutMethod, { details, hint, account }: Row) => ({
  sealed: seal(details, sealContext(method, userId)),
  hint,
  blind_index: blindIndex(account),
})

async function add(tx: Tx, { userId, method, hours }: Place, row: Row): Promise<boolean> {
  const table = TABLES[method]
  const added = await tx
    .insert(table)
    .values({ user_id: userId, ...sealedRow(userId, method, row) })
    .onConflictDoNothing()
    .returning({ user_id: table.user_id })
  if (!added.length) return false
  await watchDestination(tx, userId, blindIndex(row.account))
  const isFirst = await markFirstDestination(tx, userId)
  const hold = isFirst ? null : await holdWithdrawals(tx, userId, hours, holdReason(method, 'added'))
  await notify(tx, destinationNotice(userId, { method, change: 'added', hint: row.hint, hold }))
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

async function change(tx: Tx, { userId, method, hours }: Place, row: Row): Promise<void> {
  const table = TABLES[method]
  await tx
    .update(table)
    .set({ ...sealedRow(userId, method, row), updated_at: sql`now()` })
    .where(eq(table.user_id, userId))
  await watchDestination(tx, userId, blindIndex(row.account))
  const hold = await holdWithdrawals(tx, userId, hours, holdReason(method, 'changed'))
  await notify(tx, destinationNotice(userId, { method, change: 'changed', hint: row.hint, hold }))
}

/** Returns the hold in force, which may be an earlier, longer one; null: holds are disabled. */
async function holdWithdrawals(tx: Tx, userId: number, hours: number, reason: string) {
  const end = findHoldEnd(hours)
  return end && holdPayouts(tx, userId, end, reason)
}
