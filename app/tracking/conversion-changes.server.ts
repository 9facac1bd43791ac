import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema/sales'
import { DAY_MS, midnightInIndia } from '~/formats/dates'
import { paise, zero } from '~/formats/money'
import { notify } from '~/outreach/notifications.server'
import { readSettings } from '~/settings/settings.server'
import { settleCashback } from '~/wallet/ledger/cashback.server'
import { bookCommission, bookedCommissionOf } from '~/wallet/ledger/commission.server'
import {
  type Grant,
  type HeldRow,
  type Holding,
  lastEndOf,
  NOTHING,
  planGrant,
  sumOf,
} from '~/wallet/ledger/grant'
import { lockPeople, type Owners, readHeldRows, writeHeld } from '~/wallet/ledger/held-money.server'
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
  /** The referrer's share, in hundredths of a percent. */
  referralRate: bigint
  reportId: number | null
  /** Null: unchanged. */
  names: Names | null
  accepted: boolean
  wallets?: Wallet[] | undefined
}

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

/** Returns null if another transaction has inserted the conversion meanwhile. */
export async function makeConversion(tx: Tx, born: Born, change: Change): Promise<number | null> {
  const granting = await prepareGrant(tx, { ...born, now: null }, change)
  const row = { ...changed(null, change, granting), revision: 1 }
  const [made] = await insertConversion(tx, { ...born, ...row })
  if (!made) return null
  const of = { ...born, ...row, id: made.id }
  await Promise.all([book(tx, null, of), settle(tx, of, granting, change)])
  return made.id
}

/** The caller holds the lock of the click. */
export async function changeConversion(tx: Tx, now: Conversion, change: Change): Promise<number> {
  const { id, user_id, referrer_id, network } = now
  const granting = await prepareGrant(tx, { user_id, referrer_id, network, now }, change)
  const row = { ...changed(now, change, granting), revision: now.revision + 1 }
  const names = nameSale(now, change.names)
  await updateConversion(tx, { id, user_id, referrer_id, ...names, ...row })
  await Promise.all([book(tx, now, { ...row, id }), settle(tx, { ...now, ...row }, granting, change)])
  return id
}

interface Granting extends Grant {
  withdrawableAt: Date | null
  wallets?: Wallet[]
}

/** Locks the wallets of those whom the change may credit or debit. */
async function prepareGrant(
  tx: Tx,
  { now, ...of }: Owners & { network: string; now: Conversion | null },
  change: Change,
): Promise<Granting> {
  const held = paise((now?.pending_paise ?? 0n) + (now?.granted_paise ?? 0n))
  if (held === 0n && change.pending === 0n && change.granted === 0n)
    return { from: NOTHING, to: NOTHING, added: [], lowered: [], withdrawableAt: null }
  const [{ wallets, ...people }, rows] = await Promise.all([
    lockPeople(tx, of, change.wallets),
    now && now.granted_paise > 0n ? readHeldRows(tx, now.id) : [],
  ])
  const from = now ? storedHolding(now, rows) : NOTHING
  const until = await endOfHolding(tx, of.network, change)
  const grant = planGrant(from, rows, { ...change, until }, people)
  return { ...grant, wallets, withdrawableAt: lastEndOf(rows, grant) }
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

function changed(now: Conversion | null, change: Change, { to, withdrawableAt }: Granting) {
  const { state, sale, networkPayout, reportId, accepted } = change
  return {
    status: state,
    pending_paise: to.pending,
    granted_paise: to.granted,
    referral_paise: to.referral + to.waiting,
    sale_paise: sale,
    network_payout_paise: networkPayout,
    withdrawable_at: withdrawableAt?.toISOString() ?? null,
    report_id: reportId ?? now?.report_id ?? null,
    accepted,
  }
}

/** Of what the change adds. A midnight in India, so that the displayed date is exact. */
async function endOfHolding(tx: Tx, network: string, { granted, holdingDays }: Change): Promise<Date | null> {
  if (granted === 0n) return null
  const days = holdingDays ?? (await holdingDaysOf(tx, network))
  return days === 0 ? null : midnightInIndia(new Date(Date.now() + days * DAY_MS))
}

async function holdingDaysOf(tx: Tx, network: string): Promise<number> {
  const { HOLDING_DAYS, HOLDING_DAYS_BY_NETWORK } = await readSettings(tx)
  return HOLDING_DAYS_BY_NETWORK.get(network) ?? HOLDING_DAYS
}

function storedHolding(c: Conversion, rows: readonly HeldRow[]): Holding {
  const waiting = sumOf(rows, 'waiting')
  return {
    pending: paise(c.pending_paise),
    granted: paise(c.granted_paise),
    referral: paise(c.referral_paise - waiting),
    waiting,
  }
}

/** Pipelines the statements: each round trip to PostgreSQL costs more than most statements. */
async function settle(
  tx: Tx,
  of: Owners & { id: number; revision: number },
  granting: Granting,
  { state, store }: Change,
): Promise<void> {
  const { from, to, added, wallets } = granting
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
    writeHeld(tx, of, granting),
    notify(tx, ...conversionNotices(of, { state, from, to, added, store })),
  ])
}
