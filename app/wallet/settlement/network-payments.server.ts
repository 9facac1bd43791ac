/** A network's payment against the commission that it owes: what it settles of which sales, posted once. */
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import type { Period } from '~/db/period.server'
import { networkSettlements } from '~/db/schema'
import { paise, type Paise } from '~/money'
import { done, refused, type Outcome } from '~/outcome'
import { moneyTransaction } from '../ledger.server'
import { allocate, type Allocation } from './allocate'
import { listOpenSales, type OpenSale } from './open-commission.server'
import { addItems, addSettlement, advanceOf, lockSettlements, type Settlement } from './settle.server'

/** A line of the invoice that is paid. */
export interface InvoiceLine {
  line: number
  /** The ids under which we may know the sale. */
  ids: readonly string[]
  /** Below zero: the network takes it back. */
  commission: Paise
}

export interface NetworkPayment {
  network: string
  /** The UTR or the network's own reference. */
  reference: string
  /** 'YYYY-MM-DD' */
  paidOn: string
  /** What came into the bank. */
  amount: Paise
  /** Withheld by the network. */
  tds: Paise
  /** On top of the commission. */
  gst: Paise
  invoice: string | null
  /** What the invoice has; null: it settles the oldest sales first. */
  lines: readonly InvoiceLine[] | null
  /** Without lines: settles sales first reported in this period. */
  period: Period
  /** Keeps what fits no sale as an advance of the network, instead of refusing it. */
  onAccount: boolean
  madeBy: string
}

export interface SettledSale extends OpenSale {
  /** What is settled of it now. */
  now: Paise
}

export interface Posting {
  /** The settlement's number; null: nothing was posted yet. */
  id: number | null
  /** It was posted before, and nothing was posted now. */
  repeat: boolean
  settled: Paise
  sales: SettledSale[]
  /** What no sale takes. */
  advance: Paise
  /** Lines that did not fit, or not whole: what they say beyond what is open is part of the advance. */
  misfits: LineProblem[]
}

/** Why a line of the invoice does not fit. */
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

/** Posts the payment; without `apply` it only says what would be posted. All of it or nothing. */
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

/** Settles open sales of its network out of what a payment had too much. Moves no money between accounts. */
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

/** The reference by its letters and digits: as it is compared. */
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

/** The sales of the lines, each open by what its line says, and the lines that do not fit: those count as far as they do. */
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
