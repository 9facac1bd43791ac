/** The only reader of tables that move money: statements and reports of networks, statements and answers of banks. */
import { parse } from 'csv-parse/sync'
import { findRounded } from './identifiers'
import { BadFile, requireWhole } from './text-file'

export type Headings<Field extends string> = Record<Field, readonly string[]>

export interface FileRow<Field extends string> {
  line: number
  all: (field: Field) => string[]
  cell: (field: Field) => string
  /** All filled cells by the file's own headings. */
  record: () => Record<string, string>
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

export interface TableOptions<Field extends string> {
  /** Numbers here that a spreadsheet has rounded refuse the file. */
  ids?: readonly Field[]
  /** Of two columns with one heading, that to the right of the other field's column counts. */
  rightOf?: Partial<Record<Field, Field>>
  /** Tells the last row from a summary below the table. By default a row has what is needed. */
  isRow?: (row: FileRow<Field>) => boolean
  /** Whether the operator can name the headings by --columns. */
  takesColumns?: boolean
}

type Needed<Field extends string> = readonly (readonly Field[])[]

interface FileRecord {
  line: number
  cells: string[]
}

const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Each item of `needed` lists fields of which one must exist. Throws BadFile. */
export function readTable<Field extends string>(
  text: string,
  headings: Headings<Field>,
  needed: Needed<Field>,
  options: TableOptions<Field> = {},
): TableFile<Field> {
  const { head, body } = findHead(requireTable(text), headings, needed, options)
  const columns = findColumns(head.cells, headings, options)
  const toRow = ({ line, cells }: FileRecord): FileRow<Field> => {
    const all = (field: Field) => columns[field].flatMap((at) => cells[at] || [])
    const record = () =>
      Object.fromEntries(
        head.cells.flatMap((name, at) => (name && cells[at] ? [[name, cells[at]] as const] : [])),
      )
    return { line, all, cell: (field) => all(field)[0] ?? '', record }
  }
  const hasNeeded = ({ cell }: FileRow<Field>) => needed.every((fields) => fields.some(cell))
  const { isRow = hasNeeded } = options
  const filled = body.filter(({ cells }) => cells.some((cell) => cell !== '') && !isSame(cells, head.cells))
  const fits = (record: FileRecord) => findMisfit(record.cells, head.cells) === null && isRow(toRow(record))
  const last = filled.findLastIndex(fits)
  const rows: FileRow<Field>[] = []
  const refused: RefusedLine[] = []
  let isBelow = false
  for (const [at, record] of filled.entries()) {
    const { line, cells } = record
    const isAfter: boolean = at > last && (isNote(cells) || (isBelow && !isRow(toRow(record))))
    const isNoRow: boolean = isRule(cells) || isAfter
    isBelow ||= at > last && isNoRow
    if (isNoRow) continue
    const reason = findMisfit(cells, head.cells)
    if (reason) refused.push({ line, reason })
    else rows.push(toRow(record))
  }
  if (!rows.length && !refused.length)
    throw new BadFile(`The file has no rows below its headings in line ${head.line}.`)
  for (const field of options.ids ?? []) refuseRounded(rows, field)
  return { rows, refused, has: (field) => columns[field].length > 0 }
}

function requireTable(text: string): string {
  const page = /^\s*<(?:!doctype|\?xml|html|head|body|meta|table|div|style|script)\b/i.exec(text)
  if (page)
    throw new BadFile(
      `Line ${page[0].split(/\r\n?|\n/).length} is HTML: the file is a page and no table. Download it as CSV.`,
    )
  return requireWhole(text).replace(/\r\n?/g, '\n')
}

const isSame = (cells: string[], head: string[]) =>
  head.every((name, at) => name === (cells[at] ?? '')) && cells.slice(head.length).every((cell) => !cell)

/** Asterisks or dashes between the rows. */
const isRule = (cells: string[]) => cells.every((cell) => cell === '' || /^[*=_-]{3,}$/.test(cell))

/** A sentence or a title in one cell. The first cell of half a row begins with a digit, or is one word. */
function isNote(cells: string[]): boolean {
  const [text = '', ...others] = cells.filter((cell) => cell !== '')
  if (others.length || /^\d/.test(text)) return false
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  return words.length > 1 || /^[*+=-]|:$/.test(text) || /^total$/i.test(text)
}

function findMisfit(cells: string[], head: string[]): string | null {
  const width = head.length
  if (cells.length === width) return null
  if (cells.length > width && cells.slice(width).every((cell) => cell === '')) return null
  const hint = cells.length > width ? ': an amount with commas needs quotes' : ''
  return `it has ${cells.length} fields, the headings are ${width}${hint}`
}

function refuseRounded<Field extends string>(rows: readonly FileRow<Field>[], field: Field): void {
  const [first, ...others] = findRounded(rows.map(({ cell }) => cell(field)))
  if (first === undefined) return
  const { line } = rows.find(({ cell }) => cell(field) === first)!
  throw new BadFile(
    `Line ${line} has the number ${first}, and ${others.length} more end with zeros after 15 digits: a spreadsheet has rounded it. Import the file as it was downloaded.`,
  )
}

const MOST_BEFORE = 50

/** The headings are in the first line that has what is needed. */
function findHead<Field extends string>(
  text: string,
  headings: Headings<Field>,
  needed: Needed<Field>,
  { takesColumns = false }: TableOptions<Field>,
): { head: FileRecord; body: FileRecord[] } {
  let broken: string | null = null
  const near: FileRecord[] = []
  for (const delimiter of [',', ';', '\t', '|']) {
    const records = parseRecords(text, delimiter)
    if (typeof records === 'string') {
      broken ??= records
      continue
    }
    const start = records.slice(0, MOST_BEFORE)
    const at = start.findIndex(({ cells }) => !findMissing(cells, headings, needed))
    if (at >= 0) return { head: records[at]!, body: records.slice(at + 1) }
    near.push(...start.filter(({ cells }) => cells.some((cell) => cell !== '')))
  }
  if (broken !== null) throw new BadFile(`The file is no CSV: ${broken}`)
  const [best] = near.toSorted((a, b) => countKnown(b.cells, headings) - countKnown(a.cells, headings))
  if (!best) throw new BadFile('The file is empty.')
  const missing = findMissing(best.cells, headings, needed)!
  const names = missing.map((field) => `${field} (${headings[field].join(', ')})`).join(' or ')
  const has = best.cells.filter(Boolean).join(', ').slice(0, 300)
  throw new BadFile(
    `The file has no column for ${names}. Line ${best.line} fits best: ${has}.${takesColumns ? ' Name other headings, if they mean the same.' : ''}`,
  )
}

const countKnown = <Field extends string>(cells: string[], headings: Headings<Field>): number => {
  const there = new Set(cells.map(plain))
  const all = Object.values<readonly string[]>(headings)
  return all.filter((names) => names.some((name) => there.has(plain(name)))).length
}

function parseRecords(text: string, delimiter: string): FileRecord[] | string {
  try {
    const records: FileRecord[] = []
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // Narrations contain unescaped quotation marks.
      relax_quotes: true,
      on_record: (record: string[], { lines }) => {
        records.push({ line: lines, cells: record.map(cleanCell) })
        return null
      },
    })
    return records
  } catch (error) {
    return (error as Error).message
  }
}

/** Removes what spreadsheets and banks put around text: an apostrophe in front, or `="…"`. */
const cleanCell = (cell: string) =>
  cell
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'/, '')

const findMissing = <Field extends string>(
  cells: string[],
  headings: Headings<Field>,
  needed: Needed<Field>,
) => {
  const there = new Set(cells.map(plain))
  return needed.find((fields) =>
    fields.every((field) => !headings[field].some((heading) => there.has(plain(heading)))),
  )
}

function findColumns<Field extends string>(
  head: string[],
  headings: Headings<Field>,
  { rightOf = {} }: TableOptions<Field>,
): Record<Field, number[]> {
  const names = head.map(plain)
  const listPlaces = (heading: string) => names.flatMap((name, at) => (name === plain(heading) ? [at] : []))
  const findPlaces = (field: Field, heading: string): number[] => {
    const places = listPlaces(heading)
    const other = (rightOf as Partial<Record<Field, Field>>)[field]
    const beside = other && headings[other].flatMap(listPlaces).map((at) => at + 1)
    const chosen = places.length > 1 && beside ? places.filter((at) => beside.includes(at)) : places
    if (places.length > 1 && chosen.length !== 1)
      throw new BadFile(`The file has two columns ${heading}: give one of them another heading.`)
    return chosen
  }
  const fields = Object.keys(headings) as Field[]
  return Object.fromEntries(
    fields.map((field) => [
      field,
      [...new Set(headings[field].flatMap((heading) => findPlaces(field, heading)))],
    ]),
  ) as Record<Field, number[]>
}
