/** The options that lists share, and how a list is printed: as a table, as JSON, or as CSV. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { csvLine } from '~/csv'
import { dayInIndia, midnightInIndia, startOfDayInIndia, timeForSheets } from '~/dates'
import type { Period } from '~/db/period.server'
import { memberOption, requireMember } from './members'
import { limitedTable, type Column, type Shown } from './shown'
import { requireStore, storeOption } from './stores'
import { readId, say, sayCsv, sayError, sayJson, UsageError } from './terminal'

/** Which of the shared options a list takes besides --limit and --json; a text says what of it they choose. */
interface Takes {
  description?: string
  member?: string
  store?: string
  /** With --from and --to; the text says what happened on these days. */
  days?: string
  csv?: boolean
}

/** A `list` command of the group; its action reads the options with readFilter() and prints with sayList(). */
export const listCommand = (group: Command, takes: Takes = {}): Command =>
  addListOptions(group.command('list').description(takes.description ?? 'the newest first'), takes)

/** The same options on a command of another name. */
export function addListOptions(command: Command, takes: Takes): Command {
  if (takes.member) command.addOption(memberOption(takes.member))
  if (takes.store) command.addOption(storeOption(takes.store))
  if (takes.days) addDays(command, takes.days)
  command
    .option('--limit <number>', 'how many at most', readId, 50)
    .option('--json', 'for scripts: one JSON list')
  if (takes.csv) command.addOption(csvOption())
  return command
}

/** --from and --to: days in India, both included. */
export const addDays = (command: Command, what: string): Command =>
  command
    .addOption(new Option('--from <day>', `${what} on this day or later: ${DAY}`).argParser(readFirstDay))
    .addOption(new Option('--to <day>', `${what} on this day or before`).argParser(readLastDay))

export const csvOption = () => new Option('--csv', 'for a spreadsheet; times are India’s').conflicts('json')

/** A `show` command of the group for a row of its list. */
export const showCommand = (group: Command, description: string): Command =>
  group
    .command('show')
    .description(description)
    .argument('<id>', 'its number in the list', readId)
    .option('--json', 'for scripts: one JSON object')

const DAY = '2026-11-21, today or yesterday'

/** The day in India as the instant at which it began. */
export function readFirstDay(typed: string): Date {
  const now = new Date()
  if (typed === 'today') return startOfDayInIndia(now)
  if (typed === 'yesterday') return startOfDayInIndia(new Date(startOfDayInIndia(now).getTime() - 1))
  const day = /^\d{4}-\d\d-\d\d$/.test(typed) ? new Date(`${typed}T00:00:00+05:30`) : null
  // 30 February would be a day in March.
  if (!day || Number.isNaN(day.getTime()) || dayInIndia(day).date !== typed)
    throw new InvalidArgumentError(`It must be a day: ${DAY}.`)
  return day
}

/** The same as the instant at which the day ends. */
export const readLastDay = (typed: string): Date => midnightInIndia(readFirstDay(typed))

/** The options as listCommand() declares them. */
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

/** Member, store and days as the queries take them. Refused for a member or a store that is not there. */
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
  /** What a row is: 'sale'. */
  one: string
  /** What is said of an empty list. */
  none: Shown
  forScripts: (row: Row) => Facts
  /** The columns of the CSV: names of forScripts(). */
  fields?: readonly (keyof Facts & string)[]
}

/** Prints a list as the options ask for it. */
export function sayList<Row, Facts extends object>(
  rows: readonly Row[],
  { limit, json, csv }: Pick<ListOptions, 'limit' | 'json' | 'csv'>,
  { columns, one, none, forScripts, fields = [] }: ListForm<Row, Facts>,
): void {
  if (json) return sayJson(rows.map(forScripts))
  if (csv) return sayCsvList(rows.map(forScripts), fields, rows.length >= limit ? limit : null)
  if (!rows.length) return say(none)
  say(limitedTable(rows, columns, limit, one))
}

/** Amounts are plain numbers, times India's. A list that was cut says so on standard error. */
export function sayCsvList<Facts extends object>(
  rows: readonly Facts[],
  fields: readonly (keyof Facts & string)[],
  cutAt: number | null,
): void {
  const isTime = (field: string) => /_(?:at|until)$/.test(field)
  sayCsv(csvLine(fields.map((field) => (isTime(field) ? `${field} (IST)` : field))))
  for (const row of rows) sayCsv(csvLine(fields.map((field) => cellOf(row[field]))))
  if (cutAt !== null) sayError(`Cut at ${cutAt}: --limit takes more.`)
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return timeForSheets(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
