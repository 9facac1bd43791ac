/** What every command shares: what it prints, what it asks, and how it ends. */
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError } from 'commander'

/** A command that says no, in words for the operator; the process ends with 1. */
export class RefusedCommand extends Error {}

/** A command that was typed wrongly; the process ends with 2. */
export class UsageError extends Error {}

/** What nearly every command takes. */
export interface Answers {
  json?: boolean
  yes?: boolean
}

export interface Column<Row> {
  head: string
  cell: (row: Row) => string
  /** Numbers stand at the right. */
  right?: boolean
}

/** Rows under their heads, as wide as the widest cell. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => printable(cell(row)))),
  ]
  const widths = columns.map((_, i) => Math.max(...lines.map((cells) => lengthOf(cells[i]!))))
  return lines
    .map((cells) =>
      cells
        .map((text, i) => pad(text, widths[i]!, columns[i]!.right))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A text of strangers does not steer the terminal. */
const printable = (text: string) => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

const lengthOf = (text: string) => Array.from(text).length

function pad(text: string, width: number, right = false): string {
  const space = ' '.repeat(width - lengthOf(text))
  return right ? space + text : text + space
}

/** '3 withdrawals', '1 withdrawal'. */
export const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** A table with the number of its rows below, and how to see more where it was cut at `limit`; `one`: what a row is. */
export const limitedTable = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  limit: number,
  one: string,
) =>
  `${table(rows, columns)}\n\n${counted(rows.length, one)}${rows.length === limit ? ' (--limit shows more)' : ''}`

/** No longer than `most` characters. */
export const short = (text: string, most: number) =>
  lengthOf(text) <= most
    ? text
    : `${Array.from(text)
        .slice(0, most - 1)
        .join('')}…`

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** One JSON document for scripts. */
export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2))
}

/** Asks on a terminal, unless `yes`; elsewhere nobody is there to answer. Throws RefusedCommand for anything but yes. */
export async function confirm(question: string, { yes }: { yes?: boolean | undefined }): Promise<void> {
  if (yes || !process.stdin.isTTY || !process.stdout.isTTY) return
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const away = new AbortController()
  // Ctrl-C and Ctrl-D are a no.
  terminal.once('SIGINT', () => away.abort()).once('close', () => away.abort())
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: away.signal }).catch(() => '')
    if (!/^y(es)?$/i.test(answer.trim())) throw new RefusedCommand('Nothing was done.')
  } finally {
    terminal.close()
  }
}

/** The same for what moves money: where nobody is there to answer, only `yes` does it. */
export async function confirmMoney(question: string, answers: { yes?: boolean | undefined }): Promise<void> {
  if (!answers.yes && (!process.stdin.isTTY || !process.stdout.isTTY))
    throw new RefusedCommand(`${question} Nobody is there to answer: say --yes.`)
  await confirm(question, answers)
}

/** A bar on a terminal; elsewhere nothing. Give it how much is done, from 0 to 1, and some words. */
export function progressBar(): { show(done: number, words: string): void; end(): void } {
  const out = process.stderr
  if (!out.isTTY) return { show() {}, end() {} }
  const WIDTH = 30
  return {
    show(done, words) {
      const filled = Math.round(Math.min(1, done) * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      out.write(`\r\x1b[K${bar} ${String(Math.floor(Math.min(1, done) * 100)).padStart(3)}%  ${words}`)
    },
    end: () => out.write('\r\x1b[K'),
  }
}

/** The number of a row, as an argument. */
export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a number such as 12.')
  return Number(text)
}

/** A text that says something, as an argument. */
export function readText(text: string): string {
  const trimmed = text.trim()
  if (!trimmed || trimmed.length > 200)
    throw new InvalidArgumentError('It must have between 1 and 200 characters.')
  return trimmed
}
