import { eq } from 'drizzle-orm'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import type { Tx } from '~/platform/db/client.server'
import type { Period } from '~/platform/db/period.server'
import { networkSettlements, networkSettlementItems } from '~/platform/db/schema/settlements'
import { dayInIndia } from '~/platform/formats/dates'
import { least, paise, type Paise } from '~/platform/formats/money'
import { readMonthOfDay } from '~/platform/formats/months'
import { done, refused, type Outcome } from '~/platform/outcome'
import { readSettings } from '~/domain/settings/settings.server'
import { checkPostingDays, type DayRefusal, findFirstOpenDay } from './closed-months.server'
import { divideAmongSales, computeGst } from './settlements'
import { findInvoice, type ListedInvoice } from './invoices.server'
import {
  NEW_POSTING,
  type InvoiceLine,
  type LineProblem,
  type NewNetworkPayment,
  type Posting,
} from './network-payments'
import { listOpenSales, type OpenSale } from './open-commission.server'
import { addItems, addSettlement, readAdvance, lockSettlements, type Settlement } from './settlements.server'
import {
  isReversed,
  findByReference,
  isSame,
  toRow,
  toSettledSales,
  findOpenSales,
} from './network-payments/stored-payments.server'

type InvoiceRefusal = 'invoice-day' | 'invoice-cancelled' | 'invoice-gst'
type Refusal = 'reference-used' | 'nothing-settled' | 'lines' | 'more-than-open' | InvoiceRefusal
export type PaymentOutcome = Outcome<Posting, Refusal | 'unfit-days'> & {
  settlementId?: number
  lines?: LineProblem[]
  settled?: Paise
  open?: Paise
  unfit?: DayRefusal
  invoice?: ListedInvoice
}

export const postNetworkPayment = (given: NewNetworkPayment, within?: Tx): Promise<PaymentOutcome> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const { GST_RATE } = await readSettings(tx)
    const invoice = given.invoice === null ? null : await findInvoice(tx, given.network, given.invoice)
    const payment = {
      ...given,
      gst: given.gst ?? computeGst(paise(given.amount + given.tds), GST_RATE),
      // Its GST counts on the invoice's day already, which may be in a closed month.
      ...(invoice && { invoice: invoice.number, invoicedOn: undefined }),
    }
    const settled = paise(payment.amount + payment.tds - payment.gst)
    if (settled <= 0n || payment.gst > payment.amount) return refused('nothing-settled')
    const earlier = await findByReference(tx, payment.reference)
    if (earlier && !earlier.isReversed)
      return isSame(earlier.row, payment)
        ? done({ ...NEW_POSTING, id: earlier.row.id, repeat: true, settled, sales: [] })
        : refused('reference-used', { settlementId: earlier.row.id })
    const misfit = invoice && refuseInvoice(invoice, given.invoicedOn, payment.gst)
    if (misfit) return refused(misfit, { invoice })
    const { paidOn, invoicedOn, forMonth } = payment
    const unfit = await checkPostingDays(tx, [paidOn, ...(invoicedOn ? [invoicedOn] : [])], forMonth)
    if (unfit) return refused('unfit-days', { unfit })
    const { open, problems } = payment.lines
      ? await findOpenSales(tx, payment.network, payment.lines)
      : { open: await listOpenSales(tx, { network: payment.network, ...payment.period }), problems: [] }
    if (!payment.onAccount && isUnfit(open, problems)) return refused('lines', { lines: problems })
    const { items, left, reserve } = allocateLines(settled, open, problems)
    if (!payment.onAccount && left > 0n)
      return refused('more-than-open', { settled, open: paise(settled - left) })
    const row = { ...toRow(payment, settled), corrections: earlier?.corrections ?? 0 }
    const id = await addSettlement(tx, row, items, forMonth)
    const sales = toSettledSales(open, items)
    return done({ ...NEW_POSTING, id, settled, sales, advance: paise(left + reserve), misfits: problems })
  }, within)

/** A sale that we do not know keeps back its own line, as an advance; anything else, and a file of unknown sales only, is a wrong file. */
const isUnfit = (open: readonly unknown[], problems: readonly LineProblem[]) =>
  problems.length > 0 && (!open.length || !problems.every(isKeptBack))

const isKeptBack = ({ reason, invoiced }: LineProblem) => reason === 'unknown' && invoiced > 0n

/** `reserve`: the part of the payment that is for lines of unknown sales. It is taken out first, so that deductions count in full. */
function allocateLines(settled: Paise, open: readonly OpenSale[], problems: readonly LineProblem[]) {
  const total = open.reduce((sum, sale) => sum + sale.open, 0n)
  const unknown = problems.reduce((sum, one) => (isKeptBack(one) ? sum + one.invoiced : sum), 0n)
  const reserve = settled > total ? least(unknown, settled - total) : 0n
  return { ...divideAmongSales(paise(settled - reserve), open), reserve }
}

function refuseInvoice(
  { invoiced_on, gst_paise, cancelledBy, paid }: ListedInvoice,
  invoicedOn: string | undefined,
  gst: Paise,
): InvoiceRefusal | null {
  if (cancelledBy !== null) return 'invoice-cancelled'
  if (invoicedOn !== undefined && invoicedOn !== invoiced_on) return 'invoice-day'
  return gst > gst_paise - paid ? 'invoice-gst' : null
}

export const allocateAdvance = (
  settlementId: number,
  lines: readonly InvoiceLine[] | null,
  within?: Tx,
): Promise<Outcome<Posting, 'unknown' | 'no-advance' | 'lines'> & { lines?: LineProblem[] }> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const [row] = await tx.select().from(networkSettlements).where(eq(networkSettlements.id, settlementId))
    if (!row) return refused('unknown')
    const settled = row.kind === 'payment' ? await readAdvance(tx, row) : paise(0n)
    if (settled <= 0n || (await isReversed(tx, settlementId))) return refused('no-advance')
    const { open, problems } = lines
      ? await findOpenSales(tx, row.network, lines)
      : { open: await listOpenSales(tx, { network: row.network }), problems: [] }
    if (isUnfit(open, problems)) return refused('lines', { lines: problems })
    const { items, left, reserve } = allocateLines(settled, open, problems)
    await addItems(tx, settlementId, items)
    const sales = toSettledSales(open, items)
    const advance = paise(left + reserve)
    return done({ ...NEW_POSTING, id: settlementId, settled, sales, advance, misfits: problems })
  }, within)

interface WriteOff {
  network: string
  /** Default: all open sales that were first reported in the period. */
  sales?: readonly number[] | undefined
  period: Period
  reason: string
  forMonth?: string | undefined
  madeBy: string
}

export const writeOffSales = (
  { network, sales: ids, period, reason, forMonth, madeBy }: WriteOff,
  within?: Tx,
): Promise<Outcome<Posting, 'nothing-open' | 'sums-to-nothing'> | DayRefusal> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const unfit = await checkPostingDays(tx, [], forMonth)
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
