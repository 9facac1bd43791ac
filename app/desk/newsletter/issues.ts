import { type Issue, listIssues, moveIssue } from '~/domain/outreach/issues.server'
import { noteChange } from '../changed'
import { describeColumns, describeWhole } from '../columns'
import { defineChange, defineList, defineRecord } from '../define'
import * as field from '../fields'
import { explainNotFound, requireFound } from '../lookups.server'
import { requireDone } from '../refusal'
import { quoteBody } from './read-content.server'
import { see } from '../operation'

const column = describeColumns<Issue>()

const COLUMNS = [
  column.id('id'),
  column.time('created_at', { title: 'begun' }),
  column.text('created_by', { title: 'by' }),
  column.state('state'),
  column.count('recipients', { title: 'subscribers' }),
  column.count('sent', { title: 'mails sent' }),
  column.count('refused', { title: 'mails refused' }),
  column.count('left', { title: 'mails left' }),
  column.count('push_recipients', { title: 'members with push' }),
  column.count('pushed', { title: 'members notified' }),
  column.count('per_minute', { title: 'a minute' }),
  ...column.data('ended_at'),
  column.text('subject', { width: 60 }),
]

export const issues = defineList({
  name: 'newsletter issues',
  title: 'Newsletters sent',
  summary: 'newsletters that were sent or are being sent, newest first',
  role: 'support',
  one: 'newsletter',
  none: 'No newsletter was sent yet.',
  starts: [see('newsletter send')],
  columns: COLUMNS,
  read: (_, page) => listIssues(page),
  key: ({ id }) => id,
})

export const show = defineRecord({
  name: 'newsletter show',
  title: 'Newsletter sent',
  summary: 'one newsletter, with its progress and text',
  role: 'support',
  input: { id: field.listNumber },
  async read({ id }) {
    const [found] = await listIssues({ id, limit: 1 })
    const issue = requireFound(found, `newsletter ${id}`, 'newsletter issues')
    return { facts: describeWhole(COLUMNS, issue), notes: quoteBody(issue.body) }
  },
})

const STEPS = {
  stop: {
    to: 'stopped',
    verb: 'Stops',
    title: 'Stop a newsletter',
    summary: 'queue no more messages of it until it is resumed',
  },
  resume: {
    to: 'sending',
    verb: 'Goes on with',
    title: 'Go on with a newsletter',
    summary: 'resume one that was stopped',
  },
  cancel: {
    to: 'cancelled',
    verb: 'Cancels',
    title: 'Cancel a newsletter',
    summary: 'end it permanently; waiting messages are not sent',
  },
} as const

export const steps = (['stop', 'resume', 'cancel'] as const).map((word) => {
  const { to, verb, title, summary } = STEPS[word]
  return defineChange({
    name: `newsletter ${word}`,
    title,
    summary,
    role: 'catalogue',
    input: { id: field.listNumber },
    async run({ id }, _, tx) {
      const { before } = requireDone(await moveIssue(tx, id, to), 'id', {
        unknown: explainNotFound(`newsletter ${id}`, 'newsletter issues'),
        state: ({ state }) => `Newsletter ${id} is ${state}.`,
      })
      return {
        effect: `${verb} newsletter ${id}, “${before.subject}”`,
        changed: [noteChange(`newsletter ${id}`, 'state', before.state, to)],
      }
    },
  })
})
