import { toReader, type Call } from '~/desk/call'
import { logReading } from '~/desk/logged-call.server'
import type { ListOperation } from '~/desk/operation'
import { readAll, readScreen } from '~/desk/read-list.server'
import { toJsonRow, formatCsvHead, formatCsvRow } from '~/desk/show'
import type { CliOptions } from './cli-options'
import { formatRows, listLines } from './render'
import { lines } from './safe-text'
import { print, printCsv, printError, printJsonPart } from './terminal'

const ON_SCREEN = 50

export async function printList(call: Call<ListOperation>, { json, csv, limit }: CliOptions): Promise<void> {
  const { columns } = call.operation
  await logReading(call, async (context) => {
    if (json) return printJsonList(call, limit)
    if (csv) return printCsvList(call, limit)
    const most = limit ?? ON_SCREEN
    const { rows, words, notes } = await readScreen(call, { limit: most }, context)
    if (rows.length) print(formatRows(columns, rows, toReader(call)))
    if (rows.length) print`\n${words}${rows.length >= most ? ' (--limit shows more)' : ''}`
    else print`${words}`
    const remarks = await Promise.all(notes.map((note) => listLines(note, call.actor.role, call.operation)))
    if (notes.length) print(lines(['', ...remarks.flat()]))
  })
}

async function printJsonList(call: Call<ListOperation>, limit: number | undefined): Promise<void> {
  let before = '['
  for await (const row of readAll(call, limit)) {
    printJsonPart(`${before}\n  ${JSON.stringify(toJsonRow(call.operation.columns, row, toReader(call)))}`)
    before = ','
  }
  printJsonPart(before === '[' ? '[]\n' : '\n]\n')
}

async function printCsvList(call: Call<ListOperation>, limit: number | undefined): Promise<void> {
  const { columns } = call.operation
  let count = 0
  printCsv(formatCsvHead(columns))
  for await (const row of readAll(call, limit)) {
    printCsv(formatCsvRow(columns, row, toReader(call)))
    count++
  }
  if (limit !== undefined && count >= limit) printError(`Truncated at ${limit}: increase --limit for more.`)
}
