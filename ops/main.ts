/** The operator's command line; `npm run ops -- --help` lists the commands. Ends with 0: done, 1: refused, 2: mistyped. */
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { closeDatabase } from '~/db/client.server'
import { env } from '~/env.server'
import { runMigrations } from '../server/migrate'
import { auditCommand } from './audit'
import { catalogueCommands } from './catalogue'
import { conflictCommands } from './conflicts'
import { conversionCommands } from './conversions'
import { demoCommands } from './demo'
import { flashSaleCommands } from './flash-sale'
import { networkCommands } from './networks'
import { newsletterCommands } from './newsletter'
import { logCommand, noteBegin, noteEnd, type Outcome } from './operator-log'
import { otpCommands } from './otp'
import { postbackCommands } from './postbacks'
import { shortlinkCommands } from './shortlinks'
import { sweepCommand } from './sweep'
import { statsCommand } from './stats'
import { subscriberCommands } from './subscribers'
import { RefusedCommand, say, UsageError } from './terminal'
import { userCommands } from './users'
import { withdrawalCommands } from './withdrawals'
import { workCommand } from './work'

const program = new Command('npm run ops --')
  .description('The operator’s commands. They work while the server runs, and while it does not.')
  .addHelpText(
    'after',
    `
A day at the desk:
  $ npm run ops -- stats
  $ npm run ops -- postbacks list --state quarantined
  $ npm run ops -- withdrawals list --status requested
  $ npm run ops -- audit

Each command explains itself:
  $ npm run ops -- withdrawals --help

It ends with 0 when all is well, 1 when the command was refused or found defects, 2 when it was mistyped.
\`npm run -s ops -- …\` prints nothing but the answer.`,
  )

program
  .command('migrate')
  .description('bring the database to the newest schema')
  .action(async () => {
    await runMigrations(env().databaseUrl!, fileURLToPath(new URL('../drizzle', import.meta.url)))
    say('The database is up to date.')
  })
program.addCommand(statsCommand())
program.addCommand(catalogueCommands())
program.addCommand(withdrawalCommands())
program.addCommand(conflictCommands())
program.addCommand(userCommands())
program.addCommand(networkCommands())
program.addCommand(postbackCommands())
program.addCommand(conversionCommands())
program.addCommand(sweepCommand())
program.addCommand(auditCommand())
program.addCommand(flashSaleCommands())
program.addCommand(shortlinkCommands())
program.addCommand(newsletterCommands())
program.addCommand(subscriberCommands())
program.addCommand(otpCommands())
program.addCommand(workCommand())
program.addCommand(logCommand())
program.addCommand(demoCommands())

/** Commander ends the process itself unless every command is told to throw. */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError('Add --help to see how it is used.')
  command.commands.forEach(prepare)
}

const NO_DATABASE = /^(?:ECONN\w+|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT|CONNECTION_\w+)$/

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof RefusedCommand || error instanceof UsageError) {
    console.error(error.message)
    return error instanceof UsageError ? 2 : 1
  }
  const code = error instanceof Error ? codeOf(error) : undefined
  if (code && NO_DATABASE.test(code)) console.error(`The database does not answer: ${code}`)
  else console.error(error)
  return 1
}

/** Of the error or of what caused it. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : undefined
}

// Whoever reads may stop reading (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
prepare(program)
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
// A pipe that is still open must not keep it alive; what was printed is on its way.
process.stdout.write('', () => process.exit())
