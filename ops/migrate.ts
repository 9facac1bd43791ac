import { Command } from 'commander'
import { env } from '~/config/env.server'
import { DatabaseTooOld, runMigrations } from '~/db/migrate.server'
import { RefusalError } from '~/operations/refusal'
import { writeFirstValues } from '~/settings/first-values.server'
import { describeIneffectiveVariable } from '~/settings/current-values'
import { findMigrationsFolder } from './migrations'
import { print, printError } from './terminal'

export const createMigrateCommand = (): Command => new Command('migrate').action(migrate)

async function migrate(): Promise<void> {
  const url = env().databaseUrl!
  await runMigrations(url, findMigrationsFolder()).catch((error) => {
    throw error instanceof DatabaseTooOld ? new RefusalError(error.message) : error
  })
  for (const variable of await writeFirstValues(url, env())) printError(describeIneffectiveVariable(variable))
  print`The database is up to date.`
}
