import { Argument, InvalidArgumentError, type Command } from 'commander'
import { parseAmount, TYPED } from '~/formats/amounts'
import { dayInIndia } from '~/formats/dates'
import { formatGrouped, formatPlain, formatRupees, type Paise } from '~/formats/money'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import { readStatement, statementHeadings, type StatementField } from '~/tracking/statement/read-statement'
import type { InvoiceLine, LineProblem, SettledSale } from '~/wallet/settlement/network-payment'
import type { Posting } from '~/wallet/settlement/network-payments.server'
import { readWith, withColumns, type ColumnNames } from './file-columns'
import { readFirstDay } from './list-options'
import { formatCount, truncate, table, text, type Column, type SafeText } from './safe-text'
import { RefusedCommand, print, printError } from './terminal'

export const networkArgument = (required = true) =>
  new Argument(required ? '<network>' : '[network]', 'its name').choices(NETWORK_NAMES)

/** Without --yes such a command is a dry run. */
export const addPosting = (command: Command): Command =>
  command.option('-y, --yes', 'post it (default: dry run)').option('--json', 'print a JSON object')

/** Zero is allowed. */
export function readSettlementAmount(typed: string): Paise {
  const amount = parseAmount(typed, TYPED)
  if (amount === null) throw new InvalidArgumentError('It must be an amount in rupees such as 1180.50.')
  return amount
}

/** Returns 'YYYY-MM-DD'. */
export function readPastDay(typed: string): string {
  const at = readFirstDay(typed)
  if (at.getTime() > Date.now()) throw new InvalidArgumentError('This day is still to come.')
  return dayInIndia(at).date
}

/** Throws RefusedLines if any line cannot be read. */
export async function readInvoice(
  network: NetworkName,
  file: string,
  columns: ColumnNames<StatementField> | undefined,
): Promise<InvoiceLine[]> {
  const { lines: read, refused } = await readWith(file, (content) =>
    readStatement(content, network, withColumns(statementHeadings(network), columns), { invoice: true }),
  )
  if (refused.length)
    throw new RefusedLines(
      refused.map(
        ({ line, id, reason }) => text`line ${line}${id ? ` (${truncate(id, 40)})` : ''}: ${reason}`,
      ),
    )
  if (!read.length) throw new RefusedCommand('The file has no rows.')
  // Reports also list pending and rejected sales, which are not paid.
  return read
    .filter(({ state, commission }) => commission! < 0n || state === null || state === 'approved')
    .map(({ line, conversionId, ids, commission }) => ({ line, conversionId, ids, commission: commission! }))
}

const MOST_LINES = 50

/** Prints the lines with the reasons to standard error. */
export class RefusedLines extends RefusedCommand {
  constructor(reasons: SafeText[]) {
    for (const reason of reasons.slice(0, MOST_LINES)) printError(reason.toString())
    if (reasons.length > MOST_LINES) printError(`... and ${reasons.length - MOST_LINES} more`)
    super(`${formatCount(reasons.length, 'line')} refused. Nothing is posted.`)
  }
}

export function problemText({ line, id, reason, open }: LineProblem): SafeText {
  const why = {
    unknown: 'we have no such sale',
    twice: 'another line is about the same sale',
    'nothing-open': open === 0n ? 'nothing is open of it' : `${formatRupees(open)} is open of it`,
    'more-than-open': `only ${formatRupees(open)} is open of it`,
  }
  return text`line ${line} (${truncate(id, 40)}): ${why[reason]}`
}

const SALES: readonly Column<SettledSale>[] = [
  { head: 'SALE', cell: ({ id }) => String(id), right: true },
  { head: 'THEIR ID', cell: ({ externalId }) => truncate(externalId, 32) },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'COMMISSION', cell: ({ booked }) => formatGrouped(booked), right: true },
  { head: 'BEFORE', cell: ({ settled }) => formatGrouped(settled), right: true },
  { head: 'NOW', cell: ({ now }) => formatGrouped(now), right: true },
  {
    head: 'STAYS OPEN',
    cell: ({ booked, settled, now }) => formatGrouped(booked - settled - now),
    right: true,
  },
]

/** Limit of the table; JSON has all rows. */
const MOST_SHOWN = 200

export function printSales(sales: readonly SettledSale[]): void {
  if (!sales.length) return
  print`${table(sales.slice(0, MOST_SHOWN), SALES)}`
  if (sales.length > MOST_SHOWN) print`... and ${sales.length - MOST_SHOWN} more (--json has all)`
  print``
}

export const postingToJson = ({ id, repeat, settled, sales, advance, misfits }: Posting) => ({
  settlement: id,
  repeat,
  settled: formatPlain(settled),
  advance: formatPlain(advance),
  misfits: misfits.map(({ line, id: of, reason, open }) => ({
    line,
    external_id: of,
    reason,
    open: formatPlain(open),
  })),
  sales: sales.map((sale) => ({
    sale: sale.id,
    external_id: sale.externalId,
    status: sale.status,
    commission: formatPlain(sale.booked),
    settled_before: formatPlain(sale.settled),
    settled_now: formatPlain(sale.now),
    stays_open: formatPlain(sale.booked - sale.settled - sale.now),
  })),
})

export const printPosted = (id: number | null) =>
  id === null ? print`Nothing is posted yet. --yes posts it.` : print`Posted: settlement ${id}.`
