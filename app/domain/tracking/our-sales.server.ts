import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { type Period, within } from '~/platform/db/period.server'
import { conversions } from '~/platform/db/schema/conversions'
import type { Conversion } from './conversion'
import type { NetworkName } from '~/platform/config/networks'
import type { Difference } from './network-statements.server'
import { findMaybeSale } from './sales/reported-sales.server'
import type { RefusedStatementLine, StatementLine } from './network-statements'
import { indexSales } from './sale-index'

export type OurSale = Pick<
  Conversion,
  | 'id'
  | 'external_id'
  | 'conversion_id'
  | 'order_number'
  | 'status'
  | 'sale_paise'
  | 'network_payout_paise'
  | 'created_at'
>

export interface Options extends Period {
  invoice: boolean
}

const SALE = {
  id: conversions.id,
  external_id: conversions.external_id,
  conversion_id: conversions.conversion_id,
  order_number: conversions.order_number,
  status: conversions.status,
  sale_paise: conversions.sale_paise,
  network_payout_paise: conversions.network_payout_paise,
  created_at: conversions.created_at,
}

const BATCH = 1000

export async function findSales(network: NetworkName, ids: string[]) {
  const found = new Map<number, OurSale>()
  const { conversion_id, order_number, external_id } = conversions
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const isNamed = or(...[conversion_id, order_number, external_id].map((column) => inArray(column, some)))
    for (const row of await listOurs(network, isNamed)) found.set(row.id, row)
  }
  return indexSales([...found.values()], (sale) => ({
    conversionId: sale.conversion_id,
    orderNumber: sale.order_number,
    externalId: sale.external_id,
  }))
}

/** Names in the reason the sale of the same click or order that a line without a usable id may be about. */
export const nameMaybeSales = (
  network: NetworkName,
  refused: readonly RefusedStatementLine[],
): Promise<RefusedStatementLine[]> =>
  Promise.all(
    refused.map(async (line) => {
      const sale = line.names && (await findMaybeSale(db, network, line.names))
      return sale ? { ...line, reason: `${line.reason}; it may be sale ${sale.id}` } : line
    }),
  )

export async function listUnmatched(
  network: NetworkName,
  { invoice, ...period }: Options,
  matched: Set<number>,
): Promise<ComparedSale[]> {
  const states = invoice ? (['approved'] as const) : (['pending', 'approved'] as const)
  const rows = await listOurs(
    network,
    and(inArray(conversions.status, [...states]), within(conversions.created_at, period)),
  )
  return rows
    .filter(({ id, network_payout_paise }) => !matched.has(id) && !(invoice && !network_payout_paise))
    .map((ours) => ({
      line: null,
      externalId: ours.conversion_id ?? ours.external_id,
      ours,
      theirs: null,
      differences: ['missing there'],
      reason: null,
    }))
}

const listOurs = (network: NetworkName, where: SQL | undefined): Promise<OurSale[]> =>
  db
    .select(SALE)
    .from(conversions)
    .where(and(eq(conversions.network, network), where))
    .orderBy(conversions.created_at, conversions.id)

export interface ComparedSale {
  line: number | null
  externalId: string
  ours: OurSale | null
  theirs: Pick<StatementLine, 'state' | 'amount' | 'commission'> | null
  differences: Difference[]
  reason: string | null
}
