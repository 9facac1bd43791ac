import { commandPrefix } from './command-name'
import { Argument, type Command } from 'commander'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import { compareStatement } from '~/tracking/statement/compare-statement.server'
import {
  readStatement,
  STATEMENT_FIELDS,
  statementHeadings,
  type StatementField,
} from '~/tracking/statement/read-statement'
import { columnsOption, readWith, withColumns, type ColumnNames } from './file-columns'
import { addDays, csvOption, readFilter, printCsvList } from './list-options'
import { COLUMNS, SIDES, listSides, computeTotals, toJson, FIELDS } from './networks-statement-output'
import { formatCount, table } from './safe-text'
import { print, printJson } from './terminal'

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
  $ ${commandPrefix()} networks statement impact october.csv --from 2026-10-01 --to 2026-10-31
  $ ${commandPrefix()} networks statement tune invoice.csv --columns "id=Conversion,commission=Payable (INR)" --invoice`,
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
    return printJson({ network, ...found, ...computeTotals(found), differing: found.differing.map(toJson) })
  if (options.csv) return printCsvList(found.differing.map(toJson), FIELDS, null)
  if (found.differing.length) print`${table(found.differing, COLUMNS)}\n`
  print(table(listSides(found), SIDES))
  print`\n${formatCount(found.same, 'sale')} the same, ${formatCount(found.differing.length, 'difference')}`
}
