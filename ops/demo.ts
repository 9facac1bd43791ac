import { Command } from 'commander'
import { env } from '~/platform/config/env.server'
import { RefusalError } from '~/desk/refusal'
import { demoOperator, demoPeople } from '../environment/demo-people'
import { seedDemo } from './demo-seed'
import { table } from './safe-text'
import { print } from './terminal'

export function createDemoCommands(): Command {
  const group = new Command('demo')
  group
    .command('seed')
    .description('create the demo catalogue and members; existing rows stay unchanged')
    .option('-y, --yes', 'allow it outside demo mode; the passwords of these members are public')
    .action(seed)
  return group
}

async function seed({ yes }: { yes?: boolean }): Promise<void> {
  if (!env().demo && !yes)
    throw new RefusalError(
      'This is not a demo: it would get people whose passwords everyone knows. --yes adds them anyway.',
    )
  await seedDemo()
  print`The demo’s catalogue and people are in. Sign in as:`
  print(
    table(demoPeople, [
      { head: 'MOBILE NUMBER', cell: (person) => person.phone_number },
      { head: 'PASSWORD', cell: (person) => person.password },
      { head: 'NAME', cell: (person) => person.username },
    ]),
  )
  if (env().demo) print`At the desk (/Desk): ${demoOperator.name}, ${demoOperator.password}.`
}
