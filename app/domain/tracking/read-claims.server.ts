import { and, asc, count, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { findHiddenUntil, HIDDEN_HINT } from '~/domain/accounts/payout-hold.server'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, within, type Page, type Period } from '~/platform/db/period.server'
import { findQueuePlace, type QueuePlace } from '~/platform/db/queue-place.server'
import { brands } from '~/platform/db/schema/catalogue'
import { claimMessages, claimProofs, claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { adjustments } from '~/platform/db/schema/ledger'
import { users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise, type Paise } from '~/platform/formats/money'
import { formatVisitNumber } from './visit-number'
import { type Claim, type ClaimKind, type ClaimMessage, type ClaimState } from './claim'

export interface ListedClaim extends Claim {
  username: string
  /** Null: about a withdrawal. */
  store: string | null
  visit: string | null
  /** The present cashback of the credited sale, or the goodwill; null: nothing was credited. */
  credited: Paise | null
  withdrawal: { amount: bigint; utr: string | null; method: 'bank' | 'upi'; hint: string; at: Date } | null
}

export type Proof = Omit<typeof claimProofs.$inferSelect, 'sealed'>

export interface ClaimDetail extends ListedClaim {
  messages: ClaimMessage[]
  proofs: Proof[]
}

const selectClaims = (reader: Reader, condition: SQL | undefined, ...order: SQL[]) =>
  reader
    .select({
      claim: claims,
      // A subquery reads one member per row by its key; a join could make the planner read all members.
      username: sql<string>`(SELECT u.username FROM ${users} u WHERE u.id = ${claims.user_id})`,
      store: brands.name,
      seq: clicks.seq,
      credited: sql<string | null>`coalesce(${conversions.granted_paise}, ${adjustments.amount_paise})`,
      withdrawal: {
        amount: withdrawals.amount_paise,
        utr: withdrawals.utr,
        method: withdrawals.method,
        hint: withdrawals.destination_hint,
        at: withdrawals.updated_at,
      },
    })
    .from(claims)
    .leftJoin(brands, eq(brands.id, claims.brand_id))
    .leftJoin(clicks, eq(clicks.id, claims.click_id))
    .leftJoin(withdrawals, eq(withdrawals.id, claims.withdrawal_id))
    .leftJoin(conversions, eq(conversions.id, claims.conversion_id))
    .leftJoin(adjustments, eq(adjustments.id, claims.adjustment_id))
    .where(condition)
    .orderBy(...order, desc(claims.id))

type Row = Awaited<ReturnType<typeof selectClaims>>[number]

const toListed = ({ claim, username, store, seq, credited, withdrawal }: Row): ListedClaim => ({
  ...claim,
  username,
  store,
  credited: credited === null ? null : paise(BigInt(credited)),
  visit: seq === null ? null : formatVisitNumber(seq),
  withdrawal,
})

export const listClaimsWhere = async (condition: SQL, limit: number): Promise<ListedClaim[]> =>
  (await selectClaims(db, condition).limit(limit)).map(toListed)

export const listMemberClaims = async (userId: number): Promise<ListedClaim[]> =>
  (await selectClaims(db, eq(claims.user_id, userId)).limit(100)).map(toListed)

/** Null if the id is unknown or another person's. Hides the destination after a change of the number. */
export async function findMemberClaim(userId: number, id: number): Promise<ClaimDetail | null> {
  const [found, hidden] = await Promise.all([findClaim(id), findHiddenUntil(userId)])
  if (found?.user_id !== userId) return null
  return hidden && found.withdrawal
    ? { ...found, withdrawal: { ...found.withdrawal, hint: HIDDEN_HINT } }
    : found
}

export async function findClaim(id: number, reader: Reader = db): Promise<ClaimDetail | null> {
  const [row] = await selectClaims(reader, eq(claims.id, id))
  if (!row) return null
  const { sealed: _, ...proof } = getTableColumns(claimProofs)
  const [messages, proofs] = await Promise.all([
    reader.select().from(claimMessages).where(eq(claimMessages.claim_id, id)).orderBy(asc(claimMessages.id)),
    reader.select(proof).from(claimProofs).where(eq(claimProofs.claim_id, id)).orderBy(asc(claimProofs.id)),
  ])
  return { ...toListed(row), messages, proofs }
}

export interface ClaimFilter extends Period {
  state?: ClaimState | undefined
  kind?: ClaimKind | undefined
  userId?: number | undefined
  storeId?: number | undefined
  clickId?: string | undefined
  late?: boolean | undefined
  waiting?: boolean | undefined
  /** Only credits that no network has reported since. */
  unreported?: boolean | undefined
}

/** An array makes the planner read the few open claims instead of all claims from the newest on. */
const selectLate = sql`
  SELECT l.id FROM claims l WHERE l.state IN ('received', 'sent') AND l.answer_by < now()`

export async function listClaimPage(
  { state, kind, userId, storeId, clickId, late, waiting, unreported, ...period }: ClaimFilter,
  { after, limit }: Page,
): Promise<ListedClaim[]> {
  const rows = await selectClaims(
    db,
    and(
      state === undefined ? undefined : eq(claims.state, state),
      kind === undefined ? undefined : eq(claims.kind, kind),
      userId === undefined ? undefined : eq(claims.user_id, userId),
      storeId === undefined ? undefined : eq(claims.brand_id, storeId),
      clickId === undefined ? undefined : eq(claims.click_id, clickId),
      late ? sql`${claims.id} = ANY(ARRAY(${selectLate}))` : undefined,
      waiting ? eq(claims.waits_for_us, true) : undefined,
      unreported ? and(eq(claims.state, 'credited'), eq(claims.awaits_report, true)) : undefined,
      within(claims.created_at, period),
      continueBelow(claims.id, after),
    ),
  ).limit(limit)
  return rows.map(toListed)
}

const WAITING = eq(claims.waits_for_us, true)

/** In the order of listWaitingClaims(). */
export const findPlaceOfClaim = (id: number): Promise<QueuePlace | null> =>
  findQueuePlace(
    { table: claims, isWaiting: WAITING, rank: sql`ROW(${claims.answer_by}, -${claims.id})` },
    id,
  )

/** The earliest promised date first. `count` and `late` cover all waiting claims, not only these rows. */
export async function listWaitingClaims(
  limit: number,
): Promise<{ rows: ListedClaim[]; count: number; late: number }> {
  const [rows, [counts]] = await Promise.all([
    selectClaims(db, WAITING, asc(claims.answer_by)).limit(limit),
    db
      .select({
        count: count(),
        late: sql<number>`count(*) FILTER (WHERE ${claims.ended_at} IS NULL AND ${claims.answer_by} < now())::int`,
      })
      .from(claims)
      .where(WAITING),
  ])
  return { rows: rows.map(toListed), ...counts! }
}
