import { decide, listApprovals, type Approval } from './approvals.server'
import { noteChange } from './changed'
import { describeColumns } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import type { Topic } from './operation'
import { Refused } from './refusal'

const column = describeColumns<Approval>()

const list = defineList({
  name: 'approvals list',
  title: 'Approvals',
  summary: 'what waits for a second person, newest first',
  role: 'support',
  input: { all: field.yes('include what was decided') },
  one: 'approval',
  none: 'Nothing waits for a second person.',
  columns: [
    column.id('id'),
    column.time('created_at', { title: 'asked' }),
    column.text('asked_by', { title: 'by' }),
    column.state('state'),
    column.text('decided_by'),
    ...column.data('decided_at'),
    column.text('effect', { width: 80 }),
    column.text('command', { width: 90 }),
  ],
  read: ({ all }, page) => listApprovals(all, page),
  key: ({ id }) => id,
})

const refuse = defineChange({
  name: 'approvals refuse',
  title: 'Refuse an approval',
  summary: 'refuse what another person asked for, or withdraw your own request',
  role: 'support',
  input: { id: field.listed },
  async run({ id }, { by }, tx) {
    const refused = await decide(id, 'refused', by, tx)
    if (!refused)
      throw new Refused(`There is no approval ${id} that waits. \`approvals list\` shows them.`, 'id')
    return {
      effect: `Refuses approval ${id}: ${refused.command}`,
      changed: [noteChange(`approval ${id}`, 'state', 'waiting', 'refused')],
    }
  },
})

export const topic: Topic = {
  operations: [list, refuse],
  help: `
Payments above FOUR_EYES_ABOVE, a payout for a whole feed, and changes of operators wait until a second person gives the same
command within 7 days. The same operator or the same OS account is the same person. With one person it is off.`,
}
