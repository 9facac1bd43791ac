import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { within, type Period } from '~/db/period.server'
import { conversions } from '~/db/schema/sales'
import { paise, zero, type Paise } from '~/formats/money'
import type { Conversion } from '../conversion-changes.server'
import { isEnd, type Report } from '../conversion-states'
import type { NetworkName } from '../networks'
import type { NetworkStatement, StatementLine } from './read-statement'

export type Difference = 'missing here' | 'missing there' | 'amount' | 'commission' | 'state' | 'refused'

type OurSale = Pick<
  Conversion,
  'id' | 'external_id' | 'status' | 'sale_paise' | 'network_payout_paise' | 'created_at'
>

export interface ComparedSale {
  line: number | null
  externalId: string
  ours: OurSale | null
  theirs: Pick<StatementLine, 'state' | 'amount' | 'commission'> | null
  differences: Difference[]
  reason: string | null
}

/** Sums over sales that are neither rejected nor reversed, in paise. */
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

interface Options extends Period {
  /** The file lists only approved sales: pending ones are not expected in it. */
  invoice: boolean
}

/** Lines are matched with all our sales; sales missing from the file are searched only in the period. */
export async function compareStatement(
  network: NetworkName,
  statement: NetworkStatement,
  { invoice, ...period }: Options,
): Promise<Comparison> {
  const known = await findSales(
    network,
    statement.lines.flatMap(({ ids }) => ids),
  )
  const matched = new Set<number>()
  const compared = statement.lines.map((line) => {
    const ours = line.ids.map((id) => known.get(id)).find((sale) => sale !== undefined) ?? null
    if (ours && matched.has(ours.id)) return refuse(line, 'another line is about the same sale')
    if (ours) matched.add(ours.id)
    return compare(line, ours)
  })
  const refused = statement.refused.map((line) => refuse(line, line.reason))
  const rest = await listUnmatched(network, { ...period, invoice }, matched)
  const all = [...[...compared, ...refused].sort((a, b) => a.line! - b.line!), ...rest]
  const differing = all.filter(({ differences }) => differences.length > 0)
  return {
    differing,
    same: all.length - differing.length,
    ours: sumOf(all.flatMap(({ ours }) => (ours ? [ourSide(ours)] : []))),
    theirs: sumOf(
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
  state: Report
  amount: Paise | null
  commission: Paise | null
}

const ourSide = ({ status, sale_paise, network_payout_paise }: OurSale): Side => ({
  state: status,
  amount: sale_paise === null ? null : paise(sale_paise),
  commission: network_payout_paise === null ? null : paise(network_payout_paise),
})

const sumOf = (sides: Side[]): SideTotal =>
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

const SALE = {
  id: conversions.id,
  external_id: conversions.external_id,
  status: conversions.status,
  sale_paise: conversions.sale_paise,
  network_payout_paise: conversions.network_payout_paise,
  created_at: conversions.created_at,
}

const BATCH = 1000

async function findSales(network: NetworkName, ids: string[]): Promise<Map<string, OurSale>> {
  const found = new Map<string, OurSale>()
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await listOurs(network, inArray(conversions.external_id, ids.slice(at, at + BATCH)))
    for (const row of rows) found.set(row.external_id, row)
  }
  return found
}

async function listUnmatched(
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
      externalId: ours.external_id,
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
