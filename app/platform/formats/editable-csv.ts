/** CSV that a person edits in a spreadsheet and gives back: what is not edited comes back as it was written. */
import { BadFile, requireWhole } from './text-file'

/** With three letters in a row that are no month and no yes or no, a cell is a text to any spreadsheet. */
const WORD = /\p{L}{3,}/gu
const READ_AS_VALUE =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|true|false)$/i
const BEGINS_AS_FORMULA = /^[\s'=+\-@\uff1d\uff0b\uff0d\uff20]/
const PLAIN_NUMBER = /^[1-9]\d{0,10}$/

function isSafe(cell: string): boolean {
  if (cell === '' || PLAIN_NUMBER.test(cell)) return true
  return !BEGINS_AS_FORMULA.test(cell) && (cell.match(WORD) ?? []).some((word) => !READ_AS_VALUE.test(word))
}

function formatCell(value: string): string {
  const safe = isSafe(value) ? value : `'${value}`
  return /[",;\t\r\n]|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An apostrophe in front keeps a code, a date or a formula a text; readEditable() removes it. */
export const editableLine = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`

interface EditableRow {
  line: number
  cells: readonly string[]
}

export interface EditableTable {
  head: readonly string[]
  rows: readonly EditableRow[]
}

const DELIMITERS = [',', ';', '\t']

/** `first`: the heading by which the delimiter is found. Throws BadFile. Line breaks in cells are `\n`. */
export async function readEditable(text: string, first: string): Promise<EditableTable> {
  // Few commands read one, and the parser is large.
  const { parse } = await import('csv-parse/sync')
  const whole = requireWhole(text).replace(/^\uFEFF/, '')
  const headLine = whole.split(/\r\n?|\n/, 1)[0]!
  const delimiter = DELIMITERS.find((one) => headLine.split(one, 1)[0]!.replaceAll('"', '').trim() === first)
  if (delimiter === undefined)
    throw new BadFile(`The first heading must be ${first}: it is ${headLine.slice(0, 60) || 'empty'}.`)
  const records: EditableRow[] = []
  let line = 1
  try {
    parse(whole, {
      delimiter,
      relax_column_count: true,
      on_record: (cells: string[], { lines }) => {
        records.push({ line, cells: cells.map(readCell) })
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    throw new BadFile(`The file is no CSV: ${(error as Error).message}`)
  }
  const [head, ...rows] = records
  return { head: head!.cells, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) }
}

const readCell = (cell: string) => cell.replace(/^'/, '').replace(/\r\n?/g, '\n')
