import { listZeroResults, type ZeroResultQuery } from '~/catalog/search/zero-results.server'
import { describeColumns } from './columns'
import { defineList } from './define'
import type { Topic } from './operation'

/** The retention of searches. */
const DAYS = 90

const column = describeColumns<ZeroResultQuery>()

const list = defineList({
  name: 'searches list',
  title: 'Searches without results',
  summary: 'the most frequent first',
  role: 'viewer',
  one: 'search',
  many: 'searches',
  none: 'Every search found something.',
  columns: [column.count('times'), column.day('last_day'), column.text('words')],
  read: (_, { limit }) => listZeroResults(DAYS, limit),
})

export const topic: Topic = {
  operations: [list],
  help: `
Counted by day as words, without the person; nothing with an address or a long number, 1,000 different ones a day, 90 days.
A page that several people get from the cache counts once.

Example:
  $ searches list --limit 20`,
}
