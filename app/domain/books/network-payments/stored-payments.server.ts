import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { networkSettlements, settlementReferences } from '~/platform/db/schema/settlements'
import { zero, type Paise } from '~/platform/formats/money'
import { referenceKey } from '~/platform/formats/reference-key'
import type { Allocation } from '../settlements'
import type { InvoiceLine, LineProblem, NetworkPayment, SettledSale } from '../network-payments'
import { listOpenSales, type OpenSale } from '../open-commission.server'
import type { Settlement } from '../settlements.server'
import { indexSales } from '~/domain/tracking/sale-index'

export const isReversed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.select().from(networkSettlements).where(eq(networkSettlements.reverses, id))).length > 0

export async function findByReference(tx: Tx, reference: string) {
  const all = await tx
    .select({
      row: networkSettlements,
      corrections: settlementReferences.corrections,
      isReversed: sql<boolean>`EXISTS (SELECT 1 FROM network_settlements r WHERE r.reverses = ${networkSettlements.id})`,
    })
    .from(settlementReferences)
    .innerJoin(networkSettlements, eq(networkSettlements.id, settlementReferences.settlement_id))
    .where(eq(settlementReferences.key, referenceKey(reference)))
    .orderBy(desc(settlementReferences.corrections))
  const found = all.find((one) => !one.isReversed) ?? all[0]
  return found ? { ...found, corrections: all[0]!.corrections + 1 } : null
}

export const isSame = (row: Settlement, { network, paidOn, amount, tds, gst }: NetworkPayment) =>
  row.network === network &&
  row.paid_on === paidOn &&
  row.amount_paise === amount &&
  row.tds_paise === tds &&
  row.gst_paise === gst

export const toRow = (payment: NetworkPayment, settled: Paise) => ({
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

export function toSettledSales(open: readonly OpenSale[], items: readonly Allocation[]): SettledSale[] {
  const amounts = new Map(items.map(({ id, amount }) => [id, amount]))
  return open.flatMap((sale) => {
    const now = amounts.get(sale.id)
    return now === undefined ? [] : [{ ...sale, now }]
  })
}

/** A line that finds no sale although one has its number: several have it, or one of another conversion. */
const sharesId = ({ externalId, orderNumber }: OpenSale, ids: readonly string[]) =>
  ids.includes(externalId) || (orderNumber !== null && ids.includes(orderNumber))

export async function findOpenSales(tx: Tx, network: string, lines: readonly InvoiceLine[]) {
  const sales = await listOpenSales(tx, { network, externalIds: lines.flatMap(({ ids }) => ids), all: true })
  const findSale = indexSales(sales, (sale) => sale)
  const open: OpenSale[] = []
  const problems: LineProblem[] = []
  const seen = new Set<number>()
  for (const { line, conversionId, ids, commission } of lines) {
    const sale = findSale({ conversionId, ids })
    const refuse = (reason: LineProblem['reason']) =>
      problems.push({ line, id: ids[0] ?? '', reason, invoiced: commission, open: sale?.open ?? zero })
    if (commission === 0n) continue
    if (!sale) refuse(sales.some((one) => sharesId(one, ids)) ? 'several' : 'unknown')
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
