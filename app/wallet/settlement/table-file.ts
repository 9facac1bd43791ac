/**
 * A CSV file of a bank or a network as rows: whatever the order and the spelling of its headings, with a byte order mark, any
 * line ends, lines before the headings, and semicolons or tabs instead of commas. A row that does not fit is refused by itself.
 */
import { parse } from 'csv-parse/sync'

/** The file as a whole cannot be read; the message says why. */
export class BadFile extends Error {}

/** The headings that a field may stand under. */
export type Headings<Field extends string> = Record<Field, readonly string[]>

export interface FileRow<Field extends string> {
  line: number
  /** What is filled in under the headings of the field, the first heading's first; empty where nothing is. */
  all: (field: Field) => string[]
  /** The first of them; '' where nothing is filled in. */
  cell: (field: Field) => string
}

export interface RefusedLine {
  line: number
  reason: string
}

export interface TableFile<Field extends string> {
  rows: FileRow<Field>[]
  refused: RefusedLine[]
  has: (field: Field) => boolean
}

interface Record_ {
  line: number
  cells: string[]
}

/** Case, blanks and dashes do not count. */
const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Reads the file; one of `needed` may be several fields, of which one has to be there. Throws BadFile. */
export function readTable<Field extends string>(
  text: string,
  headings: Headings<Field>,
  needed: readonly (readonly Field[])[],
): TableFile<Field> {
  if (/[\0\ufffd]/.test(text)) throw new BadFile('The file is not UTF-8: save it as CSV UTF-8.')
  const found = findHead(text, headings, needed)
  const columns = columnsOf(found.head, headings)
  const rows: FileRow<Field>[] = []
  const refused: RefusedLine[] = []
  for (const { line, cells } of found.body) {
    if (cells.every((cell) => cell === '')) continue
    const reason = misfit(cells, found.head)
    if (reason) {
      refused.push({ line, reason })
      continue
    }
    const all = (field: Field) => columns[field].flatMap((at) => cells[at] || [])
    rows.push({ line, all, cell: (field) => all(field)[0] ?? '' })
  }
  return { rows, refused, has: (field) => columns[field].length > 0 }
}

function misfit(cells: string[], head: string[]): string | null {
  const width = head.length
  if (cells.length === width) return null
  if (cells.length > width && cells.slice(width).every((cell) => cell === '')) return null
  const hint = cells.length > width ? ': an amount with commas needs quotes' : ''
  return `it has ${cells.length} fields, the headings are ${width}${hint}`
}

/** So many lines may stand before the headings. */
const MOST_BEFORE = 50

function findHead<Field extends string>(
  text: string,
  headings: Headings<Field>,
  needed: readonly (readonly Field[])[],
): { head: string[]; body: Record_[] } {
  let first: string[] | null = null
  let broken: string | null = null
  for (const delimiter of [',', ';', '\t', '|']) {
    const records = recordsOf(text, delimiter)
    if (typeof records === 'string') {
      broken ??= records
      continue
    }
    const at = records.slice(0, MOST_BEFORE).findIndex(({ cells }) => !missingOf(cells, headings, needed))
    if (at >= 0) return { head: records[at]!.cells, body: records.slice(at + 1) }
    first ??= records.find(({ cells }) => cells.some((cell) => cell !== ''))?.cells ?? null
  }
  if (broken !== null) throw new BadFile(`The file is no CSV: ${broken}`)
  if (!first) throw new BadFile('The file is empty.')
  const missing = missingOf(first, headings, needed)!
  const names = missing.map((field) => `${field} (${headings[field].join(', ')})`).join(' or ')
  throw new BadFile(
    `The file has no column for ${names}. Its first line has: ${first.filter(Boolean).join(', ').slice(0, 300)}. --columns names others.`,
  )
}

/** A text says why it is no table with this delimiter. */
function recordsOf(text: string, delimiter: string): Record_[] | string {
  try {
    const read = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // A quotation mark inside a narration is one.
      relax_quotes: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return read.map(({ info, record }) => ({ line: info.lines, cells: record.map(cellOf) }))
  } catch (error) {
    return (error as Error).message
  }
}

/** Without what a spreadsheet put in front of a text, so that it stays one. */
const cellOf = (cell: string) => cell.trim().replace(/^'/, '')

const missingOf = <Field extends string>(
  cells: string[],
  headings: Headings<Field>,
  needed: readonly (readonly Field[])[],
) => {
  const there = new Set(cells.map(plain))
  return needed.find((fields) =>
    fields.every((field) => !headings[field].some((heading) => there.has(plain(heading)))),
  )
}

/** By field the places of its columns. Throws where a heading stands twice. */
function columnsOf<Field extends string>(head: string[], headings: Headings<Field>): Record<Field, number[]> {
  const names = head.map(plain)
  const placesOf = (heading: string): number[] => {
    const at = names.indexOf(plain(heading))
    if (at < 0) return []
    if (names.includes(names[at]!, at + 1))
      throw new BadFile(`The file has two columns ${heading}: give one of them another heading.`)
    return [at]
  }
  const fields = Object.keys(headings) as Field[]
  return Object.fromEntries(
    fields.map((field) => [field, [...new Set(headings[field].flatMap(placesOf))]]),
  ) as Record<Field, number[]>
}
