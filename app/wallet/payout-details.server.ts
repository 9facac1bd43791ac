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

/** Saves bank details that bankSchema has checked; see save(). */
export function saveBankDetails(userId: number, input: BankDetails): Promise<Saved | NotSaved> {
  const { acc_number, ifsc_code } = input
  return save(userId, 'bank', input, { hint: bankHint(input), account: `bank:${ifsc_code}:${acc_number}` })
}

/** Saves a UPI ID that upiSchema has checked; see save(). */
export function saveUpiDetails(userId: number, input: UpiDetails): Promise<Saved | NotSaved> {
  return save(userId, 'upi', input, { hint: upiHint(input), account: `upi:${input.upi}` })
}

/** 'added': there were none before; 'changed': there were. */
type Saved = Done<{ change: 'added' | 'changed' }>
type NotSaved = Refused<'adding-failed' | 'changing-failed'>

interface Shown {
  hint: string
  /** What the blind index is made of. */
  account: string
}

/** Stores, or says which of the two failed: nothing has changed then, and the log says why. */
async function save(
  userId: number,
  method: Method,
  input: BankDetails | UpiDetails,
  shown: Shown,
): Promise<Saved | NotSaved> {
  try {
    return await store(userId, method, input, shown)
  } catch (error) {
    log('error', 'payout details were not stored', { method, ...errorFacts(error) })
    const earlier = await findPayoutDetails(userId)
    return refused(earlier[method] ? 'changing-failed' : 'adding-failed')
  }
}

/**
 * A change of existing details holds withdrawals for PAYOUT_HOLD_HOURS; a first entry does not. The person is told of
 * both. Saving the same details again (a form sent twice) does neither, and gives the result of the first time.
 */
async function store(
  userId: number,
  method: Method,
  input: BankDetails | UpiDetails,
  { hint, account }: Shown,
): Promise<Saved> {
  const table = TABLES[method]
  const details = JSON.stringify(input)
  const row = {
    sealed: seal(details, placeOf(method, userId)),
    hint,
    blind_index: blindIndex(account),
  }
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(table)
      .values({ user_id: userId, ...row })
      .onConflictDoNothing()
      .returning({ user_id: table.user_id })
    if (added.length) {
      await notify(tx, addedNotice(userId, method, hint))
      return done({ change: 'added' })
    }

    const justAdded = sql<boolean>`${table.updated_at} = ${table.created_at} AND ${table.created_at} > now() - interval '5 minutes'`
    const [held] = await tx.select({ justAdded }).from(table).where(eq(table.user_id, userId)).for('update')
    const earlier = await findPayoutDestination(tx, userId, method)
    if (earlier?.details !== details) {
      await tx
        .update(table)
        .set({ ...row, updated_at: sql`now()` })
        .where(eq(table.user_id, userId))
      await holdWithdrawals(tx, userId, method)
      return done({ change: 'changed' })
    }
    return done({ change: held?.justAdded ? 'added' : 'changed' })
  })
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
