import { fill, type Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { formatTime } from '~/platform/formats/dates'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { findHiddenUntil, findHoldEnd, holdPayouts } from '~/domain/accounts/payout-hold.server'
import { signOutOthers } from '~/domain/accounts/sign-out-others.server'
import { notify } from '~/domain/outreach/notifications.server'
import { db, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { destinationSaves } from '~/platform/db/schema/payout-details'
import { blindIndex, seal } from '~/platform/db/seal.server'
import { errorFacts, log } from '~/platform/log.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { readSettings } from '~/domain/settings/settings.server'
import { wasPaidTo, watchDestination } from '~/domain/signals/destinations.server'
import { type BankDetails, type PayoutMethod, type UpiDetails } from './destinations'
import { makeDestinationNotice, describeChange } from './save-destination/notices'
import {
  TABLES,
  findPayoutDetails,
  findPayoutDestination,
  toBankRow,
  toUpiRow,
  sealContext,
  type DestinationRow,
} from './destinations.server'

export type SaveOutcome =
  | StoreOutcome
  | Refused<'adding-failed' | 'changing-failed'>
  | Refused<'hidden' | 'too-many', { until: Date }>

interface SaveOptions {
  /** Of the session that saves, which stays when others end. */
  tokenHash?: string
  holds?: boolean
}

export const saveBankDetails = (
  userId: number,
  input: BankDetails,
  options?: SaveOptions,
): Promise<SaveOutcome> => save<never>(userId, 'bank', () => toBankRow(input), options)

export const editBankDetails = (
  userId: number,
  input: BankDetails,
  options?: SaveOptions,
): Promise<SaveOutcome | Refused<'number-missing'>> => {
  const complete = (earlier: string | null) => {
    const stored = earlier === null ? '' : (JSON.parse(earlier) as BankDetails).acc_number
    const acc_number = input.acc_number || stored
    return acc_number ? toBankRow({ ...input, acc_number }) : refused('number-missing')
  }
  return save(userId, 'bank', complete, options)
}

export const saveUpiDetails = (
  userId: number,
  input: UpiDetails,
  options?: SaveOptions,
): Promise<SaveOutcome> => save<never>(userId, 'upi', () => toUpiRow(input), options)

async function save<Reason extends string>(
  userId: number,
  method: PayoutMethod,
  complete: CompleteRow<Reason>,
  { holds = true, tokenHash = '' }: SaveOptions = {},
): Promise<SaveOutcome | Refused<Reason>> {
  try {
    return await db.transaction(async (tx) => {
      const hidden = await findHiddenUntil(userId, tx)
      if (hidden) return refused('hidden', { until: hidden })
      const hours = holds ? (await readSettings(tx)).PAYOUT_HOLD_HOURS : 0
      return storeDestination(tx, { userId, method, hours, tokenHash }, complete)
    })
  } catch (error) {
    log('error', 'payout details were not stored', { method, ...errorFacts(error) })
    const earlier = await findPayoutDetails(userId)
    return refused(earlier[method] ? 'changing-failed' : 'adding-failed')
  }
}

export type StoreOutcome = Done<{ change: 'added' | 'changed' }>

/** Returns the row to store, given the stored details as JSON; null: none are stored. */
export type CompleteRow<Reason extends string> = (earlier: string | null) => DestinationRow | Refused<Reason>

interface Place {
  userId: number
  method: PayoutMethod
  hours: number
  /** Of the session that stays when a destination is put back. */
  tokenHash: string
}

/**
 * A new destination sets a hold of `hours`; saving the same details again sets none. After the first entry three changes are saved in
 * 24 hours; putting back a destination that was paid before is always possible, and ends the other sessions (docs/rules.md#60).
 */
async function storeDestination<Reason extends string>(
  tx: Tx,
  place: Place,
  complete: CompleteRow<Reason>,
): Promise<StoreOutcome | Refused<Reason> | Refused<'too-many', { until: Date }>> {
  const { userId, method, tokenHash } = place
  // Serializes the saves of a member.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const table = TABLES[method]
  const justAdded = sql<boolean>`${table.updated_at} = ${table.created_at} AND ${table.created_at} > now() - interval '5 minutes'`
  const [held] = await tx.select({ justAdded }).from(table).where(eq(table.user_id, userId))
  const earlier = await findPayoutDestination(tx, userId, method)
  const row = complete(earlier?.details ?? null)
  if ('ok' in row) return row
  if (earlier?.details === row.details) return done({ change: held?.justAdded ? 'added' : 'changed' })
  const index = blindIndex(row.account)
  const isPutBack = earlier?.index !== index && (await wasPaidTo(tx, userId, index))
  const until = isPutBack ? null : await findNextChange(tx, userId)
  if (until) return refused('too-many', { until })
  await (earlier ? change(tx, place, row) : add(tx, place, row))
  if (isPutBack) await signOutOthers(userId, tokenHash, tx)
  return done({ change: earlier ? 'changed' : 'added' })
}

const CHANGES_A_DAY = 3

/** Null: a change is possible now. The first entry has the time of `first_destination_at`. */
async function findNextChange(tx: Tx, userId: number): Promise<Date | null> {
  const { saved_at, user_id, id } = destinationSaves
  const [third] = await tx
    .select({ until: sql`${saved_at} + interval '24 hours'`.mapWith(saved_at) })
    .from(destinationSaves)
    .where(
      and(
        eq(user_id, userId),
        sql`${saved_at} > now() - interval '24 hours'`,
        sql`${saved_at} > (SELECT u.first_destination_at FROM users u WHERE u.id = ${userId})`,
      ),
    )
    .orderBy(desc(id))
    .offset(CHANGES_A_DAY - 1)
    .limit(1)
  return third?.until ?? null
}

const sealRow = (userId: number, method: PayoutMethod, { details, hint, account }: DestinationRow) => ({
  sealed: seal(details, sealContext(method, userId)),
  hint,
  blind_index: blindIndex(account),
})

async function add(tx: Tx, { userId, method, hours }: Place, row: DestinationRow): Promise<void> {
  await tx.insert(TABLES[method]).values({ user_id: userId, ...sealRow(userId, method, row) })
  await watchDestination(tx, userId, blindIndex(row.account))
  const isFirst = await markFirstDestination(tx, userId)
  await holdAndNotify(tx, { userId, method, hours: isFirst ? 0 : hours }, row.hint, 'added')
}

/** A deleted destination still counts as the first. */
async function markFirstDestination(tx: Tx, userId: number): Promise<boolean> {
  const marked = await tx
    .update(users)
    .set({ first_destination_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.first_destination_at)))
    .returning({ id: users.id })
  return marked.length > 0
}

async function change(tx: Tx, place: Place, row: DestinationRow): Promise<void> {
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
  { userId, method, hours }: Omit<Place, 'tokenHash'>,
  hint: string,
  change: 'added' | 'changed',
): Promise<void> {
  const end = findHoldEnd(hours)
  const hold = end && (await holdPayouts(tx, userId, end, describeChange(method, change)))
  await notify(tx, makeDestinationNotice(userId, { method, change, hint, hold }))
}

const {
  added,
  bankChanged,
  bankNotAdded,
  bankNotChanged,
  hidden,
  tooMany,
  upiChanged,
  upiNotAdded,
  upiNotChanged,
} = moneyMessages.payoutDetails

const texts = {
  bank: { added, changed: bankChanged, 'adding-failed': bankNotAdded, 'changing-failed': bankNotChanged },
  upi: { added, changed: upiChanged, 'adding-failed': upiNotAdded, 'changing-failed': upiNotChanged },
} satisfies Record<PayoutMethod, Record<string, Message>>

export const formatHiddenText = (until: Date) => fill(hidden.text, { until: formatTime(until) })

export const formatTooManyChanges = (until: Date) => fill(tooMany, { until: formatTime(until) })

export function formatSaveOutcome(
  method: PayoutMethod,
  saved: SaveOutcome,
): { title: string; text?: string } {
  if (saved.ok) return texts[method][saved.change]
  if (saved.reason === 'hidden') return { ...hidden, text: formatHiddenText(saved.until) }
  if (saved.reason === 'too-many')
    return { title: texts[method]['changing-failed'].title, text: formatTooManyChanges(saved.until) }
  return texts[method][saved.reason]
}
