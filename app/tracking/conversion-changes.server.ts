/** A conversion written down: its row, the money behind it, and what people are told of it. */
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema'
import { DAY_MS, midnightInIndia } from '~/dates'
import { env } from '~/env.server'
import { zero, type Paise } from '~/money'
import { notify } from '~/outreach/notifications.server'
import { holdingOf, settleCashback, type Holding } from '~/wallet/cashback.server'
import { bookCommission, bookedCommissionOf } from '~/wallet/commission.server'
import type { Wallet } from '~/wallet/ledger.server'
import { conversionNotices } from './conversion-notices'
import type { Decision } from './conversion-states'

export type Conversion = typeof conversions.$inferSelect
export type Applied = Extract<Decision, { outcome: 'applied' }>

/** What a conversion becomes. */
export interface Change extends Applied {
  /** In paise; null: the network named none. */
  sale: bigint | null
  networkPayout: bigint | null
  store: string
  /** The store's own holding period in days; null: it has none of its own. */
  holdingDays: number | null
  /** The inbox row of the report; null: no report caused the change. */
  reportId: number | null
  /** Accepted by the operator. */
  accepted: boolean
  /** Those of its owners, where the caller has locked them already. */
  wallets?: Wallet[] | undefined
}

/** Whose it is. */
type Owners = Pick<Conversion, 'user_id' | 'referrer_id'>
/** Which sale of which click. */
type Born = Owners & Pick<Conversion, 'network' | 'external_id' | 'click_id' | 'campaign_id'>

const OWNERS = ['user_id', 'referrer_id'] as const
const BORN = ['network', 'external_id', 'click_id', 'campaign_id'] as const
const CHANGED = [
  'status',
  'pending_paise',
  'granted_paise',
  'referral_paise',
  'sale_paise',
  'network_payout_paise',
  'withdrawable_at',
  'report_id',
  'accepted',
  'revision',
] as const

const insertConversion = prepared((reader) =>
  reader
    .insert(conversions)
    .values(placeholders(...BORN, ...OWNERS, ...CHANGED))
    .onConflictDoNothing()
    .returning({ id: conversions.id }),
)

const updateConversion = prepared((reader) =>
  reader
    .update(conversions)
    .set({ ...placeholders(...OWNERS, ...CHANGED), updated_at: sql`now()` })
    .where(eq(conversions.id, sql.placeholder('id'))),
)

const nothing: Holding = { pending: zero, granted: zero, referral: zero }

/** Makes a conversion that nobody has reported yet; gives its id. Null: it is there by now. */
export async function makeConversion(tx: Tx, born: Born, change: Change): Promise<number | null> {
  const row = {
    ...changed({ ...born, status: null, withdrawable_at: null, report_id: null }, change),
    revision: 1,
  }
  const [made] = await insertConversion(tx, { ...born, ...row })
  if (!made) return null
  const of = { ...born, ...row, id: made.id }
  await Promise.all([book(tx, null, of), settle(tx, of, nothing, change)])
  return made.id
}

/** Brings a conversion, whose click is locked, to a new state; gives its id. */
export async function changeConversion(tx: Tx, now: Conversion, change: Change): Promise<number> {
  const { id, user_id, referrer_id } = now
  const row = { ...changed(now, change), revision: now.revision + 1 }
  await updateConversion(tx, { id, user_id, referrer_id, ...row })
  await Promise.all([book(tx, now, { ...row, id }), settle(tx, { ...now, ...row }, heldOf(now), change)])
  return id
}

const noteReport = prepared((reader) =>
  reader
    .update(conversions)
    .set(placeholders('report_id', 'network_payout_paise', 'revision'))
    .where(eq(conversions.id, sql.placeholder('id'))),
)

/**
 * Records a repeated report of a conversion whose click is locked: it becomes the report that the conversion shows, and
 * its commission counts.
 */
export async function noteRepeat(
  tx: Tx,
  now: Conversion,
  noted: Pick<Conversion, 'report_id' | 'network_payout_paise'>,
): Promise<void> {
  const { id, status } = now
  const isMoney = bookedCommissionOf(now) !== bookedCommissionOf({ ...noted, status })
  const revision = isMoney ? now.revision + 1 : now.revision
  await noteReport(tx, { id, ...noted, revision })
  await book(tx, now, { ...noted, id, status, revision })
}

/** What the commission of a conversion is booked by. */
type Earning = Pick<Conversion, 'status' | 'network_payout_paise'>

/** Books what the network owes us after the change; `before` is null for a conversion that is new. */
const book = (tx: Tx, before: Earning | null, of: Earning & { id: number; revision: number }) =>
  bookCommission(tx, {
    conversionId: of.id,
    revision: of.revision,
    from: before ? bookedCommissionOf(before) : zero,
    to: bookedCommissionOf(of),
  })

/** Fields of a conversion that a change may keep. */
interface Before {
  network: string
  /** Null: nothing was reported yet. */
  status: Conversion['status'] | null
  withdrawable_at: Date | null
  report_id: number | null
}

function changed(now: Before & Owners, change: Change) {
  const { state, pending, granted, sale, networkPayout, reportId, accepted } = change
  return {
    status: state,
    pending_paise: pending,
    granted_paise: granted,
    referral_paise: holdingOf({ pending, granted }, now.referrer_id).referral,
    sale_paise: sale,
    network_payout_paise: networkPayout,
    withdrawable_at: endOfHolding(now, change)?.toISOString() ?? null,
    report_id: reportId ?? now.report_id,
    accepted,
  }
}

/**
 * The holding period begins with the first approval, and later changes of the amount do not begin it anew. It ends at a
 * midnight in India, so that the date that people read is exact.
 */
function endOfHolding(now: Before, { state, holdingDays }: Change): Date | null {
  if (now.withdrawable_at || now.status === 'approved' || state !== 'approved') return now.withdrawable_at
  const days = holdingDaysOf(now.network, holdingDays)
  return days === 0 ? null : midnightInIndia(new Date(Date.now() + days * DAY_MS))
}

/** The store's own days, else its network's, else HOLDING_DAYS. */
function holdingDaysOf(network: string, ofStore: number | null): number {
  const { holdingDays, HOLDING_DAYS_BY_NETWORK } = env()
  return ofStore ?? HOLDING_DAYS_BY_NETWORK.get(network) ?? holdingDays
}

const heldOf = (c: Conversion): Holding => ({
  pending: c.pending_paise as Paise,
  granted: c.granted_paise as Paise,
  referral: c.referral_paise as Paise,
})

/**
 * Moves the money behind the change, and notifies those concerned. What does not depend on an answer is sent along with the
 * first statement: each wait for PostgreSQL costs more than most statements.
 */
async function settle(
  tx: Tx,
  of: Owners & { id: number; revision: number; withdrawable_at: string | null },
  from: Holding,
  { state, pending, granted, store, wallets }: Change,
): Promise<void> {
  const to = holdingOf({ pending, granted }, of.referrer_id)
  await Promise.all([
    settleCashback(tx, {
      conversionId: of.id,
      revision: of.revision,
      userId: of.user_id,
      referrerId: of.referrer_id,
      from,
      to,
      wallets,
    }),
    notify(tx, ...conversionNotices(of, { state, from, to, store })),
  ])
}
