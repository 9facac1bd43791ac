import { eq } from 'drizzle-orm'
import { networkSettlements } from '~/db/schema/settlements'
import { paise, type Paise } from '~/formats/money'
import type { Tx } from '~/db/client.server'
import { done, refused, type Outcome } from '~/outcome'
import { refuseUnfitDays, type UnfitDays } from '../periods/closed.server'
import { moneyTransaction } from '../ledger/ledger.server'
import { readSettings } from '~/settings/settings.server'
import { allocate, computeGst } from './allocate'
import {
  NEW_POSTING,
  type InvoiceLine,
  type LineProblem,
  type NewNetworkPayment,
  type Posting,
} from './network-payment'
import { listOpenSales } from './open-commission.server'
import { addItems, addSettlement, readAdvance, lockSettlements } from './settle.server'
import {
  isReversed,
  findByReference,
  isSame,
  toRow,
  toSettledSales,
  findOpenSales,
} from './stored-payments.server'

type Refusal = 'reference-used' | 'nothing-settled' | 'lines' | 'more-than-open'
export type PaymentOutcome = Outcome<Posting, Refusal | 'unfit-days'> & {
  settlementId?: number
  lines?: LineProblem[]
  settled?: Paise
  open?: Paise
  unfit?: UnfitDays
}

export const postNetworkPayment = (given: NewNetworkPayment, within?: Tx): Promise<PaymentOutcome> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const { GST_RATE } = await readSettings(tx)
    const payment = { ...given, gst: given.gst ?? computeGst(paise(given.amount + given.tds), GST_RATE) }
    const settled = paise(payment.amount + payment.tds - payment.gst)
    if (settled <= 0n || payment.gst > payment.amount) return refused('nothing-settled')
    const earlier = await findByReference(tx, payment.reference)
    if (earlier && !earlier.isReversed)
      return isSame(earlier.row, payment)
        ? done({ ...NEW_POSTING, id: earlier.row.id, repeat: true, settled, sales: [] })
        : refused('reference-used', { settlementId: earlier.row.id })
    const { paidOn, invoicedOn, forMonth } = payment
    const unfit = await refuseUnfitDays(tx, [paidOn, ...(invoicedOn ? [invoicedOn] : [])], forMonth)
    if (unfit) return refused('unfit-days', { unfit })
    const { open, problems } = payment.lines
      ? await findOpenSales(tx, payment.network, payment.lines)
      : { open: await listOpenSales(tx, { network: payment.network, ...payment.period }), problems: [] }
    if (problems.length && !payment.onAccount) return refused('lines', { lines: problems })
    const { items, left } = allocate(settled, open)
    if (left > 0n && !payment.onAccount)
      return refused('more-than-open', { settled, open: paise(settled - left) })
    const row = { ...toRow(payment, settled), corrections: earlier?.corrections ?? 0 }
    const id = await addSettlement(tx, row, items, forMonth)
    const sales = toSettledSales(open, items)
    return done({ ...NEW_POSTING, id, settled, sales, advance: left, misfits: problems })
  }, within)

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
    if (problems.length) return refused('lines', { lines: problems })
    const { items, left } = allocate(settled, open)
    await addItems(tx, settlementId, items)
    const sales = toSettledSales(open, items)
    return done({ ...NEW_POSTING, id: settlementId, settled, sales, advance: left })
  }, within)
