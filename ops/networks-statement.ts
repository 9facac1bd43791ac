import { Argument, type Command } from 'commander'
import { formatGrouped, formatPlain } from '~/formats/money'
import { NETWORK_NAMES, type NetworkName } from '~/tracking/networks'
import {
  compareStatement,
  type ComparedSale,
  type Comparison,
  type SideTotal,
} from '~/tracking/statement/compare-statement.server'
import {
  readStatement,
  STATEMENT_FIELDS,
  statementHeadings,
  type StatementField,
} from '~/tracking/statement/read-statement'
import { columnsOption, readWith, withColumns, type ColumnNames } from './file-columns'
import { addDays, csvOption, readFilter, sayCsvList } from './list-options'
import { counted, short, table, type Column } from './shown'
import { say, sayJson } from './terminal'

export function addStatement(group: Command): void {
  addDays(
    group
      .command('statement')
      .description('compare a network’s report or invoice with our sales, in both directions; read-only')
      .addArgument(new Argument('<network>', 'whose it is').choices(NETWORK_NAMES))
      .argument('<file>', 'a CSV file, or - for standard input'),
    'our sales first reported',
  )
    .addOption(columnsOption(STATEMENT_FIELDS))
    .option('--invoice', 'the file has no status column and lists approved sales only')
    .option('--json', 'print a JSON object')
    .addOption(csvOption())
    .addHelpText(
      'after',
      `
It ends with 1 where anything differs. Sales of ours that the file has not are looked for in the period; without --from and
--to among all sales of the network.
  $ npm run ops -- networks statement impact october.csv --from 2026-10-01 --to 2026-10-31
  $ npm run ops -- networks statement tune invoice.csv --columns "id=Conversion,commission=Payable (INR)" --invoice`,
    )
    .action(statement)
}

interface Options {
  columns?: ColumnNames<StatementField>
  invoice?: boolean
  from?: Date
  to?: Date
  json?: boolean
  csv?: boolean
}

async function statement(network: NetworkName, file: string, options: Options): Promise<void> {
  const period = await readFilter(options)
  const read = await readWith(file, (text) =>
    readStatement(text, network, withColumns(statementHeadings(network), options.columns)),
  )
  const found = await compareStatement(network, read, {
    ...period,
    invoice: options.invoice === true || !read.hasStates,
  })
  if (found.differing.length) process.exitCode = 1
  if (options.json)
    return sayJson({ network, ...found, ...totalsOf(found), differing: found.differing.map(forScripts) })
  if (options.csv) return sayCsvList(found.differing.map(forScripts), FIELDS, null)
  if (found.differing.length) say`${table(found.differing, COLUMNS)}\n`
  say(table(sidesOf(found), SIDES))
  say`\n${counted(found.same, 'sale')} the same, ${counted(found.differing.length, 'difference')}`
}

const amount = (value: bigint | null | undefined) =>
  value === null || value === undefined ? '' : formatGrouped(value)

const COLUMNS: readonly Column<ComparedSale>[] = [
  { head: 'LINE', cell: ({ line }) => (line === null ? '' : String(line)), right: true },
  { head: 'THEIR ID', cell: ({ externalId }) => short(externalId, 32) },
  { head: 'SALE', cell: ({ ours }) => (ours ? String(ours.id) : ''), right: true },
  { head: 'STATE', cell: ({ ours }) => ours?.status ?? '' },
  { head: 'THEIRS', cell: ({ theirs }) => theirs?.state ?? '' },
  { head: 'AMOUNT', cell: ({ ours }) => amount(ours?.sale_paise), right: true },
  { head: 'THEIRS', cell: ({ theirs }) => amount(theirs?.amount), right: true },
  { head: 'COMMISSION', cell: ({ ours }) => amount(ours?.network_payout_paise), right: true },
  { head: 'THEIRS', cell: ({ theirs }) => amount(theirs?.commission), right: true },
  { head: 'DIFFERS', cell: differs },
]

function differs({ differences, reason }: ComparedSale): string {
  return reason === null ? differences.join(', ') : `refused: ${reason}`
}

interface Side extends SideTotal {
  name: string
}

const SIDES: readonly Column<Side>[] = [
  { head: 'TOTAL', cell: ({ name }) => name },
  { head: 'SALES', cell: ({ sales }) => String(sales), right: true },
  { head: 'AMOUNT', cell: (side) => formatGrouped(side.amount), right: true },
  { head: 'COMMISSION', cell: (side) => formatGrouped(side.commission), right: true },
]

const sidesOf = ({ ours, theirs }: Comparison): Side[] => [
  { name: 'ours', ...ours },
  { name: 'theirs', ...theirs },
]

const plain = (value: bigint | null | undefined) =>
  value === null || value === undefined ? null : formatPlain(value)

const totalsOf = ({ ours, theirs }: Comparison) => {
  const total = (side: SideTotal) => ({
    ...side,
    amount: plain(side.amount),
    commission: plain(side.commission),
  })
  return { ours: total(ours), theirs: total(theirs) }
}

const forScripts = ({ line, externalId, ours, theirs, differences, reason }: ComparedSale) => ({
  line,
  external_id: externalId,
  sale: ours?.id ?? null,
  state: ours?.status ?? null,
  their_state: theirs?.state ?? null,
  amount: plain(ours?.sale_paise),
  their_amount: plain(theirs?.amount),
  commission: plain(ours?.network_payout_paise),
  their_commission: plain(theirs?.commission),
  differs: differences.join(', '),
  reason,
})

const FIELDS = [
  'line',
  'external_id',
  'sale',
  'state',
  'their_state',
  'amount',
  'their_amount',
  'commission',
  'their_commission',
  'differs',
  'reason',
] as const
