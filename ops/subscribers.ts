import { quietPrefix } from './command-name'
import { Command } from 'commander'
import { csvLine } from '~/formats/csv'
import { timeForSheets } from '~/formats/dates'
import { env } from '~/config/env.server'
import { listSubscribers } from '~/outreach/newsletter.server'
import { formatCount } from './safe-text'
import { print, printCsv } from './terminal'
import { writeNew } from './files'

export function subscriberCommands(): Command {
  const group = new Command('subscribers').addHelpText(
    'after',
    `
Example: each mail must carry its own link to leave by
  $ ${quietPrefix()} subscribers export --out subscribers.csv`,
  )
  group
    .command('export')
    .description('export current newsletter subscribers as CSV')
    .option('--out <file>', 'write to a new file readable only by you (default: print)')
    .action(exportAll)
  return group
}

async function exportAll({ out }: { out?: string }): Promise<void> {
  const rows = await listSubscribers()
  const lines = rows.map(({ email, created_at, unsubscribe_token }) =>
    csvLine([
      email,
      timeForSheets(created_at),
      `${env().publicOrigin}/newsletter/unsubscribe/${unsubscribe_token}`,
    ]),
  )
  const csv = csvLine(['email', 'since (IST)', 'unsubscribe_url']) + lines.join('')
  if (out === undefined) return printCsv(csv)
  writeNew(out, csv)
  print`${formatCount(rows.length, 'subscriber')} in ${out}`
}
