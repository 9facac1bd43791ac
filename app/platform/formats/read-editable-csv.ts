/** Reads what editableLine() has written; apart from it, because the parser is large. */
import { parse } from 'csv-parse/sync'
import { BadFile, requireWhole } from './text-file'

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
export function readEditable(text: string, first: string): EditableTable {
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
