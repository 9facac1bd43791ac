import { parse } from 'csv-parse/sync'

export class BadFile extends Error {}

export type Headings<Field extends string> = Record<Field, readonly string[]>

export interface FileRow<Field extends string> {
  line: number
  all: (field: Field) => string[]
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

interface FileRecord {
  line: number
  cells: string[]
}

const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Each item of `needed` lists fields of which one must exist. Throws BadFile. */
export function readTable<Field extends string>(
  text: string,
  headings: Headings<Field>,
  needed: readonly (readonly Field[])[],
): TableFile<Field> {
  if (/[\0\ufffd]/.test(text)) throw new BadFile('The file is not UTF-8: save it as CSV UTF-8.')
  const found = findHead(text, headings, needed)
  const columns = findColumns(found.head, headings)
  const rows: FileRow<Field>[] = []
  const refused: RefusedLine[] = []
  for (const { line, cells } of found.body) {
    if (cells.every((cell) => cell === '')) continue
    const reason = findMisfit(cells, found.head)
    if (reason) {
      refused.push({ line, reason })
      continue
    }
    const all = (field: Field) => columns[field].flatMap((at) => cells[at] || [])
    rows.push({ line, all, cell: (field) => all(field)[0] ?? '' })
  }
  return { rows, refused, has: (field) => columns[field].length > 0 }
}

function findMisfit(cells: string[], head: string[]): string | null {
  const width = head.length
  if (cells.length === width) return null
  if (cells.length > width && cells.slice(width).every((cell) => cell === '')) return null
  const hint = cells.length > width ? ': an amount with commas needs quotes' : ''
  return `it has ${cells.length} fields, the headings are ${width}${hint}`
}

const MOST_BEFORE = 50

function findHead<Field extends string>(
  text: string,
  headings: Headings<Field>,
  needed: readonly (readonly Field[])[],
): { head: string[]; body: FileRecord[] } {
  let first: string[] | null = null
  let broken: string | null = null
  for (const delimiter of [',', ';', '\t', '|']) {
    const records = parseRecords(text, delimiter)
    if (typeof records === 'string') {
      broken ??= records
      continue
    }
    const at = records.slice(0, MOST_BEFORE).findIndex(({ cells }) => !findMissing(cells, headings, needed))
    if (at >= 0) return { head: records[at]!.cells, body: records.slice(at + 1) }
    first ??= records.find(({ cells }) => cells.some((cell) => cell !== ''))?.cells ?? null
  }
  if (broken !== null) throw new BadFile(`The file is no CSV: ${broken}`)
  if (!first) throw new BadFile('The file is empty.')
  const missing = findMissing(first, headings, needed)!
  const names = missing.map((field) => `${field} (${headings[field].join(', ')})`).join(' or ')
  throw new BadFile(
    `The file has no column for ${names}. Its first line has: ${first.filter(Boolean).join(', ').slice(0, 300)}. --columns names others.`,
  )
}

function parseRecords(text: string, delimiter: string): FileRecord[] | string {
  try {
    const read = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // Narrations contain unescaped quotation marks.
      relax_quotes: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return read.map(({ info, record }) => ({ line: info.lines, cells: record.map(cleanCell) }))
  } catch (error) {
    return (error as Error).message
  }
}

/** Removes the apostrophe that spreadsheets put before text. */
const cleanCell = (cell: string) => cell.trim().replace(/^'/, '')

const findMissing = <Field extends string>(
  cells: string[],
  headings: Headings<Field>,
  needed: readonly (readonly Field[])[],
) => {
  const there = new Set(cells.map(plain))
  return needed.find((fields) =>
    fields.every((field) => !headings[field].some((heading) => there.has(plain(heading)))),
  )
}

function findColumns<Field extends string>(
  head: string[],
  headings: Headings<Field>,
): Record<Field, number[]> {
  const names = head.map(plain)
  const findPlaces = (heading: string): number[] => {
    const at = names.indexOf(plain(heading))
    if (at < 0) return []
    if (names.includes(names[at]!, at + 1))
      throw new BadFile(`The file has two columns ${heading}: give one of them another heading.`)
    return [at]
  }
  const fields = Object.keys(headings) as Field[]
  return Object.fromEntries(
    fields.map((field) => [field, [...new Set(headings[field].flatMap(findPlaces))]]),
  ) as Record<Field, number[]>
}
