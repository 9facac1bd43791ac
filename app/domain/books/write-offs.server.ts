import { eq } from 'drizzle-orm'
import { dayInIndia } from '~/platform/formats/dates'
import type { Tx } from '~/platform/db/client.server'
import type { Period } from '~/platform/db/period.server'
import { networkSettlementItems, networkSettlements } from '~/platform/db/schema/settlements'
import { paise } from '~/platform/formats/money'
import { done, refused, type Outcome } from '~/platform/outcome'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { findFirstOpenDay, refuseUnfitDays, type UnfitDays } from './closed-months.server'
import { readMonthOfDay } from '~/platform/formats/months'
import { NEW_POSTING, type Posting } from './network-payments'
import { listOpenSales } from './open-commission.server'
import { addSettlement, lockSettlements, type Settlement } from './settlements.server'
import { isReversed } from './network-payments/stored-payments.server'

interface WriteOff {
  network: string
  /** Default: all open sales that were first reported in the period. */
  sales?: readonly number[] | undefined
  period: Period
  reason: string
  forMonth?: string | undefined
  madeBy: string
}

export const writeOff = (
  { network, sales: ids, period, reason, forMonth, madeBy }: WriteOff,
  within?: Tx,
): Promise<Outcome<Posting, 'nothing-open' | 'sums-to-nothing'> | UnfitDays> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const unfit = await refuseUnfitDays(tx, [], forMonth)
    if (unfit) return unfit
    const open = await listOpenSales(tx, { network, ...period, ...(ids && { ids }) })
    const settled = paise(open.reduce((total, sale) => total + sale.open, 0n))
    if (!open.length) return refused('nothing-open')
    if (settled === 0n) return refused('sums-to-nothing')
    const facts = {
      network,
      kind: 'write-off' as const,
      paid_on: dayInIndia(new Date()).date,
      amount_paise: 0n,
      tds_paise: 0n,
      gst_paise: 0n,
      settled_paise: settled,
      reason,
      made_by: madeBy,
    }
    const items = open.map((sale) => ({ id: sale.id, amount: sale.open }))
    const id = await addSettlement(tx, facts, items, forMonth)
    const sales = open.map((sale) => ({ ...sale, now: sale.open }))
    return done({ ...NEW_POSTING, id, settled, sales })
  }, within)

type Reversal = Outcome<{ id: number; settlement: Settlement }, 'unknown' | 'is-reversal' | 'reversed'>

/** Posts the opposite, today if the month is closed. The settlement's sales become open again. */
export const reverseSettlement = (
  id: number,
  { reason, madeBy }: { reason: string; madeBy: string },
  within?: Tx,
): Promise<Reversal> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const [row] = await tx.select().from(networkSettlements).where(eq(networkSettlements.id, id))
    if (!row) return refused('unknown')
    if (row.kind === 'reversal') return refused('is-reversal')
    if (await isReversed(tx, id)) return refused('reversed')
    const items = await tx
      .select()
      .from(networkSettlementItems)
      .where(eq(networkSettlementItems.settlement_id, id))
    const firstOpen = (await findFirstOpenDay(tx)) ?? ''
    const isClosed = (row.invoiced_on ?? row.paid_on) < firstOpen || row.paid_on < firstOpen
    const facts = {
      network: row.network,
      kind: 'reversal' as const,
      invoice: row.invoice,
      invoiced_on: isClosed ? null : row.invoiced_on,
      paid_on: isClosed ? dayInIndia(new Date()).date : row.paid_on,
      amount_paise: -row.amount_paise,
      tds_paise: -row.tds_paise,
      gst_paise: -row.gst_paise,
      settled_paise: -row.settled_paise,
      reverses: id,
      reason,
      made_by: madeBy,
    }
    const back = items.map((item) => ({ id: item.conversion_id, amount: paise(-item.amount_paise) }))
    const corrected = isClosed ? readMonthOfDay(row.invoiced_on ?? row.paid_on) : undefined
    return done({ id: await addSettlement(tx, facts, back, corrected), settlement: row })
  }, within)
