import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import type { Period } from '~/db/period.server'
import { networkSettlements } from '~/db/schema/settlements'
import { paise, type Paise } from '~/formats/money'
import { done, refused, type Outcome } from '~/outcome'
import { moneyTransaction } from '../ledger/ledger.server'
import { allocate, type Allocation } from './allocate'
import { listOpenSales, type OpenSale } from './open-commission.server'
import { addItems, addSettlement, advanceOf, lockSettlements, type Settlement } from './settle.server'

export interface InvoiceLine {
  line: number
  ids: readonly string[]
  /** Negative: a deduction by the network. */
  commission: Paise
}

export interface NetworkPayment {
  network: string
  reference: string
  paidOn: string
  /** The amount received at the bank. */
  amount: Paise
  tds: Paise
  gst: Paise
  invoice: string | null
  /** The lines of the invoice; null: the oldest sales are settled first. */
  lines: readonly InvoiceLine[] | null
  period: Period
  /** Keeps the unallocated part as an advance instead of refusing the payment. */
  onAccount: boolean
  madeBy: string
}

export interface SettledSale extends OpenSale {
  now: Paise
}

export interface Posting {
  id: number | null
  repeat: boolean
  settled: Paise
  sales: SettledSale[]
  advance: Paise
  /** Lines that do not fit; the part beyond the open amount belongs to the advance. */
  misfits: LineProblem[]
}

export interface LineProblem {
  line: number
  id: string
  reason: 'unknown' | 'twice' | 'nothing-open' | 'more-than-open'
  open: Paise
}

type Refusal = 'reference-used' | 'nothing-settled' | 'lines' | 'more-than-open'
export type PaymentOutcome = Outcome<Posting, Refusal> & {
  settlementId?: number
  lines?: LineProblem[]
  settled?: Paise
  open?: Paise
}

/** Posts all of the payment or nothing; without `apply` a dry run. */
export const postNetworkPayment = (
  payment: NetworkPayment,
  { apply }: { apply: boolean },
): Promise<PaymentOutcome> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const settled = paise(payment.amount + payment.tds - payment.gst)
    if (settled <= 0n || payment.gst > payment.amount) return refused('nothing-settled')
    const earlier = await findByReference(tx, payment.reference)
    if (earlier && !earlier.isReversed)
      return isSame(earlier.row, payment)
        ? done({ id: earlier.row.id, repeat: true, settled, sales: [], advance: paise(0n), misfits: [] })
        : refused('reference-used', { settlementId: earlier.row.id })
    const { open, problems } = payment.lines
      ? await openOf(tx, payment.network, payment.lines)
      : { open: await listOpenSales(tx, { network: payment.network, ...payment.period }), problems: [] }
    if (problems.length && !payment.onAccount) return refused('lines', { lines: problems })
    const { items, left } = allocate(settled, open)
    if (left > 0n && !payment.onAccount)
      return refused('more-than-open', { settled, open: paise(settled - left) })
    const id = apply
      ? await addSettlement(tx, { ...rowOf(payment, settled), corrections: earlier?.corrections ?? 0 }, items)
      : null
    return done({ id, repeat: false, settled, sales: salesOf(open, items), advance: left, misfits: problems })
  })

/** Allocates an advance to open sales; no ledger transfer. */
export const allocateAdvance = (
  settlementId: number,
  { lines, apply }: { lines: readonly InvoiceLine[] | null; apply: boolean },
): Promise<Outcome<Posting, 'unknown' | 'no-advance' | 'lines'> & { lines?: LineProblem[] }> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const [row] = await tx.select().from(networkSettlements).where(eq(networkSettlements.id, settlementId))
    if (!row) return refused('unknown')
    const settled = row.kind === 'payment' ? await advanceOf(tx, row) : paise(0n)
    if (settled <= 0n || (await isReversed(tx, settlementId))) return refused('no-advance')
    const { open, problems } = lines
      ? await openOf(tx, row.network, lines)
      : { open: await listOpenSales(tx, { network: row.network }), problems: [] }
    if (problems.length) return refused('lines', { lines: problems })
    const { items, left } = allocate(settled, open)
    if (apply) await addItems(tx, settlementId, items)
    return done({
      id: settlementId,
      repeat: false,
      settled,
      sales: salesOf(open, items),
      advance: left,
      misfits: [],
    })
  })

export const referenceKey = (reference: string) => reference.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export const isReversed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.select().from(networkSettlements).where(eq(networkSettlements.reverses, id))).length > 0

async function findByReference(tx: Tx, reference: string) {
  const [row] = await tx
    .select()
    .from(networkSettlements)
    .where(
      and(
        eq(networkSettlements.kind, 'payment'),
        eq(networkSettlements.reference_key, referenceKey(reference)),
      ),
    )
    .orderBy(desc(networkSettlements.corrections))
    .limit(1)
  if (!row) return null
  return { row, corrections: row.corrections + 1, isReversed: await isReversed(tx, row.id) }
}

const isSame = (row: Settlement, { network, paidOn, amount, tds, gst }: NetworkPayment) =>
  row.network === network &&
  row.paid_on === paidOn &&
  row.amount_paise === amount &&
  row.tds_paise === tds &&
  row.gst_paise === gst

const rowOf = (payment: NetworkPayment, settled: Paise) => ({
  network: payment.network,
  kind: 'payment' as const,
  reference: payment.reference,
  reference_key: referenceKey(payment.reference),
  invoice: payment.invoice,
  paid_on: payment.paidOn,
  amount_paise: payment.amount,
  tds_paise: payment.tds,
  gst_paise: payment.gst,
  settled_paise: settled,
  made_by: payment.madeBy,
})

function salesOf(open: readonly OpenSale[], items: readonly Allocation[]): SettledSale[] {
  const amounts = new Map(items.map(({ id, amount }) => [id, amount]))
  return open.flatMap((sale) => {
    const now = amounts.get(sale.id)
    return now === undefined ? [] : [{ ...sale, now }]
  })
}

async function openOf(tx: Tx, network: string, lines: readonly InvoiceLine[]) {
  const sales = await listOpenSales(tx, { network, externalIds: lines.flatMap(({ ids }) => ids), all: true })
  const byId = new Map(sales.map((sale) => [sale.externalId, sale]))
  const open: OpenSale[] = []
  const problems: LineProblem[] = []
  const seen = new Set<number>()
  for (const { line, ids, commission } of lines) {
    const sale = ids.map((id) => byId.get(id)).find((found) => found !== undefined)
    const refuse = (reason: LineProblem['reason']) =>
      problems.push({ line, id: ids[0] ?? '', reason, open: sale?.open ?? paise(0n) })
    if (commission === 0n) continue
    if (!sale) refuse('unknown')
    else if (seen.has(sale.id)) refuse('twice')
    else if (commission > 0n ? sale.open <= 0n : sale.open >= 0n) refuse('nothing-open')
    else {
      const isMore = commission > 0n ? commission > sale.open : commission < sale.open
      if (isMore) refuse('more-than-open')
      open.push({ ...sale, open: isMore ? sale.open : commission })
    }
    if (sale) seen.add(sale.id)
  }
  return { open, problems }
}
