import { CommanderError } from 'commander'
import { findUnavailableCode } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { explainDatabaseFailure } from '~/platform/database-failure'
import { SealError } from '~/platform/db/seal.server'
import { recordCommandEnd, type CommandOutcome } from '~/domain/operators/command-log.server'
import type { CliOptions } from './cli-options'
import { printDatabase } from './database-line'
import { findSplitMobile } from './members'
import { recordBegin, requireOwner } from './operator-log'
import { createProgram, getOperation } from './program'
import { listLines } from './render'
import type { Operation } from '~/desk/operation'
import { RefusalError, toHint } from '~/desk/refusal'
import { printError, printFailure, printJson, UsageError } from './terminal'

/** Returns the exit code. Leaves the database open. */
export async function runCommand(words: readonly string[]): Promise<number> {
  let entry: number | undefined
  let outcome: CommandOutcome = 'done'
  let code = 0
  let operation: Operation | undefined
  let json = false
  const program = await createProgram(words)
  program.hook('preAction', async (_, command) => {
    printDatabase()
    operation = getOperation(command)
    json = command.opts<CliOptions>().json === true
    if (operation) return
    await requireOwner(command)
    entry = await recordBegin(command, words)
  })
  try {
    await program.parseAsync(words, { from: 'user' })
    code = Number(process.exitCode ?? 0)
    if (code) outcome = 'partly'
  } catch (error) {
    code =
      error instanceof RefusalError ? await printRefusal(error, operation, json) : findExitCode(error, words)
    outcome = error instanceof RefusalError || error instanceof UsageError ? 'refused' : 'failed'
  }
  if (entry !== undefined) await recordCommandEnd(entry, outcome).catch(() => {})
  return code
}

/** With --json, its data are printed too. Returns the exit code. */
async function printRefusal(
  error: RefusalError,
  operation: Operation | undefined,
  json: boolean,
): Promise<number> {
  const { message, fields, details, next } = error
  details.forEach(printError)
  for (const line of await listLines(toHint(error), undefined, operation)) printError(line)
  if (json) printJson({ refused: { message, fields, details, next } })
  return 1
}

function findExitCode(error: unknown, words: readonly string[]): number {
  if (error instanceof CommanderError) {
    const split = error.code === 'commander.excessArguments' && findSplitMobile(words)
    if (split) printError(`Put a number with blanks in quotes: "${split}"`)
    return error.exitCode === 0 ? 0 : 2
  }
  if (error instanceof UsageError) {
    printError(error.message)
    return 2
  }
  if (error instanceof SealError) {
    printError(`${error.message} \`keys status\` shows which key is missing.`)
    return 1
  }
  const failure = explainDatabaseFailure(error, env().databaseUrl!) ?? findUnavailableCode(error)
  if (failure !== null) printError(`The database cannot be used: ${failure}`)
  else printFailure(error)
  return 1
}
