// The commands that need the embedded database stopped (scripts/ops.mjs). Exit codes: 0 done, 1 refused, 2 usage error.
import { Command, CommanderError } from 'commander'
import { backupCommands } from './backup'
import { commandPrefix } from './command-name'
import { commanderOutput, RefusedCommand, sayError, sayFailure } from './terminal'

const program = new Command(commandPrefix())
for (const command of [program, ...backupCommands()]) {
  command.configureOutput(commanderOutput).exitOverride()
  if (command !== program) program.addCommand(command)
}

try {
  await program.parseAsync(process.argv.slice(2), { from: 'user' })
} catch (error) {
  process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : 1
  if (error instanceof RefusedCommand) sayError(error.message)
  else if (!(error instanceof CommanderError)) sayFailure(error)
}
