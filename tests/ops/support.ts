// Runs commands within the test process, which is much faster than a process for each (process.ts).
import os from 'node:os'
import { inspect } from 'node:util'
import { desc } from 'drizzle-orm'
import { vi } from 'vitest'
import { db, type Tx } from '~/platform/db/client.server'
import { computeFingerprint } from '~/desk/fingerprint.server'
import type { Change, Operation } from '~/desk/operation'
import { TOPICS } from '~/desk/topics'
import { recordCommand } from '~/domain/operators/command-log.server'
import { operatorLog } from '~/platform/db/schema/operations'
import { runCommand } from '../../ops/run-command'

export { file } from './files'

export interface Answer {
  code: number | null
  out: string
  err: string
}

let isComparing = true

/** Off for tests that expect numbers of sequences, which a preview uses up. */
export const setComparing = (isOn: boolean): void => {
  isComparing = isOn
}

const compared = new WeakSet<Operation>()

/** Each change that a test does is what its preview has said, as a form at the desk compares the two. */
async function comparePreviews(topicName: string): Promise<void> {
  const found = await TOPICS[topicName]?.load()
  for (const operation of found?.topic.operations ?? []) {
    if (operation.kind !== 'change' || compared.has(operation)) continue
    compared.add(operation)
    const { run } = operation
    operation.run = async (input, context, tx) => {
      if (!isComparing) return run(input, context, tx)
      const preview = await runAndRollBack(tx, (inner) => run(input, context, inner))
      const made = await run(input, context, tx)
      if (preview && computeFingerprint(preview) !== computeFingerprint(made))
        throw new Error(
          `${operation.name} cannot be confirmed from its own preview:\n${inspect([preview, made], { depth: 6 })}`,
        )
      return made
    }
  }
}

/** Undefined: it is refused. */
async function runAndRollBack(tx: Tx, run: (tx: Tx) => Promise<Change>): Promise<Change | undefined> {
  let made: Change | undefined
  await tx
    .transaction(async (inner) => {
      made = await run(inner)
      inner.rollback()
    })
    .catch(() => {})
  return made
}

let running: Promise<unknown> = Promise.resolve()

/** Not reentrant: captures the output of the whole process. */
function captureOutput(work: () => Promise<number>): Promise<Answer> {
  const capture = async () => {
    const answer: Answer = { code: 0, out: '', err: '' }
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((part) => ((answer.out += String(part)), true)),
      vi.spyOn(process.stderr, 'write').mockImplementation((part) => ((answer.err += String(part)), true)),
    ]
    try {
      answer.code = await work()
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

/** Splits like a shell: "two words" are one. */
export const splitWords = (line: string): string[] =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''))

/** Runs a command with its entry in the operator log. `line` is split like by a shell, `more` are whole words. */
export async function ops(line: string, ...more: string[]): Promise<Answer> {
  const words = [...splitWords(line), ...more]
  await comparePreviews(words[0] ?? '')
  return withoutDatabase(await captureOutput(() => runCommand(words)))
}

/** As another account of the machine. */
export async function opsAs(username: string, line: string, ...more: string[]): Promise<Answer> {
  const spy = vi.spyOn(os, 'userInfo').mockReturnValue({ ...os.userInfo(), username } as never)
  try {
    return await ops(line, ...more)
  } finally {
    spy.mockRestore()
  }
}

/** A command that needs a second person: the answer to the one who agrees. */
export async function opsByTwo(line: string): Promise<Answer> {
  for (const osUser of ['asking', 'agreeing']) await recordCommand({ osUser }, 'today')
  await opsAs('asking', line)
  return opsAs('agreeing', line)
}

/** What the command prints with --json. */
export const opsJson = async (line: string, ...more: string[]) =>
  JSON.parse((await ops(line, ...more, '--json')).out)

/** The newest entry of the operator log. */
export async function readLastEntry() {
  const [entry] = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(1)
  return entry!
}

/** Returns what the command prints. Throws unless it ends with 0. */
export async function opsDone(line: string, ...more: string[]): Promise<string> {
  const { code, out, err } = await ops(line, ...more)
  if (code !== 0) throw new Error(`${line}: ${out}${err}`)
  return out
}
