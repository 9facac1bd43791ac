/** Where a person's money goes: sealed at rest, shown by its hint, and slow to change. */
import { eq, sql } from 'drizzle-orm'
import { holdEnd, holdPayouts } from '~/accounts/payout-hold.server'
import { db, type Reader, type Tx } from '~/db/client.server'
import { bankDetails, upiDetails } from '~/db/schema'
import { blindIndex, seal, unseal } from '~/db/seal.server'
import { formatTime } from '~/dates'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify, type NewNotification } from '~/outreach/notifications.server'
import { bankHint, upiHint, type BankDetails, type UpiDetails } from './payout-details'

export type Method = 'bank' | 'upi'

const TABLES = { bank: bankDetails, upi: upiDetails }
const NAMES = { bank: 'bank details', upi: 'UPI ID' }

const placeOf = (method: Method, userId: number) => `${method}_details|sealed|${userId}`

/** What screens show of a method's details. */
export interface PayoutHint {
  hint: string
  updated_at: Date
}

/** The hints of a person's payout details; null where a method has none. */
export async function findPayoutDetails(
  userId: number,
): Promise<{ bank: PayoutHint | null; upi: PayoutHint | null }> {
  const find = async (method: Method) => {
    const { hint, updated_at, user_id } = TABLES[method]
    const [row] = await db.select({ hint, updated_at }).from(TABLES[method]).where(eq(user_id, userId))
    return row ?? null
  }
  const [bank, upi] = await Promise.all([find('bank'), find('upi')])
  return { bank, upi }
}

/** The details themselves, opened: for the payout only. Null when the method has none. */
export async function findPayoutDestination(
  reader: Reader,
  userId: number,
  method: Method,
): Promise<{ details: string; hint: string } | null> {
  const { sealed, hint, user_id } = TABLES[method]
  const [row] = await reader.select({ sealed, hint }).from(TABLES[method]).where(eq(user_id, userId))
  return row ? { details: unseal(row.sealed, placeOf(method, userId)), hint: row.hint } : null
}

/** What their owner may see of the bank details: of the account number its end alone. Null: there are none. */
export async function findBankShown(userId: number): Promise<BankDetails | null> {
  const found = await findPayoutDestination(db, userId, 'bank')
  if (!found) return null
  const details = JSON.parse(found.details) as BankDetails
  return { ...details, acc_number: found.hint }
}

const bankRow = (input: BankDetails): Row => ({
  details: JSON.stringify(input),
  hint: bankHint(input),
  account: `bank:${input.ifsc_code}:${input.acc_number}`,
})

/** Saves bank details that bankSchema has checked; see save(). */
export function saveBankDetails(userId: number, input: BankDetails): Promise<Saved | NotSaved> {
  const row = bankRow(input)
  return save(userId, 'bank', () => row)
}

/** The same of the form, by bankEditSchema: an empty account number is the stored one, 'number-missing' if there is none. */
export function editBankDetails(
  userId: number,
  input: BankDetails,
): Promise<Saved | NotSaved | Refused<'number-missing'>> {
  return save(userId, 'bank', (earlier) => {
    const stored = earlier === null ? '' : (JSON.parse(earlier) as BankDetails).acc_number
    const acc_number = input.acc_number || stored
    return acc_number ? bankRow({ ...input, acc_number }) : refused('number-missing')
  })
}

/** Saves a UPI ID that upiSchema has checked; see save(). */
export function saveUpiDetails(userId: number, input: UpiDetails): Promise<Saved | NotSaved> {
  const row = { details: JSON.stringify(input), hint: upiHint(input), account: `upi:${input.upi}` }
  return save(userId, 'upi', () => row)
}

/** 'added': there were none before; 'changed': there were. */
type Saved = Done<{ change: 'added' | 'changed' }>
type NotSaved = Refused<'adding-failed' | 'changing-failed'>

interface Row {
  /** JSON, to be sealed. */
  details: string
  hint: string
  /** What the blind index is made of. */
  account: string
}

/** What to store, given what is stored now (null: nothing), or why not. */
type Complete<Reason extends string> = (earlier: string | null) => Row | Refused<Reason>

/** Stores, or says which of the two failed: nothing has changed then, and the log says why. */
async function save<Reason extends string = never>(
  userId: number,
  method: Method,
  complete: Complete<Reason>,
): Promise<Saved | NotSaved | Refused<Reason>> {
  try {
    return await store(userId, method, complete)
  } catch (error) {
    log('error', 'payout details were not stored', { method, ...errorFacts(error) })
    const earlier = await findPayoutDetails(userId)
    return refused(earlier[method] ? 'changing-failed' : 'adding-failed')
  }
}

/**
 * A change of existing details, of whichever field, holds withdrawals for PAYOUT_HOLD_HOURS; a first entry does not. The
 * person is told of both. Saving the same details again (a form sent twice) does neither, and gives the result of the
 * first time.
 */
function store<Reason extends string>(
  userId: number,
  method: Method,
  complete: Complete<Reason>,
): Promise<Saved | Refused<Reason>> {
  return db.transaction(async (tx) => {
    const first = complete(null)
    if (!('ok' in first) && (await add(tx, userId, method, first))) return done({ change: 'added' })

    const table = TABLES[method]
    const justAdded = sql<boolean>`${table.updated_at} = ${table.created_at} AND ${table.created_at} > now() - interval '5 minutes'`
    const [held] = await tx.select({ justAdded }).from(table).where(eq(table.user_id, userId)).for('update')
    const earlier = await findPayoutDestination(tx, userId, method)
    const row = complete(earlier?.details ?? null)
    if ('ok' in row) return row
    if (earlier?.details === row.details) return done({ change: held?.justAdded ? 'added' : 'changed' })
    await change(tx, userId, method, row)
    return done({ change: 'changed' })
  })
}

const sealedRow = (userId: number, method: Method, { details, hint, account }: Row) => ({
  sealed: seal(details, placeOf(method, userId)),
  hint,
  blind_index: blindIndex(account),
})

/** False: there are details already. */
async function add(tx: Tx, userId: number, method: Method, row: Row): Promise<boolean> {
  const table = TABLES[method]
  const added = await tx
    .insert(table)
    .values({ user_id: userId, ...sealedRow(userId, method, row) })
    .onConflictDoNothing()
    .returning({ user_id: table.user_id })
  if (added.length) await notify(tx, addedNotice(userId, method, row.hint))
  return added.length > 0
}

async function change(tx: Tx, userId: number, method: Method, row: Row): Promise<void> {
  const table = TABLES[method]
  await tx
    .update(table)
    .set({ ...sealedRow(userId, method, row), updated_at: sql`now()` })
    .where(eq(table.user_id, userId))
  await holdWithdrawals(tx, userId, method)
}

/** Once a person and method: there is no way to take details out again. */
const addedNotice = (userId: number, method: Method, hint: string): NewNotification => ({
  userId,
  reference: `payout-details:${method}:added`,
  title: `Your ${NAMES[method]} ${method === 'bank' ? 'were' : 'was'} added`,
  body: `Withdrawals can now go to ${hint}. Was it not you? Change your password and write to us.`,
  href: '/Account/Wallet',
})

async function holdWithdrawals(tx: Tx, userId: number, method: Method): Promise<void> {
  const end = holdEnd(env().PAYOUT_HOLD_HOURS)
  const held = end && (await holdPayouts(tx, userId, end, `your ${NAMES[method]} changed`))
  const hold = held ? `For your safety withdrawals are on hold until ${formatTime(held.until)}. ` : ''
  await notify(tx, {
    userId,
    reference: `payout-details:${method}:${Date.now()}`,
    title: `Your ${NAMES[method]} changed`,
    body: `${hold}Was it not you? Change your password.`,
    href: '/Account/Wallet',
  })
}
