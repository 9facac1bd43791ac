import { quietPrefix } from './command-name'
import { Command } from 'commander'
import { formatDate } from '~/formats/dates'
import { env } from '~/config/env.server'
import { listSubscribers, type Subscriber } from '~/outreach/newsletter.server'
import { formatCount, table, type Column } from './safe-text'
import { print, printJson } from './terminal'

export function newsletterCommands(): Command {
  const group = new Command('newsletter').addHelpText(
    'after',
    `
Example: everybody, for the program that sends the mails; each mail must carry its own link to leave by
  $ ${quietPrefix()} newsletter list --json`,
  )
  group
    .command('list')
    .description('list current subscribers with their unsubscribe links')
    .option('--json', 'print a JSON array')
    .action(list)
  return group
}

const buildLink = ({ unsubscribe_token }: Subscriber) =>
  `${env().publicOrigin}/newsletter/unsubscribe/${unsubscribe_token}`

const COLUMNS: readonly Column<Subscriber>[] = [
  { head: 'ADDRESS', cell: ({ email }) => email },
  { head: 'SINCE', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'LINK TO LEAVE BY', cell: buildLink },
]

async function list({ json }: { json?: boolean }): Promise<void> {
  const rows = await listSubscribers()
  if (json)
    return printJson(
      rows.map((row) => ({ email: row.email, since: row.created_at, unsubscribe_url: buildLink(row) })),
    )
  if (!rows.length) return print`Nobody gets the newsletter.`
  print`${table(rows, COLUMNS)}\n\n${formatCount(rows.length, 'subscriber')}`
}
