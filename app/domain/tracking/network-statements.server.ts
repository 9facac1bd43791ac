import { paise, zero, type Paise } from '~/platform/formats/money'
import { isEnd, type Report } from './conversions'
import type { NetworkName } from '~/platform/config/networks'
import {
  findSales,
  listUnmatched,
  nameMaybeSales,
  type ComparedSale,
  type Options,
  type OurSale,
} from './our-sales.server'
import type { NetworkStatement, StatementLine } from './network-statements'

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
  { invoice, ...period }: Options,
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
  state: Report
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
