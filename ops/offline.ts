// The commands that need the embedded database stopped (scripts/ops.mjs). Exit codes: 0 done, 1 refused, 2 usage error.
import { CommanderError } from 'commander'
import { createProgram } from './program'
import { RefusedCommand, sayError, sayFailure } from './terminal'

const words = process.argv.slice(2)
const program = await createProgram(words)

try {
  await program.parseAsync(words, { from: 'user' })
} catch (error) {
  process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : 1
  if (error instanceof RefusedCommand) sayError(error.message)
  else if (!(error instanceof CommanderError)) sayFailure(error)
}
