/** Exports a member's data. Times are in UTC, amounts are rupees as text. */
import { csvLine } from '~/formats/csv'
import { db } from '~/db/client.server'
import { sections } from './export-sections.server'
import type { Value } from './export-sections/section.server'

type Section = [name: string, rows: Record<string, Value>[]]

async function* readSections(userId: number): AsyncGenerator<Section> {
  for (const [name, query, show] of sections(userId)) {
    const rows = await db.execute<Record<string, Value>>(query)
    yield [name, show ? rows.map(show) : [...rows]]
  }
}

export async function* writeJson(userId: number): AsyncGenerator<string> {
  let before = '{\n'
  for await (const [name, rows] of readSections(userId)) {
    yield `${before}  ${JSON.stringify(name)}: ${JSON.stringify(rows, null, 2).replaceAll('\n', '\n  ')}`
    before = ',\n'
  }
  yield '\n}\n'
}

/** Writes one line per value, because the sections have different columns. */
export async function* writeCsv(userId: number): AsyncGenerator<string> {
  yield csvLine(['Section', 'Row', 'Name', 'Value'])
  for await (const [name, rows] of readSections(userId))
    for (const [at, row] of rows.entries())
      yield Object.entries(row)
        .map(([field, value]) =>
          csvLine([name, String(at + 1), field, value === null ? null : String(value)]),
        )
        .join('')
}
