import { commandPrefix } from './command-name'
import { Command } from 'commander'
import { listZeroResults, type ZeroResultQuery } from '~/catalog/search/zero-results.server'
import { listCommand, printList, type ListOptions } from './list-options'
import { text, type Column } from './safe-text'

/** The retention of searches. */
const DAYS = 90

export function searchCommands(): Command {
  const group = new Command('searches').addHelpText(
    'after',
    `
Counted by day as words, without the person; nothing with an address or a long number, 1,000 different ones a day, 90 days.
A page that several people get from the cache counts once.

Example:
  $ ${commandPrefix()} searches list --limit 20`,
  )
  listCommand(group, { description: 'the most frequent first', csv: true }).action(list)
  return group
}

const COLUMNS: readonly Column<ZeroResultQuery>[] = [
  { head: 'TIMES', cell: ({ times }) => String(times), right: true },
  { head: 'LAST DAY', cell: ({ last_day }) => last_day },
  { head: 'WORDS', cell: ({ words }) => words },
]

async function list(options: ListOptions): Promise<void> {
  printList(await listZeroResults(DAYS, options.limit), options, {
    columns: COLUMNS,
    one: 'search',
    none: text`Every search found something.`,
    toJson: (row) => row,
    fields: ['words', 'times', 'last_day'],
  })
}
