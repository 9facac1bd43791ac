import { CommanderError } from 'commander'
import { findUnavailableCode } from '~/db/client.server'
import { env } from '~/config/env.server'
import { explainDatabaseFailure } from '~/runtime/database-failure'
import { SealError } from '~/db/seal.server'
import { recordCommandEnd, type CommandOutcome } from '~/wallet/audit/command-log.server'
import { printDatabase } from './database-line'
import { findSplitMobile } from './members'
import { recordBegin, requireOwner } from './operator-log'
import { createProgram, isOperation } from './program'
import { RefusalError } from '~/operations/refusal'
import { printError, printFailure, UsageError } from './terminal'

/** Returns the exit code. Leaves the database open. */
export async function runCommand(words: readonly string[]): Promise<number> {
  let entry: number | undefined
  let outcome: CommandOutcome = 'done'
  let code = 0
  const program = await createProgram(words)
  program.hook('preAction', async (_, command) => {
    printDatabase()
    if (isOperation(command)) return
    await requireOwner(command)
    entry = await recordBegin(command, words)
  })
  try {
    await program.parseAsync(words, { from: 'user' })
    code = Number(process.exitCode ?? 0)
    if (code) outcome = 'partly'
  } catch (error) {
    code = findExitCode(error, words)
    outcome = error instanceof RefusalError || error instanceof UsageError ? 'refused' : 'failed'
  }
  if (entry !== undefined) await recordCommandEnd(entry, outcome).catch(() => {})
  return code
}

function findExitCode(error: unknown, words: readonly string[]): number {
  if (error instanceof CommanderError) {
    const split = error.code === 'commander.excessArguments' && findSplitMobile(words)
    if (split) printError(`Put a number with blanks in quotes: "${split}"`)
    return error.exitCode === 0 ? 0 : 2
  }
  if (error instanceof RefusalError || error instanceof UsageError) {
    if (error instanceof RefusalError) error.details.forEach(printError)
    printError(error.message)
    return error instanceof UsageError ? 2 : 1
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
