/** What a network reports becomes a conversion, and the conversion becomes money. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { conversions } from '~/db/schema'
import { paise, zero, type Paise } from '~/money'
import { changeConversion, makeConversion, type Applied, type Conversion } from './conversion-changes.server'
import { decide, type Report, type State } from './conversion-states'
import { findClick, GUEST_ID, type Click } from './reported-clicks.server'
import { cashbackOf, needsSale } from './rate'
import type { QuarantineReason, ReportedSale } from './reports'

export interface Verdict {
  outcome: 'applied' | 'repeat' | 'stale' | 'quarantined'
  reason?: QuarantineReason
  conversionId?: number
}

const quarantined = (reason: QuarantineReason): Weighed => ({ outcome: 'quarantined', reason })

type Weighed =
  Applied | { outcome: 'repeat' | 'stale' } | { outcome: 'quarantined'; reason: QuarantineReason }

/**
 * Applies what a network reported, inside the caller's transaction. With `override`, the operator's word, more than the
 * cap and an approval after a rejection are credited too.
 */
export async function applyReport(
  tx: Tx,
  network: string,
  sale: ReportedSale,
  { override = false } = {},
): Promise<Verdict> {
  const click = await findClick(tx, network, sale.clickId, { lock: true })
  if (!click) return { outcome: 'quarantined', reason: 'unknown-click' }
  const found = pickConversion(await lockConversions(tx, keysOf(network, sale)), sale)
  const weighed = weigh(click, sale, found, override)
  if (weighed.outcome !== 'applied') return { ...weighed, ...(found && { conversionId: found.id }) }
  const change = { ...weighed, ...noted(sale, found), store: click.store, holdingDays: click.holdingDays }
  const conversionId = found
    ? await changeConversion(tx, found, change)
    : await makeConversion(tx, bornOf(network, sale, click), change)
  // A report that came at the same moment made it first.
  if (conversionId === null) return applyReport(tx, network, sale, { override })
  return { outcome: 'applied', conversionId }
}

/** What of a report is noted: a rejection's amount is not looked at. */
const noted = (sale: ReportedSale, now: Conversion | null) => ({
  sale: sale.report === 'rejected' || sale.report === 'reversed' ? (now?.sale_paise ?? null) : sale.sale,
  networkPayout: sale.networkPayout ?? now?.network_payout_paise ?? null,
})

const bornOf = (network: string, sale: ReportedSale, click: Click) => ({
  network,
  external_id: sale.externalId,
  click_id: click.id,
  campaign_id: click.campaign_id,
  user_id: click.userId,
  referrer_id: click.referrerId,
})

/** What a report would do, and to whom. */
export interface Foreseen extends Verdict {
  userId: number | null
  from: { state: State; cashback: Paise }
  /** Null: nothing changes. */
  to: { state: Report; cashback: Paise } | null
}

/** What applyReport would come to, without doing it. */
export async function foreseeReport(reader: Reader, network: string, sale: ReportedSale): Promise<Foreseen> {
  const nothing = { state: 'none' as const, cashback: zero }
  const click = await findClick(reader, network, sale.clickId)
  if (!click)
    return { outcome: 'quarantined', reason: 'unknown-click', userId: null, from: nothing, to: null }
  const found = pickConversion(await findConversions(reader, keysOf(network, sale)), sale)
  const weighed = weigh(click, sale, found, false)
  return {
    outcome: weighed.outcome,
    ...(weighed.outcome === 'quarantined' && { reason: weighed.reason }),
    ...(found && { conversionId: found.id }),
    userId: found?.user_id ?? click.userId,
    from: found ? { state: found.status, cashback: heldOf(found) } : nothing,
    to:
      weighed.outcome === 'applied'
        ? { state: weighed.state, cashback: paise(weighed.pending + weighed.granted) }
        : null,
  }
}

/** What money.md says of this report, for a conversion as it is now; null: there is none yet. */
function weigh(click: Click, sale: ReportedSale, now: Conversion | null, override: boolean): Weighed {
  const ends = sale.report === 'rejected' || sale.report === 'reversed'
  if (!ends && needsSale(click) && sale.sale === null) return quarantined('unusable-amount')
  const promised = cashbackOf(click, sale.sale)
  const isOver = now?.status === 'rejected' || now?.status === 'reversed'
  const decision = decide(
    {
      state: !now || (override && isOver && !ends) ? 'none' : now.status,
      cashback: now ? heldOf(now) : zero,
      sale: now?.sale_paise == null ? null : paise(now.sale_paise),
    },
    {
      report: sale.report,
      cashback: (now?.user_id ?? click.userId) === GUEST_ID ? zero : promised,
      sale: sale.sale,
    },
  )
  const isOther = now !== null && now.click_id !== sale.clickId
  // What the operator has let pass is a repeat when the network says it again.
  const isKnown = !isOther && decision.outcome === 'repeat'
  if (!ends && !override && !isKnown && click.cap_paise !== null && promised > click.cap_paise)
    return quarantined('over-cap')
  return isOther ? quarantined('other-click') : decision
}

const heldOf = (c: Conversion): Paise => paise(c.pending_paise + c.granted_paise)

/** Always so many: for a list of any length PostgreSQL makes a new plan each time. */
const IDS = ['id1', 'id2', 'id3', 'id4'] as const

const conversionsOf = (reader: Reader) =>
  reader
    .select()
    .from(conversions)
    .where(
      and(
        eq(conversions.network, sql.placeholder('network')),
        inArray(
          conversions.external_id,
          IDS.map((name) => sql.placeholder(name)),
        ),
      ),
    )
    .orderBy(conversions.id)

const findConversions = prepared(conversionsOf)
const lockConversions = prepared((reader) => conversionsOf(reader).for('update'))

function keysOf(network: string, { externalId, otherIds }: ReportedSale) {
  const ids = [externalId, ...otherIds]
  if (ids.length > IDS.length) throw new Error(`a sale has more than ${IDS.length} ids`)
  return { network, ...Object.fromEntries(IDS.map((name, i) => [name, ids[i] ?? externalId])) }
}

/** By the best of its ids; one that was made of the click counts for this click alone. */
const pickConversion = (rows: Conversion[], { externalId, otherIds }: ReportedSale): Conversion | null =>
  [externalId, ...otherIds].flatMap((id) => rows.find((row) => row.external_id === id) ?? [])[0] ?? null
