import { and, desc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { parseMobile } from '~/accounts/rules'
import type { User } from '~/accounts/users.server'
import { escapeLike } from '~/catalog/campaign-conditions.server'
import { NETWORK_NAMES } from '~/config/networks'
import { db } from '~/db/client.server'
import { conversions } from '~/db/schema/conversions'
import { users } from '~/db/schema/members'
import { payoutOrders } from '~/db/schema/payouts'
import { withdrawals } from '~/db/schema/withdrawals'
import { readId } from '~/formats/ids'
import { referenceKey } from '~/wallet/reference-key'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import type { Conversion } from './conversion'
import { GUEST_ID } from './guest'

export const MOST_FOUND = 20

const MOST_MATCHES = 200

/** The words of a name by their start, an address by its start, a number by its end or whole, id and referral code whole. */
export async function searchMembers(typed: string): Promise<User[]> {
  const digits = typed.replace(/\D/g, '')
  const phone = parseMobile(typed)
  const id = readId(typed)
  const words = typed.includes('@') ? [] : (typed.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  const conditions: SQL[] = [
    sql`${users.email} LIKE ${`${escapeLike(typed.toLowerCase())}%`}`,
    eq(users.referral_code, typed.toUpperCase()),
  ]
  if (words.length)
    conditions.push(
      sql`to_tsvector('simple', ${users.username}) @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`,
    )
  if (phone) conditions.push(eq(users.phone_number, phone))
  if (digits.length >= 4 && /^[\d\s.()+-]+$/.test(typed))
    conditions.push(sql`reverse(${users.phone_number}) LIKE ${`${[...digits].toReversed().join('')}%`}`)
  if (id !== null) conditions.push(eq(users.id, id))
  const rows = await Promise.all(conditions.map(listMembers))
  return newest(rows.flat())
}

/** The inner query has no order, which would make the planner read all members from the newest on. */
async function listMembers(condition: SQL): Promise<User[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(condition, isNull(users.deleted_at), ne(users.id, GUEST_ID)))
    .limit(MOST_MATCHES)
  const ids = found.map(({ id }) => id)
  return ids.length ? db.select().from(users).where(inArray(users.id, ids)) : []
}

function newest<Row extends { id: number }>(rows: readonly Row[]): Row[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...found.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_FOUND)
}

/** Finds a sale by any of its ids; each id must be given whole. */
export async function searchSales(typed: string): Promise<Conversion[]> {
  const id = readId(typed)
  const networks = [...NETWORK_NAMES]
  const rows = await Promise.all(
    [
      id === null ? undefined : eq(conversions.id, id),
      and(inArray(conversions.network, networks), eq(conversions.external_id, typed)),
      and(inArray(conversions.network, networks), eq(conversions.conversion_id, typed)),
      and(inArray(conversions.network, networks), eq(conversions.order_number, typed)),
      eq(conversions.click_id, typed),
    ].map((where) =>
      where
        ? db.select().from(conversions).where(where).orderBy(desc(conversions.id)).limit(MOST_FOUND)
        : Promise.resolve([]),
    ),
  )
  return newest(rows.flat())
}

/** Finds a withdrawal by any of its ids; each id must be given whole. */
export async function searchWithdrawals(typed: string): Promise<Withdrawal[]> {
  const id = readId(typed)
  const key = referenceKey(typed)
  const atProvider = db
    .select({ id: payoutOrders.withdrawal_id })
    .from(payoutOrders)
    .where(eq(payoutOrders.reference, typed))
  const rows = await Promise.all(
    [
      id === null ? undefined : eq(withdrawals.id, id),
      key ? eq(withdrawals.utr_key, key) : undefined,
      inArray(withdrawals.id, atProvider),
    ].map((where) =>
      where
        ? db.select().from(withdrawals).where(where).orderBy(desc(withdrawals.id)).limit(MOST_FOUND)
        : Promise.resolve([]),
    ),
  )
  return newest(rows.flat())
}
