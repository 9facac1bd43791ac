// `--columns date=Txn Date,utr=Ref No` maps a file's headings to fields.
import { InvalidArgumentError, Option } from 'commander'
import { BadFile, type Headings } from '~/wallet/settlement/table-file'
import { readFile } from './files'
import { RefusedCommand } from './terminal'

export type ColumnNames<Field extends string> = Partial<Record<Field, string>>

/** The option may be repeated; a heading may contain commas. */
export function columnsOption<Field extends string>(fields: readonly Field[]): Option {
  const names = fields.join('|')
  return new Option(
    '--columns <pairs>',
    `the file’s headings: ${fields.map((field) => `${field}=…`).join(',')}`,
  ).argParser((typed: string, earlier: ColumnNames<Field> = {}) => {
    const pairs = typed.split(new RegExp(`,(?=\\s*(?:${names})\\s*=)`))
    const matches = pairs.map((pair) => new RegExp(`^\\s*(${names})\\s*=\\s*(\\S.*?)\\s*$`).exec(pair))
    if (matches.some((pair) => !pair))
      throw new InvalidArgumentError(
        `It must be such as ${fields[0]}=Heading; the names are ${fields.join(', ')}.`,
      )
    return { ...earlier, ...Object.fromEntries(matches.map((pair) => [pair![1], pair![2]])) }
  })
}

/** Headings given by --columns take precedence over the known ones. */
export const withColumns = <Field extends string>(
  headings: Headings<Field>,
  columns: ColumnNames<Field> = {},
): Headings<Field> =>
  Object.fromEntries(
    Object.entries<readonly string[]>(headings).map(([field, names]) => {
      const typed = columns[field as Field]
      return [field, typed === undefined ? names : [typed]]
    }),
  ) as unknown as Headings<Field>

/** Throws RefusedCommand if the file cannot be parsed. */
export async function readWith<T>(file: string, read: (text: string) => T): Promise<T> {
  const text = await readFile(file)
  try {
    return read(text)
  } catch (error) {
    if (error instanceof BadFile) throw new RefusedCommand(error.message)
    throw error
  }
}
