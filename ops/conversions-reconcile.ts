import { formatPlain, formatRupees } from '~/formats/money'
import type { NetworkName } from '~/config/networks'
import { reconcileReport, type Counts, type ReportRow } from '~/tracking/reconcile.server'
import { openFile } from './files'
import { formatCount, truncate, table, type Column } from './safe-text'
import { progressBar, print, printJsonPart } from './terminal'

interface Options {
  yes?: boolean
  json?: boolean
}

/** Limit of the table; a report may have millions of rows. */
const MOST_SHOWN = 200

export async function reconcile(network: NetworkName, path: string, options: Options): Promise<void> {
  const apply = options.yes === true
  const file = openFile(path)
  const bar = progressBar()
  const printer = options.json ? jsonPrinter(network, apply) : tablePrinter(apply)
  let result: Awaited<ReturnType<typeof reconcileReport>>
  try {
    result = await reconcileReport(file.stream as AsyncIterable<Uint8Array>, network, {
      apply,
      onRow: printer.row,
      onProgress: (rows) => bar.show(file.done(), formatCount(rows, 'row')),
    })
  } finally {
    bar.end()
  }
  if (result.broken !== null || result.counts.failed) process.exitCode = 1
  printer.end(result.counts, result.broken)
}

interface Printer {
  row: (row: ReportRow) => void
  end: (counts: Counts, broken: string | null) => void
}

const COLUMNS: readonly Column<ReportRow>[] = [
  { head: 'LINE', cell: ({ line }) => String(line), right: true },
  { head: 'THEIR ID', cell: ({ externalId }) => truncate(externalId, 32) },
  {
    head: 'MEMBER',
    cell: ({ userId }) => (userId === 9 ? 'guest' : (userId?.toString() ?? '')),
    right: true,
  },
  { head: 'NOW', cell: ({ from }) => from.state },
  { head: 'CASHBACK', cell: ({ from }) => formatRupees(from.cashback), right: true },
  { head: 'BECOMES', cell: ({ to }) => to?.state ?? '' },
  { head: 'CASHBACK', cell: ({ to }) => (to ? formatRupees(to.cashback) : ''), right: true },
  { head: 'WHY', cell: explain },
]

function explain({ outcome, reason, from, to, commission }: ReportRow): string {
  if (outcome === 'quarantined' || outcome === 'failed') return `${outcome}: ${reason}`
  if (commission) return `another commission: ${formatRupees(commission.to)}`
  if (from.state === 'none') return 'never heard of'
  return from.state === to?.state ? 'another amount' : `the report says ${to?.state}`
}

function tablePrinter(apply: boolean): Printer {
  const shown: ReportRow[] = []
  let more = 0
  return {
    row: (row) => {
      if (shown.length < MOST_SHOWN) shown.push(row)
      else more++
    },
    end(counts, broken) {
      if (shown.length) print(table(shown, COLUMNS))
      if (more) print`... and ${more} more (--json gives all)`
      if (shown.length) print``
      if (broken !== null) print`The file is damaged: ${broken}.`
      print`${formatCount(counts.rows, 'row')}: ${summary(counts, apply)}`
      if (!apply && (counts.applied || shown.some((row) => row.commission)))
        print`Nothing is done yet. --yes applies it.`
    },
  }
}

const summary = (counts: Counts, apply: boolean) =>
  [
    `${counts.applied} ${apply ? 'applied' : 'would change'}`,
    `${counts.repeat + counts.stale} known`,
    `${counts.quarantined} not to be taken`,
    `${counts.failed} failed`,
  ].join(', ')

/** Streams one JSON object, so that memory does not grow with the report. */
function jsonPrinter(network: NetworkName, applied: boolean): Printer {
  let first = true
  printJsonPart(`{"network":${JSON.stringify(network)},"applied":${applied},"rows":[`)
  return {
    row(row) {
      printJsonPart(`${first ? '' : ','}\n${JSON.stringify(toJson(row))}`)
      first = false
    },
    end: (counts, broken) =>
      printJsonPart(`\n],"counts":${JSON.stringify(counts)},"broken":${JSON.stringify(broken)}}\n`),
  }
}

const toJson = ({ from, to, ...row }: ReportRow) => ({
  line: row.line,
  external_id: row.externalId,
  click_id: row.clickId,
  outcome: row.outcome,
  reason: row.reason,
  user_id: row.userId,
  conversion_id: row.conversionId ?? null,
  from: { state: from.state, cashback: formatPlain(from.cashback) },
  commission: row.commission ? formatPlain(row.commission.to) : null,
  to: to && { state: to.state, cashback: formatPlain(to.cashback) },
})
