import { readId } from '~/formats/ids'
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError } from 'commander'
import { escapeText } from '~/formats/characters'
import { escapeJson, writeJson } from '~/formats/json'
import { Refused } from '~/operations/refusal'
import { lines, SafeText, text, type Value } from './safe-text'

/** The process exits with 1. */
export class RefusedCommand extends Refused {}

/** The process exits with 2. */
export class UsageError extends Error {}

export interface Answers {
  json?: boolean
}

/** Escapes the interpolated values. Nothing else in ops/ writes to the terminal, so no raw string can be printed. */
export function print(literals: TemplateStringsArray, ...values: Value[]): void
export function print(safe: SafeText): void
export function print(first: TemplateStringsArray | SafeText, ...values: Value[]): void {
  const safe = first instanceof SafeText ? first : text(first, ...values)
  process.stdout.write(`${safe.toString()}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${writeJson(value, 2)}\n`)
}

/** Prints a part of a document that is too long for memory; adds no line break. */
export function printJsonPart(json: string): void {
  process.stdout.write(escapeJson(json))
}

/** Keeps the line ends of csvLine(); escapes everything else that could steer a terminal. */
export function printCsv(csv: string): void {
  process.stdout.write(csv.split('\r\n').map(escapeText).join('\r\n'))
}

export function printError(message: string): void {
  process.stderr.write(`${escapeText(message)}\n`)
}

/** Prints an unexpected error. Indents all lines but the first, because the message may quote data. */
export function printFailure(error: unknown): void {
  const all = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const safe = lines(all.split('\n').map((line, i) => (i ? `    ${line.trim()}` : line)))
  process.stderr.write(`${safe.toString()}\n`)
  if (error instanceof Error && error.cause !== undefined) printFailure(error.cause)
}

/** For commander's help and error messages, which quote what was typed. */
export const commanderOutput = {
  writeOut: (help: string) => void process.stdout.write(lines(help.split('\n')).toString()),
  writeErr: (complaint: string) => void process.stderr.write(lines(complaint.split('\n')).toString()),
}

/** For `| head`, which closes the pipe early. */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Exits once stdout is flushed, even if a pipe is still open. */
export function endProcess(): void {
  process.stdout.write('', () => process.exit())
}

/** Null if there is no terminal; empty for Ctrl-C and Ctrl-D. */
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

/** Asks on the terminal; 'nobody' if there is none. */
export async function askToConfirm(question: string): Promise<'yes' | 'no' | 'nobody'> {
  const answer = await askText(`${question} [y/N] `)
  if (answer === null) return 'nobody'
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no'
}

/** Does nothing without a terminal. `done` is a fraction from 0 to 1. */
export function progressBar(): { show: (done: number, words: string) => void; end: () => void } {
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

/** For options of commander. */
export function requireNumber(typed: string): number {
  const number = readId(typed)
  if (number === null) throw new InvalidArgumentError('It must be a number such as 12.')
  return number
}
