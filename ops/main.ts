/** The operator's command line; `npm run ops -- --help` lists the commands. Ends with 0: done, 1: refused, 2: mistyped. */
import { CommanderError } from 'commander'
import { closeDatabase } from '~/db/client.server'
import { SealError } from '~/db/seal.server'
import { findSplitMobile } from './members'
import { noteBegin, noteEnd, type Outcome } from './operator-log'
import { createProgram } from './program'
import { allowClosedPipe, endProcess, RefusedCommand, sayError, sayFailure, UsageError } from './terminal'

const NO_DATABASE = /^(?:ECONN\w+|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT|CONNECTION_\w+)$/

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) {
    const split = error.code === 'commander.excessArguments' && findSplitMobile(process.argv.slice(2))
    if (split) sayError(`Put a number with blanks in quotes: "${split}"`)
    return error.exitCode === 0 ? 0 : 2
  }
  if (error instanceof RefusedCommand || error instanceof UsageError) {
    sayError(error.message)
    return error instanceof UsageError ? 2 : 1
  }
  if (error instanceof SealError) {
    sayError(`${error.message} \`keys status\` shows which key is missing.`)
    return 1
  }
  const code = error instanceof Error ? codeOf(error) : undefined
  if (code && NO_DATABASE.test(code)) sayError(`The database does not answer: ${code}`)
  else sayFailure(error)
  return 1
}

/** Of the error or of what caused it. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : undefined
}

allowClosedPipe()
const program = createProgram()
program.hook('preAction', (_, command) => noteBegin(command))
let outcome: Outcome = 'done'
try {
  await program.parseAsync()
  if (process.exitCode) outcome = 'partly'
} catch (error) {
  process.exitCode = exitCodeOf(error)
  outcome = error instanceof RefusedCommand || error instanceof UsageError ? 'refused' : 'failed'
}
await noteEnd(outcome).catch(() => {})
await closeDatabase()
endProcess()
