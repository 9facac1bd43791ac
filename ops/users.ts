/** `users`: what a person asks the operator for. */
import { Command } from 'commander'
import { normalizePhone } from '~/accounts/rules'
import { findUserById, findUserByPhone } from '~/accounts/users.server'
import { writeStatement } from '~/wallet/statement.server'
import { RefusedCommand } from './terminal'

export function userCommands(): Command {
  const group = new Command('users').description('people and their money').addHelpText(
    'after',
    `
Examples:
  $ npm run -s ops -- users statement 1001 > statement.csv
  $ npm run -s ops -- users statement 9000000001`,
  )
  group
    .command('statement')
    .argument('<user>', 'the member’s number, or the mobile number')
    .description('every movement of a wallet as CSV, with a running balance that ends in the balance')
    .action(statement)
  return group
}

async function statement(user: string): Promise<void> {
  for await (const lines of writeStatement(await requireMember(user))) process.stdout.write(lines)
}

/** Also the number of an account that was deleted: its movements are kept. */
async function requireMember(text: string): Promise<number> {
  const phone = normalizePhone(text)
  const found = phone
    ? await findUserByPhone(phone)
    : /^[1-9]\d{0,14}$/.test(text)
      ? await findUserById(Number(text))
      : null
  if (!found) throw new RefusedCommand(`There is no member ${text}.`)
  return found.id
}
