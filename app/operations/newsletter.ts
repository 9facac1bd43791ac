import { env } from '~/config/env.server'
import { listSubscribers, type Subscriber } from '~/outreach/newsletter.server'
import { describeColumns } from './columns'
import { defineList } from './define'
import type { Topic } from './operation'

/** Each mail must carry it. */
export const buildLeaveLink = ({ unsubscribe_token }: Subscriber) =>
  `${env().publicOrigin}/newsletter/unsubscribe/${unsubscribe_token}`

const column = describeColumns<Subscriber>()

const list = defineList({
  name: 'newsletter list',
  title: 'Newsletter',
  summary: 'current subscribers with their unsubscribe links',
  role: 'support',
  one: 'subscriber',
  none: 'Nobody gets the newsletter.',
  columns: [
    column.email('email', { title: 'address' }),
    column.time('since', ({ created_at }) => created_at),
    column.text('unsubscribe_url', buildLeaveLink, { title: 'link to leave by' }),
  ],
  read: () => listSubscribers(),
})

export const topic: Topic = {
  operations: [list],
  help: `
Example: everybody, for the program that sends the mails; each mail must carry its own link to leave by
  $ newsletter list --json`,
}
