/** What every command shares: what it prints, what it asks, and how it ends. */
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError } from 'commander'
import { escapeJson, writeJson } from '~/json'
import { parseRupees, type Paise } from '~/money'
import { escapeText, lines, Shown, text, type Value } from './shown'

/** A command that says no, in words for the operator; the process ends with 1. */
export class RefusedCommand extends Error {}

/** A command that was typed wrongly; the process ends with 2. */
export class UsageError extends Error {}

/** What nearly every command takes. */
export interface Answers {
  json?: boolean
  yes?: boolean
}

/**
 * Prints say`…`: the words as they stand, the values between them escaped; or a text that is made that way. There is no way
 * to print a string as it is: nothing else in ops/ writes to the terminal.
 */
export function say(literals: TemplateStringsArray, ...values: Value[]): void
export function say(shown: Shown): void
export function say(first: TemplateStringsArray | Shown, ...values: Value[]): void {
  const shown = first instanceof Shown ? first : text(first, ...values)
  process.stdout.write(`${shown.toString()}\n`)
}

/** One JSON document for scripts. */
export function sayJson(value: unknown): void {
  process.stdout.write(`${writeJson(value, 2)}\n`)
}

/** A piece of a JSON document that is too long for the memory; its line ends are the document's own. */
export function sayJsonPart(json: string): void {
  process.stdout.write(escapeJson(json))
}

/** Lines of a CSV as csvLine() makes them: their ends stay, whatever else could steer a terminal is escaped. */
export function sayCsv(csv: string): void {
  process.stdout.write(csv.split('\r\n').map(escapeText).join('\r\n'))
}

/** On standard error: one line, its values escaped. */
export function sayError(message: string): void {
  process.stderr.write(`${escapeText(message)}\n`)
}

/** An error that nobody foresaw, with its place. Its message may quote data: every line but the first is indented. */
export function sayFailure(error: unknown): void {
  const all = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const shown = lines(all.split('\n').map((line, i) => (i ? `    ${line.trim()}` : line)))
  process.stderr.write(`${shown.toString()}\n`)
  if (error instanceof Error && error.cause !== undefined) sayFailure(error.cause)
}

/** What commander prints, help and complaints: lines of its own, with what was typed among them. */
export const commanderOutput = {
  writeOut: (help: string) => void process.stdout.write(lines(help.split('\n')).toString()),
  writeErr: (complaint: string) => void process.stderr.write(lines(complaint.split('\n')).toString()),
}

/** Whoever reads may stop reading (`| head`). */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Ends the process when what was printed is on its way; a pipe that is still open must not keep it alive. */
export function endProcess(): void {
  process.stdout.write('', () => process.exit())
}

/** Asks on a terminal, unless `yes`; elsewhere nobody is there to answer. Throws RefusedCommand for anything but yes. */
export async function confirm(question: string, { yes }: { yes?: boolean | undefined }): Promise<void> {
  if (yes || !process.stdin.isTTY || !process.stdout.isTTY) return
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const away = new AbortController()
  // Ctrl-C and Ctrl-D are a no.
  terminal.once('SIGINT', () => away.abort()).once('close', () => away.abort())
  try {
    const answer = await terminal
      .question(`${escapeText(question)} [y/N] `, { signal: away.signal })
      .catch(() => '')
    if (!/^y(es)?$/i.test(answer.trim())) throw new RefusedCommand('Nothing was done.')
  } finally {
    terminal.close()
  }
}

/** The same for what moves money: where nobody is there to answer, only `yes` does it. */
export async function confirmMoney(question: string, answers: { yes?: boolean | undefined }): Promise<void> {
  if (!answers.yes && (!process.stdin.isTTY || !process.stdout.isTTY))
    throw new RefusedCommand(`${question} There is no terminal to confirm it: pass --yes.`)
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
      out.write(
        `\r\x1b[K${bar} ${String(Math.floor(Math.min(1, done) * 100)).padStart(3)}%  ${escapeText(words)}`,
      )
    },
    end: () => out.write('\r\x1b[K'),
  }
}

/** The number of a row, as an argument. */
export function readId(typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new InvalidArgumentError('It must be a number such as 12.')
  return Number(typed)
}

/** An amount above zero, as an argument. */
export function readAmount(typed: string): Paise {
  const amount = parseRupees(typed)
  if (amount === null || amount === 0n) throw new InvalidArgumentError('It must be rupees such as 123.45.')
  return amount
}

/** What steers a terminal or turns the text around it: such texts are kept, and shown to members. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Makes the reader of an argument that is a text of at most so many characters and says something. */
export const textUpTo = (max: number) => (typed: string) => {
  const trimmed = typed.trim()
  if (!trimmed || trimmed.length > max)
    throw new InvalidArgumentError(`It must have between 1 and ${max} characters.`)
  if (STEERING.test(trimmed))
    throw new InvalidArgumentError('It must not have control characters or line breaks.')
  return trimmed
}

/** A reason, reference or remark, as an argument. */
export const readText = textUpTo(200)
