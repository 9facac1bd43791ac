import { env } from '~/platform/config/env.server'
import { buildNewsletterLeavePath } from '~/domain/outreach/unsubscribe-paths.server'
import { listSubscribers, type Subscriber } from '~/domain/outreach/newsletter.server'
import { describeColumns } from './columns'
import { defineList } from './define'
import { issues, show, steps } from './newsletter/issues'
import { send, test } from './newsletter/send'
import type { Topic } from './operation'

/** Each mail must carry it. */
export const buildLeaveLink = ({ unsubscribe_token }: Subscriber) =>
  env().publicOrigin + buildNewsletterLeavePath(unsubscribe_token)

const column = describeColumns<Subscriber>()

const list = defineList({
  name: 'newsletter list',
  title: 'Newsletter',
  summary: 'current subscribers with their unsubscribe links',
  role: 'support',
  uncovers: 'whole e-mail addresses',
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
  operations: [list, test, send, issues, show, ...steps],
  standard: 'newsletter list',
  examples: `
Example: look at a newsletter, send it to yourself, then to all
  $ newsletter send june.html --subject "The best of June" --dry-run
  $ newsletter test june.html --subject "The best of June" --to asha@example.in
  $ newsletter send june.html --subject "The best of June"
  $ newsletter issues

Example: everybody, for another program that sends the mails; each mail must carry its own link to leave by
  $ newsletter list --show --json`,
}
