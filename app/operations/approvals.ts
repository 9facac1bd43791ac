import {
  APPROVAL_DAYS,
  decide,
  findApproval,
  listApprovals,
  type Approval,
} from '~/operators/approvals.server'
import { noteChange } from './changed'
import { describeColumns, describeWhole } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { requireFound } from './lookups.server'
import { noteIf, type Topic } from './operation'
import { RefusalError } from './refusal'

const column = describeColumns<Approval>()

const COLUMNS = [
  column.id('id'),
  column.time('created_at', { title: 'asked' }),
  column.text('asked_by', { title: 'by' }),
  column.state('state'),
  column.text('decided_by'),
  ...column.data('decided_at'),
  column.text('effect', { width: 80 }),
  column.text('command', { width: 90 }),
]

const list = defineList({
  name: 'approvals list',
  title: 'Approvals',
  summary: 'what waits for a second person, newest first',
  role: 'support',
  input: { all: field.yes('include what was decided') },
  one: 'approval',
  none: 'Nothing waits for a second person.',
  columns: COLUMNS,
  read: ({ all }, page) => listApprovals(all, page),
  key: ({ id }) => id,
})

const show = defineRecord({
  name: 'approvals show',
  title: 'Approval',
  summary: 'one of them, with what it would do',
  role: 'support',
  input: { id: field.listNumber },
  async read({ id }) {
    const found = requireFound(await findApproval(id), `approval ${id}`, 'approvals list --all')
    return {
      facts: describeWhole(COLUMNS, found),
      notes: noteIf(
        found.state === 'waiting',
        'Another person gives the same command, on the command line or at the desk.',
      ),
    }
  },
})

const refuse = defineChange({
  name: 'approvals refuse',
  title: 'Refuse an approval',
  summary: 'refuse what another person asked for, or withdraw your own request',
  role: 'support',
  input: { id: field.listNumber },
  async run({ id }, { by }, tx) {
    const refused = await decide(id, 'refused', by, tx)
    if (!refused)
      throw new RefusalError(`There is no approval ${id} that waits. \`approvals list\` shows them.`, 'id')
    return {
      effect: `Refuses approval ${id}: ${refused.command}`,
      changed: [noteChange(`approval ${id}`, 'state', 'waiting', 'refused')],
    }
  },
})

export const topic: Topic = {
  operations: [list, show, refuse],
  help: `
Payments above FOUR_EYES_ABOVE, a payout for a whole feed, and changes of operators wait until a second person gives the same
command within ${APPROVAL_DAYS} days. The same operator or the same OS account is the same person. With one person it is off.`,
}
