import { readId } from '~/platform/formats/ids'
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError } from 'commander'
import { escapeText } from '~/platform/formats/characters'
import { escapeJson, formatJson } from '~/platform/formats/json'
import { lines, SafeText, text, type Value } from './safe-text'

/** The process exits with 2. */
export class UsageError extends Error {}

export interface Answers {
  json?: boolean
}

/** Escapes the values. Nothing else in ops/ writes to the terminal, so that no raw string can be printed. */
export function print(literals: TemplateStringsArray, ...values: Value[]): void
export function print(safe: SafeText): void
export function print(first: TemplateStringsArray | SafeText, ...values: Value[]): void {
  const safe = first instanceof SafeText ? first : text(first, ...values)
  process.stdout.write(`${safe.toString()}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${formatJson(value, 2)}\n`)
}

export function printJsonPart(json: string): void {
  process.stdout.write(escapeJson(json))
}

/** Keeps the line ends of csvLine() and escapes everything else that could steer a terminal. */
export function printCsv(csv: string): void {
  process.stdout.write(csv.split('\r\n').map(escapeText).join('\r\n'))
}

export function printError(message: string): void {
  process.stderr.write(`${escapeText(message)}\n`)
}

/** Indents all lines but the first, because the message may quote data. */
export function printFailure(error: unknown): void {
  const all = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const safe = lines(all.split('\n').map((line, i) => (i ? `    ${line.trim()}` : line)))
  process.stderr.write(`${safe.toString()}\n`)
  if (error instanceof Error && error.cause !== undefined) printFailure(error.cause)
}

/** Escapes commander's messages, which quote what was typed. */
export const commanderOutput = {
  writeOut: (help: string) => void process.stdout.write(lines(help.split('\n')).toString()),
  writeErr: (complaint: string) => void process.stderr.write(lines(complaint.split('\n')).toString()),
}

export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Flushes stdout first, even if a pipe is still open. */
export function endProcess(): void {
  process.stdout.write('', () => process.exit())
}

/** Null: there is no terminal; '': Ctrl-C or Ctrl-D. */
export async function askText(question: string): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const away = new AbortController()
  terminal.once('SIGINT', () => away.abort()).once('close', () => away.abort())
  try {
    return await terminal.question(escapeText(question), { signal: away.signal }).catch(() => '')
  } finally {
    terminal.close()
  }
}

export async function askToConfirm(question: string): Promise<'yes' | 'no' | 'nobody'> {
  const answer = await askText(`${question} [y/N] `)
  if (answer === null) return 'nobody'
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no'
}

/** `done` is a part from 0 to 1. Without a terminal nothing is shown. */
export function createProgressBar(): { show: (done: number, words: string) => void; end: () => void } {
  const out = process.stderr
  if (!out.isTTY) return { show() {}, end() {} }
  const WIDTH = 30
  return {
    show(done, words) {
      const filled = Math.round(Math.min(1, done) * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      out.write(
        `\r\x1b[K${bar} ${String(Math.floor(Math.min(1, done) * 100)).padStart(3)}%  ${escapeText(words)}`,
      )
    },
    end: () => out.write('\r\x1b[K'),
  }
}

export function requireNumber(typed: string): number {
  const number = readId(typed)
  if (number === null) throw new InvalidArgumentError('It must be a number such as 12.')
  return number
}
