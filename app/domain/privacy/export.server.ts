/** Exports a member's data. Times are in UTC, amounts are rupees as text. */
import { sheetLine } from '~/platform/formats/csv'
import { db } from '~/platform/db/client.server'
import { accountSections } from './export/account.server'
import { moneySections } from './export/money.server'
import type { ExportRow } from './export/section.server'
import { claimSections, shoppingSections } from './export/shopping.server'
import { supportSections } from './export/support.server'

const SECTIONS = [accountSections, moneySections, shoppingSections, claimSections, supportSections]

async function* readSections(userId: number): AsyncGenerator<[name: string, rows: ExportRow[]]> {
  for (const [name, query, show] of SECTIONS.flatMap((list) => list(userId))) {
    const rows = await db.execute<ExportRow>(query)
    yield [name, show ? rows.map(show) : [...rows]]
  }
}

export async function* streamJson(userId: number): AsyncGenerator<string> {
  let before = '{\n'
  for await (const [name, rows] of readSections(userId)) {
    yield `${before}  ${JSON.stringify(name)}: ${JSON.stringify(rows, null, 2).replaceAll('\n', '\n  ')}`
    before = ',\n'
  }
  yield '\n}\n'
}

/** Writes one line per value, because the sections have different columns. */
export async function* streamCsv(userId: number): AsyncGenerator<string> {
  yield sheetLine(['Section', 'Row', 'Name', 'Value'])
  for await (const [name, rows] of readSections(userId))
    for (const [at, row] of rows.entries())
      yield Object.entries(row)
        .map(([field, value]) =>
          sheetLine([name, String(at + 1), field, value === null ? null : String(value)]),
        )
        .join('')
}
