import { and, eq, isNull, sql } from 'drizzle-orm'
import { holdEnd, holdPayouts } from '~/accounts/payout-hold.server'
import { db, type Reader, type Tx } from '~/db/client.server'
import { bankDetails, upiDetails } from '~/db/schema/ledger'
import { users } from '~/db/schema/members'
import { blindIndex, seal, unseal } from '~/db/seal.server'
import { env } from '~/config/env.server'
import { errorFacts, log } from '~/runtime/log.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { watchDestination } from '~/signals/destinations.server'
import { bankHint, upiHint, type BankDetails, type PayoutMethod, type UpiDetails } from './payout-details'
import { destinationNotice, holdReason } from './payout-details-notices'

export type { PayoutMethod }

const TABLES = { bank: bankDetails, upi: upiDetails }

const placeOf = (method: PayoutMethod, userId: number) => `${method}_details|sealed|${userId}`

export interface PayoutHint {
  hint: string
  updated_at: Date
}

export async function findPayoutDetails(
  userId: number,
): Promise<{ bank: PayoutHint | null; upi: PayoutHint | null }> {
  const find = async (method: PayoutMethod) => {
    const { hint, updated_at, user_id } = TABLES[method]
    const [row] = await db.select({ hint, updated_at }).from(TABLES[method]).where(eq(user_id, userId))
    return row ?? null
  }
  const [bank, upi] = await Promise.all([find('bank'), find('upi')])
  return { bank, upi }
}

/** The decrypted details, for payouts only; null: none. */
export async function findPayoutDestination(
  reader: Reader,
  userId: number,
  method: PayoutMethod,
): Promise<{ details: string; hint: string; index: string } | null> {
  const { sealed, hint, blind_index: index, user_id } = TABLES[method]
  const [row] = await reader.select({ sealed, hint, index }).from(TABLES[method]).where(eq(user_id, userId))
  return row ? { ...row, details: unseal(row.sealed, placeOf(method, userId)) } : null
}

/** The bank details for their owner, with only the end of the account number; null: none. */
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

const upiRow = (input: UpiDetails): Row => ({
  details: JSON.stringify(input),
  hint: upiHint(input),
  account: `upi:${input.upi}`,
})

export function describeDestination(method: PayoutMethod, details: string): { hint: string; index: string } {
  const { hint, account } =
    method === 'bank'
      ? bankRow(JSON.parse(details) as BankDetails)
      : upiRow(JSON.parse(details) as UpiDetails)
  return { hint, index: blindIndex(account) }
}

export function saveBankDetails(
  userId: number,
  input: BankDetails,
  options?: SaveOptions,
): Promise<Saved | NotSaved> {
  const row = bankRow(input)
  return save(userId, 'bank', () => row, options)
}

/** Saves input validated by bankEditSchema; an empty account number keeps the stored one. */
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

export function saveUpiDetails(
  userId: number,
  input: UpiDetails,
  options?: SaveOptions,
): Promise<Saved | NotSaved> {
  const row = upiRow(input)
  return save(userId, 'upi', () => row, options)
}

type Saved = Done<{ change: 'added' | 'changed' }>
type NotSaved = Refused<'adding-failed' | 'changing-failed'>

interface SaveOptions {
  /** False for demo data. */
  holds?: boolean
}

interface Row {
  details: string
  hint: string
  account: string
}

type Complete<Reason extends string> = (earlier: string | null) => Row | Refused<Reason>

async function save<Reason extends string = never>(
  userId: number,
  method: PayoutMethod,
  complete: Complete<Reason>,
  { holds = true }: SaveOptions = {},
): Promise<Saved | NotSaved | Refused<Reason>> {
  const hours = holds ? env().PAYOUT_HOLD_HOURS : 0
  try {
    return await db.transaction((tx) => store(tx, { userId, method, hours }, complete))
  } catch (error) {
    log('error', 'payout details were not stored', { method, ...errorFacts(error) })
    const earlier = await findPayoutDetails(userId)
    return refused(earlier[method] ? 'changing-failed' : 'adding-failed')
  }
}

/** Only an additional or changed destination sets a hold. Saving the same details again (a form sent twice) is a repeat. */
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
  sealed: seal(details, placeOf(method, userId)),
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

/** The update serialises concurrent first saves; a deleted destination still counts as the first. */
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

/** Returns the hold in force, which may be an earlier and longer one; null: holds are disabled. */
async function holdWithdrawals(tx: Tx, userId: number, hours: number, reason: string) {
  const end = holdEnd(hours)
  return end && holdPayouts(tx, userId, end, reason)
}
