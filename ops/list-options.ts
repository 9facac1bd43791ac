import { InvalidArgumentError, Option, type Command } from 'commander'
import { csvLine } from '~/formats/csv'
import { dayInIndia, midnightInIndia, startOfDayInIndia, timeForSheets } from '~/formats/dates'
import type { Period } from '~/db/period.server'
import { memberOption, requireMember } from './members'
import { limitedTable, type Column, type SafeText } from './safe-text'
import { requireStore, storeOption } from './stores'
import { readId, print, printCsv, printError, printJson, UsageError } from './terminal'

/** Each text describes the option in the help. */
interface Takes {
  description?: string
  member?: string
  store?: string
  /** Adds --from and --to; names the event by which they filter: 'received'. */
  days?: string
  csv?: boolean
}

/** The action reads the options with readFilter() and prints with printList(). */
export const listCommand = (group: Command, takes: Takes = {}): Command =>
  addListOptions(group.command('list').description(takes.description ?? 'newest first'), takes)

export function addListOptions(command: Command, takes: Takes): Command {
  if (takes.member) command.addOption(memberOption(takes.member))
  if (takes.store) command.addOption(storeOption(takes.store))
  if (takes.days) addDays(command, takes.days)
  command
    .option('--limit <number>', 'maximum number of rows', readId, 50)
    .option('--json', 'print a JSON array')
  if (takes.csv) command.addOption(csvOption())
  return command
}

/** Days in India, both inclusive. */
export const addDays = (command: Command, what: string): Command =>
  command
    .addOption(new Option('--from <day>', `${what} on this day or later: ${DAY}`).argParser(readFirstDay))
    .addOption(new Option('--to <day>', `${what} on this day or before`).argParser(readLastDay))

export const csvOption = () => new Option('--csv', 'print CSV; times are in IST').conflicts('json')

export const showCommand = (group: Command, description: string): Command =>
  group
    .command('show')
    .description(description)
    .argument('<id>', 'number in the list', readId)
    .option('--json', 'print a JSON object')

const DAY = '2026-11-21, today or yesterday'

/** Returns the start of the day in India. */
export function readFirstDay(typed: string): Date {
  const now = new Date()
  if (typed === 'today') return startOfDayInIndia(now)
  if (typed === 'yesterday') return startOfDayInIndia(new Date(startOfDayInIndia(now).getTime() - 1))
  // Shops are not older, and PostgreSQL has no year 0 or 10000.
  const day = /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(typed) ? new Date(`${typed}T00:00:00+05:30`) : null
  // Date rolls 30 February over into March.
  if (!day || Number.isNaN(day.getTime()) || dayInIndia(day).date !== typed)
    throw new InvalidArgumentError(`It must be a day: ${DAY}.`)
  return day
}

/** Returns the end of the day in India. */
export const readLastDay = (typed: string): Date => midnightInIndia(readFirstDay(typed))

export interface ListOptions {
  limit: number
  json?: boolean
  csv?: boolean
  member?: string
  store?: string
  from?: Date
  to?: Date
}

export interface Filter extends Period {
  userId?: number
  storeId?: number
}

/** Throws RefusedCommand if the member or the store does not exist. */
export async function readFilter({
  member,
  store,
  from,
  to,
}: Pick<ListOptions, 'member' | 'store' | 'from' | 'to'>): Promise<Filter> {
  if (from && to && from >= to) throw new UsageError('--from is after --to.')
  return {
    ...(from && { from }),
    ...(to && { before: to }),
    ...(member !== undefined && { userId: (await requireMember(member)).id }),
    ...(store !== undefined && { storeId: (await requireStore(store)).id }),
  }
}

interface ListForm<Row, Facts> {
  columns: readonly Column<Row>[]
  /** The singular noun for a row: 'sale'. */
  one: string
  none: SafeText
  toJson: (row: Row) => Facts
  /** CSV columns: keys of the result of toJson(). */
  fields?: readonly (keyof Facts & string)[]
}

export function printList<Row, Facts extends object>(
  rows: readonly Row[],
  { limit, json, csv }: Pick<ListOptions, 'limit' | 'json' | 'csv'>,
  { columns, one, none, toJson, fields = [] }: ListForm<Row, Facts>,
): void {
  if (json) return printJson(rows.map(toJson))
  if (csv) return printCsvList(rows.map(toJson), fields, rows.length >= limit ? limit : null)
  if (!rows.length) return print(none)
  print(limitedTable(rows, columns, limit, one))
}

/** Times are in IST. Warns on standard error if --limit truncated the list. */
export function printCsvList<Facts extends object>(
  rows: readonly Facts[],
  fields: readonly (keyof Facts & string)[],
  cutAt: number | null,
): void {
  const isTime = (field: string) => /_(?:at|until)$/.test(field)
  printCsv(csvLine(fields.map((field) => (isTime(field) ? `${field} (IST)` : field))))
  for (const row of rows) printCsv(csvLine(fields.map((field) => toCell(row[field]))))
  if (cutAt !== null) printError(`Truncated at ${cutAt}: increase --limit for more.`)
}

function toCell(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return timeForSheets(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
