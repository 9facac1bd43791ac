import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { networkSettlements } from '~/db/schema/settlements'
import { paise, type Paise } from '~/formats/money'
import type { Allocation } from './allocate'
import type { InvoiceLine, LineProblem, NetworkPayment, SettledSale } from './network-payment'
import { listOpenSales, type OpenSale } from './open-commission.server'
import type { Settlement } from './settle.server'
import { indexSales } from './sale-index'

export const referenceKey = (reference: string) => reference.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export const isReversed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.select().from(networkSettlements).where(eq(networkSettlements.reverses, id))).length > 0

export async function findByReference(tx: Tx, reference: string) {
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

export const isSame = (row: Settlement, { network, paidOn, amount, tds, gst }: NetworkPayment) =>
  row.network === network &&
  row.paid_on === paidOn &&
  row.amount_paise === amount &&
  row.tds_paise === tds &&
  row.gst_paise === gst

export const rowOf = (payment: NetworkPayment, settled: Paise) => ({
  network: payment.network,
  kind: 'payment' as const,
  reference: payment.reference,
  reference_key: referenceKey(payment.reference),
  invoice: payment.invoice,
  invoiced_on: payment.invoicedOn ?? null,
  paid_on: payment.paidOn,
  amount_paise: payment.amount,
  tds_paise: payment.tds,
  gst_paise: payment.gst,
  settled_paise: settled,
  made_by: payment.madeBy,
})

export function salesOf(open: readonly OpenSale[], items: readonly Allocation[]): SettledSale[] {
  const amounts = new Map(items.map(({ id, amount }) => [id, amount]))
  return open.flatMap((sale) => {
    const now = amounts.get(sale.id)
    return now === undefined ? [] : [{ ...sale, now }]
  })
}

export async function openOf(tx: Tx, network: string, lines: readonly InvoiceLine[]) {
  const sales = await listOpenSales(tx, { network, externalIds: lines.flatMap(({ ids }) => ids), all: true })
  const findSale = indexSales(sales, (sale) => sale)
  const open: OpenSale[] = []
  const problems: LineProblem[] = []
  const seen = new Set<number>()
  for (const { line, conversionId, ids, commission } of lines) {
    const sale = findSale({ conversionId, ids })
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
