import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema/sales'
import { DAY_MS, midnightInIndia } from '~/formats/dates'
import { zero, type Paise } from '~/formats/money'
import { notify } from '~/outreach/notifications.server'
import { readSettings } from '~/settings/settings.server'
import { holdingOf, settleCashback, type Holding } from '~/wallet/ledger/cashback.server'
import { bookCommission, bookedCommissionOf } from '~/wallet/ledger/commission.server'
import type { Wallet } from '~/wallet/ledger/ledger.server'
import { conversionNotices } from './conversion-notices'
import type { Decision } from './conversion-states'

export type Conversion = typeof conversions.$inferSelect

/** An applied decision with what else is stored of its report. */
export interface Change extends Extract<Decision, { outcome: 'applied' }> {
  /** In paise; null if the network reports no amount. */
  sale: bigint | null
  networkPayout: bigint | null
  store: string
  /** Null: the network's holding period, or the default, applies. */
  holdingDays: number | null
  reportId: number | null
  /** Null: unchanged. */
  names: Names | null
  accepted: boolean
  wallets?: Wallet[] | undefined
}

type Owners = Pick<Conversion, 'user_id' | 'referrer_id'>
type Names = Pick<Conversion, 'conversion_id' | 'order_number'>
type Born = Owners &
  Names &
  Pick<Conversion, 'network' | 'external_id' | 'click_id' | 'campaign_id' | 'legacy'>

const OWNERS = ['user_id', 'referrer_id'] as const
const BORN = ['network', 'external_id', 'click_id', 'campaign_id', 'legacy'] as const
const NAMES = ['conversion_id', 'order_number'] as const
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
    .values(placeholders(...BORN, ...NAMES, ...OWNERS, ...CHANGED))
    .onConflictDoNothing()
    .returning({ id: conversions.id }),
)

const updateConversion = prepared((reader) =>
  reader
    .update(conversions)
    .set({ ...placeholders(...NAMES, ...OWNERS, ...CHANGED), updated_at: sql`now()` })
    .where(eq(conversions.id, sql.placeholder('id'))),
)

const nothing: Holding = { pending: zero, granted: zero, referral: zero }

/** Returns null if another transaction has inserted the conversion meanwhile. */
export async function makeConversion(tx: Tx, born: Born, change: Change): Promise<number | null> {
  const row = {
    ...(await changed(tx, { ...born, status: null, withdrawable_at: null, report_id: null }, change)),
    revision: 1,
  }
  const [made] = await insertConversion(tx, { ...born, ...row })
  if (!made) return null
  const of = { ...born, ...row, id: made.id }
  await Promise.all([book(tx, null, of), settle(tx, of, nothing, change)])
  return made.id
}

/** The caller holds the lock of the click. */
export async function changeConversion(tx: Tx, now: Conversion, change: Change): Promise<number> {
  const { id, user_id, referrer_id } = now
  const names = nameSale(now, change.names)
  const row = { ...(await changed(tx, now, change)), revision: now.revision + 1 }
  await updateConversion(tx, { id, user_id, referrer_id, ...names, ...row })
  await Promise.all([book(tx, now, { ...row, id }), settle(tx, { ...now, ...row }, heldOf(now), change)])
  return id
}

const noteReport = prepared((reader) =>
  reader
    .update(conversions)
    .set(placeholders('report_id', 'network_payout_paise', 'revision', ...NAMES))
    .where(eq(conversions.id, sql.placeholder('id'))),
)

/** Makes a repeat the current report and books its commission. The caller holds the lock of the click. */
export async function noteRepeat(
  tx: Tx,
  now: Conversion,
  noted: Pick<Conversion, 'report_id' | 'network_payout_paise'>,
  names: Names,
): Promise<void> {
  const { id, status } = now
  const isMoney = bookedCommissionOf(now) !== bookedCommissionOf({ ...noted, status })
  const revision = isMoney ? now.revision + 1 : now.revision
  await noteReport(tx, { id, ...noted, ...nameSale(now, names), revision })
  await book(tx, now, { ...noted, id, status, revision })
}

/** A sale keeps the ids that it has, and takes over those that it lacks. */
const nameSale = (now: Names, names: Names | null): Names => ({
  conversion_id: now.conversion_id ?? names?.conversion_id ?? null,
  order_number: now.order_number ?? names?.order_number ?? null,
})

type Earning = Pick<Conversion, 'status' | 'network_payout_paise'>

const book = (tx: Tx, before: Earning | null, of: Earning & { id: number; revision: number }) =>
  bookCommission(tx, {
    conversionId: of.id,
    revision: of.revision,
    from: before ? bookedCommissionOf(before) : zero,
    to: bookedCommissionOf(of),
  })

interface Before {
  network: string
  status: Conversion['status'] | null
  withdrawable_at: Date | null
  report_id: number | null
}

async function changed(tx: Tx, now: Before & Owners, change: Change) {
  const { state, pending, granted, sale, networkPayout, reportId, accepted } = change
  return {
    status: state,
    pending_paise: pending,
    granted_paise: granted,
    referral_paise: holdingOf({ pending, granted }, now.referrer_id).referral,
    sale_paise: sale,
    network_payout_paise: networkPayout,
    withdrawable_at: (await endOfHolding(tx, now, change))?.toISOString() ?? null,
    report_id: reportId ?? now.report_id,
    accepted,
  }
}

/** Starts with the first approval only. Ends at a midnight in India, so that the displayed date is exact. */
async function endOfHolding(tx: Tx, now: Before, { state, holdingDays }: Change): Promise<Date | null> {
  if (now.withdrawable_at || now.status === 'approved' || state !== 'approved') return now.withdrawable_at
  const days = holdingDays ?? (await holdingDaysOf(tx, now.network))
  return days === 0 ? null : midnightInIndia(new Date(Date.now() + days * DAY_MS))
}

async function holdingDaysOf(tx: Tx, network: string): Promise<number> {
  const { HOLDING_DAYS, HOLDING_DAYS_BY_NETWORK } = await readSettings(tx)
  return HOLDING_DAYS_BY_NETWORK.get(network) ?? HOLDING_DAYS
}

const heldOf = (c: Conversion): Holding => ({
  pending: c.pending_paise as Paise,
  granted: c.granted_paise as Paise,
  referral: c.referral_paise as Paise,
})

/** Pipelines the statements: each round trip to PostgreSQL costs more than most statements. */
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
