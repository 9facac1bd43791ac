/** CSV files of networks and banks, whose headings the operator may name: `--columns date=Txn Date`. */
import { formatCount } from '~/platform/formats/count'
import type { Headings } from '~/platform/formats/table-file'
import { BadFile } from '~/platform/formats/text-file'
import { makeField, type InputField } from './field'
import { several, type InputFile } from './fields'
import { RefusalError } from './refusal'

type ColumnNames<Name extends string> = Partial<Record<Name, string>>

/** Several, each with one or more pairs; a heading may contain commas. */
export function columnNames<Name extends string>(names: readonly Name[]): InputField<ColumnNames<Name>[]> {
  const any = names.join('|')
  const read = (typed: string): ColumnNames<Name> | undefined => {
    const pairs = typed
      .split(new RegExp(`,(?=\\s*(?:${any})\\s*=)`))
      .map((pair) => new RegExp(`^\\s*(${any})\\s*=\\s*(\\S.*?)\\s*$`).exec(pair))
    const entries = pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : []))
    return entries.length === pairs.length ? (Object.fromEntries(entries) as ColumnNames<Name>) : undefined
  }
  return several(
    makeField(
      'text',
      `the file’s headings: ${names.map((name) => `${name}=…`).join(',')}`,
      `It must be such as ${names[0]}=Heading; the names are ${names.join(', ')}.`,
      read,
      { placeholder: 'pairs' },
    ),
  )
}

/** Headings that the operator names take precedence over the known ones. */
export function mergeHeadings<Name extends string>(
  headings: Headings<Name>,
  columns: readonly ColumnNames<Name>[] = [],
): Headings<Name> {
  const pairs = Object.entries<string>(Object.assign({}, ...columns))
  return { ...headings, ...Object.fromEntries(pairs.map(([name, heading]) => [name, [heading]])) }
}

/** Throws RefusalError if the file cannot be parsed. */
export async function readTableFile<T>(file: InputFile, read: (text: string) => T | Promise<T>): Promise<T> {
  const text = await file.text()
  try {
    return await read(text)
  } catch (error) {
    if (error instanceof BadFile) throw new RefusalError(error.message, 'file')
    throw error
  }
}

const MOST_LINES = 50

/** Names the first lines; nothing of the file is done. */
export function refuseLines(reasons: readonly string[]): RefusalError {
  const left = reasons.length - MOST_LINES
  return new RefusalError(`${formatCount(reasons.length, 'line')} refused. Nothing is posted.`, 'file', {
    details: [...reasons.slice(0, MOST_LINES), ...(left > 0 ? [`... and ${left} more`] : [])],
  })
}
