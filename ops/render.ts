import { truncate } from '~/platform/formats/characters'
import { isNumeric, maskCell, toJsonCell, type CellReader } from '~/desk/cells'
import { findTitle, type Column as DataColumn, type Fact, type Table } from '~/desk/columns'
import { listFields, toFlag, formatCommand } from '~/desk/command-text'
import { mayDo, type Role } from '~/desk/roles'
import { findOperation } from '~/desk/find-operation'
import { readText, type Answer, type Hint, type Next, type Operation, type Remark } from '~/desk/operation'
import {
  isInData,
  isOnScreen,
  showCell,
  showFact,
  splitTotal,
  toJsonRow,
  formatCsvHead,
  formatCsvRow,
} from '~/desk/show'
import { formatCount } from '~/platform/formats/count'
import { getCommandPrefix } from './command-name'
import { lines, table, type TextColumn, type SafeText } from './safe-text'
import { print, printCsv, printError, printJson } from './terminal'

export function formatRows(
  columns: readonly DataColumn<never>[],
  rows: readonly never[],
  reader: CellReader,
): SafeText {
  const toColumn = (column: DataColumn<never>): TextColumn<never> => ({
    head: findTitle(column).toUpperCase(),
    right: isNumeric(column.kind),
    cell: (row) => truncate(showCell(column, row, reader), column.width ?? Infinity),
  })
  return table(rows, columns.filter(isOnScreen).map(toColumn))
}

export interface TableLayout {
  follows?: 'effect' | 'done' | undefined
  json?: boolean | undefined
  csv?: boolean | undefined
  /** Whose flags remarks about fields name. */
  operation?: Operation | undefined
}

export async function printAnswer(
  answer: Answer,
  reader: CellReader,
  { json, csv, follows, operation }: TableLayout,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { title, facts = [], tables = [], next = [], problems = [], frame } = answer
  const lists = (remarks: readonly Remark[]) =>
    Promise.all(remarks.map((each) => listLines(each, reader.role, operation)))
  for (const line of (await lists(problems)).flat()) printError(line)
  if (problems.length) process.exitCode = 1
  if (json)
    return printJson({
      ...toJsonAnswer(facts, tables, reader),
      ...(problems.length && { problems: problems.map(readText) }),
      ...more,
    })
  if (csv) return printTableAsCsv(tables.find(isInData)!, reader)
  if (title) print`${title}`
  const visible = listVisible(facts, reader)
  if (visible.length && follows === 'effect') print``
  if (visible.length) print(formatFacts(visible))
  let hasAny = Boolean(title) || visible.length > 0
  for (const each of tables.filter(isOnScreen))
    if (printTable(each, reader, !hasAny && !follows)) hasAny = true
  const notes = [...(await lists(answer.notes ?? [])).flat(), ...(frame?.lines ?? [])]
  if (notes.length) print(lines([...(hasAny || follows === 'effect' ? [''] : []), ...notes]))
  const possible = (await Promise.all(next.map((each) => formatNext(each, reader.role)))).flat()
  if (possible.length) print(lines(['', 'Next:', ...possible.map((line) => `  ${line}`)]))
}

function toJsonAnswer(
  facts: readonly Fact[],
  tables: readonly Table[],
  reader: CellReader,
): Record<string, unknown> {
  const ofFacts = facts
    .filter(isInData)
    .map(({ name, kind, value }) => [name, toJsonCell(kind, maskCell(kind, value, reader))])
  const ofTables = tables.filter(isInData).map((each) => {
    const all = splitTotal(each).rows.map((row) => toJsonRow(each.columns, row, reader))
    return [each.name, each.isOne ? (all[0] ?? null) : all]
  })
  return Object.fromEntries([...ofFacts, ...ofTables])
}

function printTableAsCsv(content: Table, reader: CellReader): void {
  const { columns, hasTotal } = content
  printCsv(formatCsvHead(columns))
  for (const row of hasTotal === 'also in CSV' ? content.rows : splitTotal(content).rows)
    printCsv(formatCsvRow(columns, row, reader))
}

const listVisible = (facts: readonly Fact[], reader: CellReader): [label: string, value: string][] =>
  facts
    .filter(isOnScreen)
    .map((fact): [string, string] => [findTitle(fact), showFact(fact, reader)])
    .filter(([, value]) => value !== '')

function formatFacts(pairs: readonly [label: string, value: string][]): SafeText {
  const width = Math.max(...pairs.map(([label]) => label.length))
  return lines(pairs.map(([label, value]) => `${label.padEnd(width)}  ${value}`))
}

/** False: the table is empty and not shown. */
function printTable(content: Table, reader: CellReader, isFirst: boolean): boolean {
  const { title, columns, one, none, most = Infinity } = content
  const { rows, total } = splitTotal(content)
  if (!rows.length && none === undefined) return false
  if (!isFirst) print``
  if (title) print`${title}:`
  if (!rows.length) {
    print`${none!}`
    return true
  }
  print(formatRows(columns, [...rows.slice(0, most), ...total], reader))
  if (rows.length > most) print`and ${rows.length - most} more`
  if (one) print`\n${formatCount(rows.length, one)}`
  return true
}

/** The command, with placeholders for what is still to be given. Nothing if the role may not run it; without a role it may. */
async function formatNext({ operation: name, input }: Next, role?: Role): Promise<string[]> {
  const operation = await findOperation(name)
  if (role && !mayDo(role, operation.role)) return []
  const unknown = Object.keys(input).find((field) => !(field in operation.input.shape))
  if (unknown) throw new Error(`${name} has no field ${unknown}`)
  const known = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)]))
  const missing = listFields(operation)
    .filter(([field, facts]) => facts.isRequired && known[field] === undefined)
    .map(([field, facts]): [string, string] => [field, `<${facts.placeholder ?? field}>`])
  const command = formatCommand(operation, { ...known, ...Object.fromEntries(missing) })
  const out =
    operation.kind === 'job' && operation.makes ? ` --out <${operation.makesFolder ? 'folder' : 'file'}>` : ''
  return [`${getCommandPrefix()} ${command}${out}`]
}

/** The text, and below it the commands that help. */
export async function listLines(remark: Remark, role?: Role, operation?: Operation): Promise<string[]> {
  const { text, fields = [], next = [] } = typeof remark === 'string' ? { text: remark } : (remark as Hint)
  const commands = await Promise.all(next.map((each) => formatNext(each, role)))
  return [
    operation ? nameFlags(text, fields, operation) : text,
    ...commands.flat().map((command) => `  ${command}`),
  ]
}

/** 'The claim names no order (--order).': the options among the fields that the text is about. */
function nameFlags(text: string, fields: readonly string[], operation: Operation): string {
  const options = listFields(operation).filter(([, { place }]) => place !== 'argument')
  const flags = options.filter(([name]) => fields.includes(name)).map(([name]) => toFlag(name))
  return flags.length ? `${text.replace(/\.$/, '')} (${flags.join(' or ')}).` : text
}
