import { and, desc, eq, inArray, isNull, ne, sql, type SQL, ilike, or } from 'drizzle-orm'
import { parseMobile } from '~/domain/accounts/rules'
import type { User } from '~/domain/accounts/users.server'
import { escapeLike } from '~/domain/catalog/offer-conditions.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { users } from '~/platform/db/schema/members'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { readId } from '~/platform/formats/ids'
import { readGrouped } from '~/platform/formats/pasted'
import { referenceKey } from '~/platform/formats/reference-key'
import type { Conversion } from './conversions'
import { GUEST_ID } from './guest'
import { toOrderKey } from './claim'
import type { InboxRow } from './inbox-row.server'
import { listClaimsWhere, type ListedClaim } from './read-claims.server'
import { isVisit, listVisitsOf, type Visit } from './visits.server'

export const MOST_FOUND = 20

const MOST_MATCHES = 200

/** Signs are no part of a word: without this, 'a--' would list all whose name begins with a. */
const FEWEST_LETTERS = 3

/** The words of a name by their start, an address by its start, a number by its end or whole, id and referral code whole. */
export function searchMembers(typed: string): Promise<User[]> {
  const digits = typed.replace(/\D/g, '')
  const phone = parseMobile(typed)
  const id = readId(typed)
  const words = typed.includes('@') ? [] : (typed.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  const query = words.join('').length < FEWEST_LETTERS ? null : words.map((word) => `${word}:*`).join(' & ')
  const isNumber = digits.length >= 4 && /^[\d\s.()+-]+$/.test(typed)
  return findAny(
    [
      sql`${users.email} LIKE ${`${escapeLike(typed.toLowerCase())}%`}`,
      eq(users.referral_code, typed.toUpperCase()),
      query ? sql`to_tsvector('simple', ${users.username}) @@ to_tsquery('simple', ${query})` : undefined,
      phone ? eq(users.phone_number, phone) : undefined,
      isNumber
        ? sql`reverse(${users.phone_number}) LIKE ${`${[...digits].toReversed().join('')}%`}`
        : undefined,
      id === null ? undefined : eq(users.id, id),
    ],
    listMatches,
  )
}

/** The inner query has no order, which would make the planner read all members from the newest on. */
async function listMatches(condition: SQL): Promise<User[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(condition, isNull(users.deleted_at), ne(users.id, GUEST_ID)))
    .limit(MOST_MATCHES)
  const ids = found.map(({ id }) => id)
  return ids.length ? db.select().from(users).where(inArray(users.id, ids)) : []
}

async function findAny<Row extends { id: number }>(
  conditions: (SQL | undefined)[],
  list: (condition: SQL) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await Promise.all(conditions.filter((one) => one !== undefined).map(list))
  const found = new Map(rows.flat().map((row) => [row.id, row]))
  return [...found.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_FOUND)
}

const selectClick = (typed: string) => db.select({ id: clicks.id }).from(clicks).where(isVisit(typed))

/** By the number that its member sees, or the click's id. */
export async function searchVisits(typed: string): Promise<Visit[]> {
  const found = await selectClick(typed)
  return listVisitsOf(found.map(({ id }) => id))
}

/** By number, order, visit, or the UTR of the withdrawal that it is about. */
export async function searchClaims(typed: string): Promise<ListedClaim[]> {
  const id = readId(typed)
  const key = referenceKey(typed)
  const order = toOrderKey(typed)
  const paid = db.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.utr_key, key))
  return findAny(
    [
      id === null ? undefined : eq(claims.id, id),
      order ? eq(claims.order_key, order) : undefined,
      inArray(claims.click_id, selectClick(typed)),
      key ? inArray(claims.withdrawal_id, paid) : undefined,
    ],
    (condition) => listClaimsWhere(condition, MOST_FOUND),
  )
}

/** By number; of those that have not ended, also by the network's id of the sale and by the visit. Others are at their sale. */
export function searchReports(typed: string): Promise<InboxRow[]> {
  const id = readId(typed)
  const isOpen = and(unsettled(postbackInbox), inArray(postbackInbox.network, [...NETWORK_NAMES]))
  return findAny(
    [
      id === null ? undefined : eq(postbackInbox.id, id),
      and(isOpen, eq(postbackInbox.external_id, typed)),
      and(isOpen, inArray(postbackInbox.click_id, selectClick(typed))),
      // What could not be read has its values only as they were sent.
      and(
        eq(postbackInbox.outcome, 'quarantined'),
        isNull(postbackInbox.resolved_at),
        isNull(postbackInbox.external_id),
        sql`EXISTS (SELECT 1 FROM jsonb_each_text(${postbackInbox.raw}) sent
          WHERE sent.value = ${typed} OR sent.value IN (${selectClick(typed)}))`,
      ),
    ],
    (condition) =>
      db.select().from(postbackInbox).where(condition).orderBy(desc(postbackInbox.id)).limit(MOST_FOUND),
  )
}

export function searchSales(typed: string): Promise<Conversion[]> {
  const id = readId(typed)
  const isOfNetwork = inArray(conversions.network, [...NETWORK_NAMES])
  return findAny(
    [
      id === null ? undefined : eq(conversions.id, id),
      and(isOfNetwork, eq(conversions.external_id, typed)),
      and(isOfNetwork, eq(conversions.conversion_id, typed)),
      and(isOfNetwork, eq(conversions.order_number, typed)),
      inArray(conversions.click_id, selectClick(typed)),
    ],
    (condition) =>
      db.select().from(conversions).where(condition).orderBy(desc(conversions.id)).limit(MOST_FOUND),
  )
}

export function searchWithdrawals(typed: string): Promise<Withdrawal[]> {
  const id = readId(typed)
  const key = referenceKey(typed)
  const atProvider = db
    .select({ id: payoutOrders.withdrawal_id })
    .from(payoutOrders)
    .where(eq(payoutOrders.reference, typed))
  return findAny(
    [
      id === null ? undefined : eq(withdrawals.id, id),
      key ? eq(withdrawals.utr_key, key) : undefined,
      inArray(withdrawals.id, atProvider),
    ],
    (condition) =>
      db.select().from(withdrawals).where(condition).orderBy(desc(withdrawals.id)).limit(MOST_FOUND),
  )
}

const matchPart = (text: string) => `%${escapeLike(text)}%`

function readDigits(text: string): string | null {
  const digits = readGrouped(text)
    .replace(/[().]/g, '')
    .replace(/^(?:\+91|0091|0(?=\d))/, '')
  return /^\d{3,12}$/.test(digits) ? digits.replace(/^91(?=\d{10}$)/, '') : null
}

function matches(part: string) {
  const digits = readDigits(part)
  const id = readId(part)
  return or(
    ilike(users.username, matchPart(part)),
    ilike(users.email, matchPart(part)),
    digits ? sql`substr(${users.phone_number}, 4) LIKE ${matchPart(digits)}` : undefined,
    id === null ? undefined : eq(users.id, id),
  )
}

export const listMembers = (part: string | null, { after, limit }: Page): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        ne(users.id, GUEST_ID),
        part === null ? undefined : matches(part),
        continueBelow(users.id, after),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit)
