/** The operator's command line; `npm run ops -- --help` lists the commands. */
import { Command } from 'commander'
import { fileURLToPath } from 'node:url'
import { env } from '~/env.server'
import { runMigrations } from '../server/migrate'
import { seedDemo } from './demo-seed'

const program = new Command('ops').description('The operator’s commands.')

program
  .command('migrate')
  .description('bring the database to the newest schema')
  .action(async () => {
    await runMigrations(env().databaseUrl!, fileURLToPath(new URL('../drizzle', import.meta.url)))
    console.log('The database is up to date.')
  })

program.command('demo').command('seed').description('put the demo catalogue and people in').action(seedDemo)

await program.parseAsync()
