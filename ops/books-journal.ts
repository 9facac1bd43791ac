import { formatTime, timeForSheets } from '~/formats/dates'
import { type JournalEntry, type JournalFilter, listJournal, readJournal } from '~/wallet/ledger/books.server'
import { readFilter } from './list-options'
import { amount, csvHead, csvRows, toJsonRow, type Sheet } from './sheets'
import { limitedTable } from './safe-text'
import { print, printCsv, printJsonPart } from './terminal'

const JOURNAL: Sheet<JournalEntry> = [
  { name: 'id', head: 'ID', cell: ({ id }) => id, value: ({ id }) => Number(id), right: true },
  {
    name: 'time',
    head: 'TIME',
    cell: ({ at }) => formatTime(at),
    plain: ({ at }) => timeForSheets(at),
    value: ({ at }) => at.toISOString(),
  },
  {
    name: 'reference',
    head: 'REFERENCE',
    cell: ({ reference, corrects }) => (corrects === null ? reference : `${reference} for ${corrects}`),
    plain: ({ reference }) => reference,
  },
  { name: 'kind', head: 'KIND', cell: ({ kind }) => kind },
  { name: 'debit', head: 'DEBIT', cell: ({ debit }) => debit },
  { name: 'credit', head: 'CREDIT', cell: ({ credit }) => credit },
  amount('amount', (entry) => entry.amount),
]

/** The table appends it to the reference. */
const FOR_SHEETS: Sheet<JournalEntry> = [
  ...JOURNAL,
  {
    name: 'for_month',
    head: 'FOR MONTH',
    cell: ({ corrects }) => corrects ?? '',
    value: ({ corrects }) => corrects,
  },
]

interface JournalOptions extends Options {
  sale?: number
  withdrawal?: number
  adjustment?: number
  settlement?: number
  account?: string
  limit?: number
}

export async function journal(options: JournalOptions): Promise<void> {
  const { csv, json, limit, sale, withdrawal, adjustment, settlement, account, ...days } = options
  const filter = { ...(await readFilter(days)), sale, withdrawal, adjustment, settlement, account }
  if (csv) {
    printCsv(csvHead(FOR_SHEETS))
    for await (const entries of readJournal(filter, limit)) printCsv(csvRows(entries, FOR_SHEETS))
    return
  }
  if (json) return printJsonJournal(filter, limit)
  const maximum = limit ?? 50
  const entries = await listJournal(filter, { limit: maximum })
  if (!entries.length) return print`No entry matches.`
  print(limitedTable(entries, JOURNAL, maximum, 'entry', 'entries'))
}

/** Streamed, because the journal may not fit into memory. */
async function printJsonJournal(filter: JournalFilter, limit: number | undefined): Promise<void> {
  let before = '['
  for await (const entries of readJournal(filter, limit))
    for (const entry of entries) {
      printJsonPart(`${before}\n  ${JSON.stringify(toJsonRow(entry, FOR_SHEETS))}`)
      before = ','
    }
  printJsonPart(before === '[' ? '[]\n' : '\n]\n')
}

export interface Options {
  from?: Date
  to?: Date
  csv?: boolean
  json?: boolean
}
