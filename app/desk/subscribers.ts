import { formatCount } from '~/platform/formats/count'
import { BYTE_ORDER_MARK, sheetLine } from '~/platform/formats/csv'
import { timeForSheets } from '~/platform/formats/dates'
import { listSubscribers } from '~/domain/outreach/newsletter.server'
import { defineJob } from './define'
import { buildLeaveLink } from './newsletter'
import type { Topic } from './operation'

const exportAll = defineJob({
  name: 'subscribers export',
  title: 'Export subscribers',
  summary: 'export current newsletter subscribers as CSV',
  role: 'support',
  makes: 'subscribers',
  async run() {
    const rows = await listSubscribers()
    const lines = rows.map((row) =>
      sheetLine([row.email, timeForSheets(row.created_at), buildLeaveLink(row)]),
    )
    return {
      effect: `Writes ${formatCount(rows.length, 'subscriber')}`,
      file: {
        name: 'subscribers.csv',
        content: BYTE_ORDER_MARK + sheetLine(['email', 'since (IST)', 'unsubscribe_url']) + lines.join(''),
      },
    }
  },
})

export const topic: Topic = {
  operations: [exportAll],
  examples: `
Example: each mail must carry its own link to leave by
  $ subscribers export --out subscribers.csv`,
}
