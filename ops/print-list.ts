import { formatRupees } from '~/formats/money'
import type { ListOperation } from '~/operations/operation'
import { readAll } from '~/operations/read-list.server'
import { logReading, type Call } from '~/operations/run.server'
import { formatCount } from '~/formats/count'
import { readerOf, type CliOptions } from './cli-options'
import { csvHead, csvRow } from '~/operations/csv'
import { formatRows, toJsonRow } from './render'
import { lines } from './safe-text'
import { print, printCsv, printError, printJsonPart } from './terminal'

type AnyList = ListOperation<never, never>

const ON_SCREEN = 50

export async function printList(call: Call<AnyList>, { json, csv, limit }: CliOptions): Promise<void> {
  const { columns, key, none, one, many, notes, read, sum } = call.operation
  const reader = readerOf(call as never)
  await logReading(call as never, async (context) => {
    if (json) return printJsonList(call, limit)
    if (csv) return printCsvList(call, limit)
    const most = limit ?? ON_SCREEN
    const found = await read(call.input, { limit: most }, context)
    const rows = key ? found : found.slice(0, most)
    if (rows.length) {
      print(formatRows(columns, rows, reader))
      const total = sum && `, ${formatRupees(rows.reduce((all, row) => all + sum(row), 0n))}`
      print`\n${formatCount(rows.length, one, many)}${total ?? ''}${rows.length >= most ? ' (--limit shows more)' : ''}`
    } else print`${typeof none === 'function' ? none(call.input) : none}`
    const about = (await notes?.(rows, call.input)) ?? []
    if (about.length) print(lines(['', ...about]))
  })
}

async function printJsonList(call: Call<AnyList>, limit: number | undefined): Promise<void> {
  const reader = readerOf(call as never)
  let before = '['
  for await (const row of readAll(call, limit)) {
    printJsonPart(`${before}\n  ${JSON.stringify(toJsonRow(call.operation.columns, row, reader))}`)
    before = ','
  }
  printJsonPart(before === '[' ? '[]\n' : '\n]\n')
}

async function printCsvList(call: Call<AnyList>, limit: number | undefined): Promise<void> {
  const reader = readerOf(call as never)
  let count = 0
  printCsv(csvHead(call.operation.columns))
  for await (const row of readAll(call, limit)) {
    printCsv(csvRow(call.operation.columns, row, reader))
    count++
  }
  if (limit !== undefined && count >= limit) printError(`Truncated at ${limit}: increase --limit for more.`)
}
