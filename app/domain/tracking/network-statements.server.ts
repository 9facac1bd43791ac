import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { NetworkName } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { type Period, within } from '~/platform/db/period.server'
import { conversions } from '~/platform/db/schema/conversions'
import { paise, zero, type Paise } from '~/platform/formats/money'
import type { ReportedState } from '~/platform/config/network'
import { isEnd, type Conversion } from './conversions'
import type { NetworkStatement, StatementLine, RefusedStatementLine } from './network-statements'
import { findMaybeSale } from './sales/reported-sales.server'
import { indexSales } from './sale-index'

export type Difference = 'missing here' | 'missing there' | 'amount' | 'commission' | 'state' | 'refused'

/** Paise; rejected and reversed sales do not count. */
export interface SideTotal {
  sales: number
  amount: Paise
  commission: Paise
}

export interface Comparison {
  differing: ComparedSale[]
  same: number
  ours: SideTotal
  theirs: SideTotal
}

/** Lines are matched with all our sales; sales missing from the file are searched only in the period. */
export async function compareStatement(
  network: NetworkName,
  statement: NetworkStatement,
  { invoice, ...period }: StatementOptions,
): Promise<Comparison> {
  const findSale = await findSales(
    network,
    statement.lines.flatMap(({ ids }) => ids),
  )
  const matched = new Set<number>()
  const compared = statement.lines.map((line) => {
    const ours = findSale(line) ?? null
    if (ours && matched.has(ours.id)) return refuse(line, 'another line is about the same sale')
    if (ours) matched.add(ours.id)
    return compare(line, ours)
  })
  const refused = (await nameMaybeSales(network, statement.refused)).map((line) => refuse(line, line.reason))
  const rest = await listUnmatched(network, { ...period, invoice }, matched)
  const all = [...[...compared, ...refused].sort((a, b) => a.line! - b.line!), ...rest]
  const differing = all.filter(({ differences }) => differences.length > 0)
  return {
    differing,
    same: all.length - differing.length,
    ours: sumSides(all.flatMap(({ ours }) => (ours ? [toOurSide(ours)] : []))),
    theirs: sumSides(
      all.flatMap(({ theirs }) => (theirs ? [{ ...theirs, state: theirs.state ?? 'approved' }] : [])),
    ),
  }
}

const refuse = ({ line, id }: { line: number; id: string }, reason: string): ComparedSale => ({
  line,
  externalId: id,
  ours: null,
  theirs: null,
  differences: ['refused'],
  reason,
})

function compare(there: StatementLine, ours: OurSale | null): ComparedSale {
  const { line, id, state, amount, commission } = there
  const row = { line, externalId: id, ours, theirs: { state, amount, commission }, reason: null }
  if (!ours) return { ...row, differences: ['missing here'] }
  const differences: Difference[] = []
  const takesBack = commission !== null && commission < 0n
  const theirs = takesBack ? 'reversed' : (state ?? 'approved')
  if (isEnd(theirs) !== isEnd(ours.status) || (!isEnd(theirs) && theirs !== ours.status))
    differences.push('state')
  if (isEnd(theirs) || isEnd(ours.status)) return { ...row, differences }
  if (amount !== null && amount !== ours.sale_paise) differences.push('amount')
  if (commission !== null && commission !== (ours.network_payout_paise ?? 0n)) differences.push('commission')
  return { ...row, differences }
}

interface Side {
  state: ReportedState
  amount: Paise | null
  commission: Paise | null
}

const toOurSide = ({ status, sale_paise, network_payout_paise }: OurSale): Side => ({
  state: status,
  amount: sale_paise === null ? null : paise(sale_paise),
  commission: network_payout_paise === null ? null : paise(network_payout_paise),
})

const sumSides = (sides: Side[]): SideTotal =>
  sides
    .filter(({ state }) => !isEnd(state))
    .reduce(
      (total, { amount, commission }) => ({
        sales: total.sales + 1,
        amount: paise(total.amount + (amount ?? 0n)),
        commission: paise(total.commission + (commission ?? 0n)),
      }),
      { sales: 0, amount: zero, commission: zero },
    )

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

export interface StatementOptions extends Period {
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

async function findSales(network: NetworkName, ids: string[]) {
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

async function listUnmatched(
  network: NetworkName,
  { invoice, ...period }: StatementOptions,
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
