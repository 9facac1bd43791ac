// Runs commands within the test process, which is much faster than a process for each.
import { CommanderError } from 'commander'
import { vi } from 'vitest'
import { Refused } from '~/operations/refusal'
import { createProgram } from '../../ops/program'
import { runCommand } from '../../ops/run-command'
import { UsageError } from '../../ops/terminal'

export interface Answer {
  code: number | null
  out: string
  err: string
}

let running: Promise<unknown> = Promise.resolve()

/** Not reentrant: captures the output of the whole process. */
function captureOutput(work: (answer: Answer) => Promise<number>): Promise<Answer> {
  const capture = async () => {
    const answer: Answer = { code: 0, out: '', err: '' }
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((part) => ((answer.out += String(part)), true)),
      vi.spyOn(process.stderr, 'write').mockImplementation((part) => ((answer.err += String(part)), true)),
    ]
    try {
      answer.code = await work(answer)
    } finally {
      for (const spy of spies) spy.mockRestore()
      process.exitCode = undefined
    }
    return answer
  }
  const next = running.then(capture)
  running = next.catch(() => {})
  return next
}

/** Every command names its database first, which only tests/ops/database-line.test.ts looks at. */
export const withoutDatabase = (answer: Answer): Answer => ({
  ...answer,
  err: answer.err.replace(/^(?:database: |DEMO database in ).*\n/gm, ''),
})

/** With exit code, output and an entry in the operator log. */
export const runLogged = async (words: readonly string[]): Promise<Answer> =>
  withoutDatabase(await captureOutput(() => runCommand(words)))

/** Only operations are logged; `err` is the message of a refusal. */
export const run = (...words: string[]): Promise<Answer> =>
  captureOutput(async (answer) => {
    try {
      await (await createProgram(words)).parseAsync(words, { from: 'user' })
      return Number(process.exitCode ?? 0)
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
      if (!(error instanceof Refused || error instanceof UsageError)) throw error
      const details = error instanceof Refused ? error.details : []
      answer.err += [...details, error.message].join('\n')
      return error instanceof UsageError ? 2 : 1
    }
  })
