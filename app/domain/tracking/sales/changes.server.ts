import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { conversions } from '~/platform/db/schema/conversions'
import { paise, zero, type Paise } from '~/platform/formats/money'
import type { Owners } from '~/domain/wallet/grants.server'
import { houseAccount, transferSigned } from '~/domain/wallet/ledger.server'
import type { SaleChange, Conversion, SaleIds } from '../conversions'
import { postChange, prepareGrant, type PreparedGrant } from './grants.server'

type NewConversion = Owners &
  SaleIds &
  Pick<Conversion, 'network' | 'external_id' | 'click_id' | 'campaign_id' | 'legacy'>

const OWNERS = ['user_id', 'referrer_id'] as const
const INSERTED = ['network', 'external_id', 'click_id', 'campaign_id', 'legacy'] as const
const IDS = ['conversion_id', 'order_number'] as const
const UPDATED = [
  'status',
  'pending_paise',
  'granted_paise',
  'referral_paise',
  'sale_paise',
  'network_payout_paise',
  'withdrawable_at',
  'report_id',
  'decline_reason',
  'accepted',
  'revision',
] as const

const insertConversion = prepared((reader) =>
  reader
    .insert(conversions)
    .values(placeholders(...INSERTED, ...IDS, ...OWNERS, ...UPDATED))
    .onConflictDoNothing()
    .returning({ id: conversions.id }),
)

const updateConversion = prepared((reader) =>
  reader
    .update(conversions)
    .set({ ...placeholders(...IDS, ...OWNERS, ...UPDATED), updated_at: sql`now()` })
    .where(eq(conversions.id, sql.placeholder('id'))),
)

/** Null: another transaction has inserted the conversion meanwhile. */
export async function createConversion(
  tx: Tx,
  conversion: NewConversion,
  change: SaleChange,
): Promise<number | null> {
  const grant = await prepareGrant(tx, { ...conversion, now: null }, change)
  const row = { ...toStoredColumns(null, change, grant), revision: 1 }
  const [created] = await insertConversion(tx, { ...conversion, ...row })
  if (!created) return null
  const of = { ...conversion, ...row, id: created.id }
  await Promise.all([book(tx, null, of), postChange(tx, of, grant, change)])
  return created.id
}

/** The caller must hold the lock of the click. */
export async function changeConversion(tx: Tx, now: Conversion, change: SaleChange): Promise<number> {
  const { id, user_id, referrer_id, network } = now
  const grant = await prepareGrant(tx, { user_id, referrer_id, network, now }, change)
  const row = { ...toStoredColumns(now, change, grant), revision: now.revision + 1 }
  const ids = mergeIds(now, change.ids)
  await updateConversion(tx, { id, user_id, referrer_id, ...ids, ...row })
  await Promise.all([book(tx, now, { ...row, id }), postChange(tx, { ...now, ...row }, grant, change)])
  return id
}

const updateReport = prepared((reader) =>
  reader
    .update(conversions)
    .set(placeholders('report_id', 'decline_reason', 'network_payout_paise', 'revision', ...IDS))
    .where(eq(conversions.id, sql.placeholder('id'))),
)

/** Makes a repeat the current report and books its commission. The caller must hold the lock of the click. */
export async function recordRepeat(
  tx: Tx,
  now: Conversion,
  reported: Pick<Conversion, 'report_id' | 'decline_reason' | 'network_payout_paise'>,
  ids: SaleIds,
): Promise<void> {
  const { id, status } = now
  const isMoney = computeCommission(now) !== computeCommission({ ...reported, status })
  const revision = isMoney ? now.revision + 1 : now.revision
  await updateReport(tx, { id, ...reported, ...mergeIds(now, ids), revision })
  await book(tx, now, { ...reported, id, status, revision })
}

const mergeIds = (now: SaleIds, ids: SaleIds | null): SaleIds => ({
  conversion_id: now.conversion_id ?? ids?.conversion_id ?? null,
  order_number: now.order_number ?? ids?.order_number ?? null,
})

type Earning = Pick<Conversion, 'status' | 'network_payout_paise'>

const computeCommission = ({ status, network_payout_paise }: Earning): Paise =>
  status === 'approved' ? paise(network_payout_paise ?? 0n) : zero

/** Posts the difference. Both accounts are the platform's own, so that a wrong commission cannot change a member's balance. */
function book(tx: Tx, before: Earning | null, of: Earning & { id: number; revision: number }): Promise<void> {
  const [from, to] = [before ? computeCommission(before) : zero, computeCommission(of)]
  return transferSigned(tx, {
    reference: `conversion:${of.id}:r${of.revision}:commission`,
    kind: to > from ? 'commission' : 'commission_back',
    debit: houseAccount('network_receivable'),
    credit: houseAccount('commission_income'),
    amount: to - from,
    refType: 'conversion',
    refId: of.id,
  })
}

function toStoredColumns(now: Conversion | null, change: SaleChange, { to, withdrawableAt }: PreparedGrant) {
  const { state, sale, networkPayout, reportId, declineReason, accepted } = change
  return {
    status: state,
    pending_paise: to.pending,
    granted_paise: to.granted,
    referral_paise: to.referral + to.waiting,
    sale_paise: sale,
    network_payout_paise: networkPayout,
    withdrawable_at: withdrawableAt?.toISOString() ?? null,
    report_id: reportId ?? now?.report_id ?? null,
    decline_reason: declineReason,
    accepted,
  }
}
