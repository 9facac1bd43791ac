import type { Paise } from '~/platform/formats/money'
import { readAmountCell } from '~/platform/formats/table-cells'
import { readTable, type FileRow, type Headings, type RefusedLine } from '~/platform/formats/table-file'
import type { ReportedState } from '~/platform/config/network'
import { type NetworkName, networks } from '~/platform/config/networks'
import { readReportIds, listCurrencyNames, type ReportNames } from './reports'

export interface StatementLine {
  line: number
  id: string
  conversionId: string | null
  ids: string[]
  state: ReportedState | null
  amount: Paise | null
  commission: Paise | null
}

export interface RefusedStatementLine extends RefusedLine {
  id: string
  /** Of a line without a usable id: what may tell its sale. */
  names?: ReportNames
}

export interface NetworkStatement {
  lines: StatementLine[]
  refused: RefusedStatementLine[]
  hasStates: boolean
}

export const STATEMENT_FIELDS = [
  'id',
  'order',
  'amount',
  'commission',
  'status',
  'currency',
  'click',
  'goal',
] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

export function listStatementHeadings(network: NetworkName): Headings<StatementField> {
  const { columns } = networks[network]
  return {
    id: [...columns.conversion, 'sale id', 'id'],
    order: columns.order,
    amount: [...columns.sale, 'sale amount', 'order value', 'amount'],
    commission: [...columns.payout, 'commission', 'payout'],
    status: [...columns.status, 'status', 'state'],
    currency: listCurrencyNames(columns),
    click: columns.click,
    goal: columns.goal,
  }
}

/** With `invoice` each line needs a commission. Throws BadFile. */
export function readNetworkStatement(
  text: string,
  network: NetworkName,
  headings: Headings<StatementField> = listStatementHeadings(network),
  { invoice = false } = {},
): NetworkStatement {
  const needed: StatementField[][] = [
    ['id', 'order', 'click'],
    invoice ? ['commission'] : ['commission', 'amount', 'status'],
  ]
  const table = readTable(text, headings, needed, { ids: ['id', 'order'], takesColumns: true })
  const lines: StatementLine[] = []
  const refused: RefusedStatementLine[] = table.refused.map((line) => ({ ...line, id: '' }))
  const seen = new Map<string, number>()
  for (const row of table.rows) {
    const read = readLine(row, network, { hasStates: table.has('status'), invoice })
    const own = 'reason' in read ? [] : listOwnIds(read)
    const earlier = own.map((id) => seen.get(id)).find(Boolean)
    if ('reason' in read) refused.push(read)
    else if (earlier)
      refused.push({ line: read.line, id: read.id, reason: `line ${earlier} has the same id` })
    else {
      lines.push(read)
      for (const id of own) seen.set(id, read.line)
    }
  }
  return {
    lines,
    refused: refused.sort((a, b) => a.line - b.line),
    hasStates: table.has('status'),
  }
}

/** Items of one order share its number, not their conversion ids. */
const listOwnIds = ({ conversionId, ids }: StatementLine) => (conversionId === null ? ids : [conversionId])

const RUPEES = new Set(['INR', 'RS', 'RS.', '₹'])

function readLine(
  row: FileRow<StatementField>,
  network: NetworkName,
  { hasStates, invoice }: { hasStates: boolean; invoice: boolean },
): StatementLine | RefusedStatementLine {
  const cell = (field: StatementField) => row.cell(field) || undefined
  const [goal, click] = [cell('goal'), cell('click')]
  const { conversionId, ids, orderNumber, isUnusable } = readReportIds(networks[network], {
    conversion: cell('id'),
    order: cell('order'),
    goal,
    click,
  })
  const [id] = isUnusable ? [cell('id')] : (ids as string[])
  const named = id?.startsWith('click:') ? undefined : id
  const refuse = (reason: string) => ({ line: row.line, id: named ?? click ?? '', reason })
  if (id === undefined) return refuse('it names no sale')
  if (isUnusable) {
    const sale = readAmount(network, row.cell('amount')) ?? null
    const names = { clickId: click ?? '', id, orderNumber, sale }
    return { ...refuse(`unusable-id: ‘${id.slice(0, 40)}’ is no id of a sale`), names }
  }
  const foreign = row.all('currency').find((currency) => !RUPEES.has(currency.toUpperCase()))
  if (foreign !== undefined) return refuse(`the currency is ${foreign.slice(0, 12)}, not INR`)
  const status = row.cell('status')
  const state = hasStates ? networks[network].statuses.get(status.toLowerCase()) : null
  if (state === undefined) return refuse(`‘${status.slice(0, 30)}’ is no status of ${network}`)
  const [amount, commission] = [
    readAmount(network, row.cell('amount')),
    readAmount(network, row.cell('commission')),
  ]
  if (amount === undefined) return refuse(`‘${row.cell('amount').slice(0, 30)}’ is no amount`)
  if (commission === undefined) return refuse(`‘${row.cell('commission').slice(0, 30)}’ is no amount`)
  if (invoice && commission === null) return refuse('it has no commission')
  return { line: row.line, id: named ?? id, conversionId, ids, state, amount, commission }
}

const readAmount = (network: NetworkName, cell: string): Paise | null | undefined =>
  cell ? (readAmountCell(cell, networks[network].amounts) ?? undefined) : null
