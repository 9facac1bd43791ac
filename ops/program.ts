import { Command } from 'commander'
import { env } from '~/config/env.server'
import { formatRupees } from '~/formats/money'
import { runMigrations } from '~/db/migrate.server'
import { writeFirstValues } from '~/settings/first-values.server'
import { describeDiffering } from '~/settings/in-force'
import { adjustmentCommands } from './adjustments'
import { alertCommands } from './alerts'
import { auditCommand } from './audit'
import { backupCommands } from './backup'
import { bankCommands } from './bank'
import { bookCommands } from './books'
import { catalogueCommands } from './catalogue'
import { commandPrefix, quietPrefix } from './command-name'
import { conflictCommands } from './conflicts'
import { conversionCommands } from './conversions'
import { demoCommands } from './demo'
import { flashSaleCommands } from './flash-sale'
import { imageCommands } from './images'
import { migrationsFolder } from './migrations'
import { networkCommands } from './networks'
import { noteCommands } from './notes'
import { keyCommands } from './keys'
import { newsletterCommands } from './newsletter'
import { otpCommands } from './otp'
import { pageCommands } from './pages'
import { postbackCommands } from './postbacks'
import { rateCommands } from './rates'
import { restoredCommand } from './restored'
import { searchCommands } from './searches'
import { settingCommands } from './settings'
import { shortlinkCommands } from './shortlinks'
import { signalCommands } from './signals'
import { sweepCommand } from './sweep'
import { statsCommand } from './stats'
import { subscriberCommands } from './subscribers'
import { storeCommands } from './store-record'
import { userCommands } from './users'
import { visitCommands } from './visits'
import { withdrawalCommands } from './withdrawals'
import { workCommand } from './work'
import { logCommand } from './operator-log'
import { commanderOutput, say, sayError } from './terminal'

/** Commands throw instead of exiting, and print only by ops/terminal.ts. */
export function createProgram(): Command {
  const program = describeProgram()
  program
    .command('migrate')
    .description('apply pending database migrations')
    .action(async () => {
      const url = env().databaseUrl!
      await runMigrations(url, migrationsFolder())
      for (const differing of await writeFirstValues(url, env())) sayError(describeDiffering(differing))
      say`The database is up to date.`
    })
  program.addCommand(statsCommand())
  program.addCommand(catalogueCommands())
  program.addCommand(imageCommands())
  program.addCommand(searchCommands())
  program.addCommand(rateCommands())
  program.addCommand(storeCommands())
  program.addCommand(withdrawalCommands())
  program.addCommand(conflictCommands())
  program.addCommand(userCommands())
  program.addCommand(adjustmentCommands())
  program.addCommand(settingCommands())
  program.addCommand(visitCommands())
  program.addCommand(noteCommands())
  program.addCommand(signalCommands())
  program.addCommand(networkCommands())
  program.addCommand(postbackCommands())
  program.addCommand(conversionCommands())
  program.addCommand(sweepCommand())
  program.addCommand(auditCommand())
  program.addCommand(alertCommands())
  program.addCommand(bankCommands())
  program.addCommand(bookCommands())
  program.addCommand(flashSaleCommands())
  program.addCommand(shortlinkCommands())
  program.addCommand(pageCommands())
  program.addCommand(newsletterCommands())
  program.addCommand(subscriberCommands())
  program.addCommand(keyCommands())
  program.addCommand(otpCommands())
  program.addCommand(workCommand())
  backupCommands().forEach((command) => program.addCommand(command))
  program.addCommand(restoredCommand())
  program.addCommand(logCommand())
  program.addCommand(demoCommands())
  prepare(program)
  return program
}

const describeProgram = () =>
  new Command(commandPrefix())
    .description('Operator commands. They work whether or not the server is running.')
    .addHelpText(
      'after',
      `
A day at the desk:
  $ ${commandPrefix()} stats
  $ ${commandPrefix()} alerts list
  $ ${commandPrefix()} postbacks list --state quarantined
  $ ${commandPrefix()} withdrawals list --status requested
  $ ${commandPrefix()} visits list --member 9000000001
  $ ${commandPrefix()} audit

Each command explains itself:
  $ ${commandPrefix()} withdrawals --help

It ends with 0 when all is well, 1 when the command was refused or found defects, 2 when it was mistyped.
\`${quietPrefix()} …\` prints nothing but the answer.`,
    )

/** Without exitOverride() on every command commander exits the process itself; in the help it writes defaults as JSON. */
function prepare(command: Command): void {
  for (const option of command.options)
    if (typeof option.defaultValue === 'bigint')
      option.defaultValueDescription ??= formatRupees(option.defaultValue)
  command
    .configureOutput(commanderOutput)
    .exitOverride()
    .showHelpAfterError('Add --help to see how it is used.')
  command.commands.forEach(prepare)
}
