import { decide, findApproval, listApprovals, type Approval } from '~/domain/operators/approvals.server'
import { db } from '~/platform/db/client.server'
import { readPersons, REQUEST_DAYS } from '~/domain/settings/independence.server'
import { noteChange } from './changed'
import { describeColumns, describeWhole } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { refuseNotFound, requireFound } from './lookups.server'
import { see, type Topic } from './operation'
import { explainWait, readWait } from './approvals.server'
import { RefusalError } from './refusal'
import { mayDo } from './roles'

type Row = Approval & { next?: string }

const column = describeColumns<Row>()

const COLUMNS = [
  column.id('id'),
  column.time('created_at', { title: 'asked' }),
  column.text('asked_by', { title: 'by' }),
  column.state('state'),
  column.text('decided_by'),
  ...column.data('decided_at'),
  column.text('next', { title: 'who may agree', width: 90 }),
  column.text('effect', { width: 80 }),
  column.text('command', { width: 90, isCommand: true }),
]

const explain = async (row: Approval): Promise<Row> =>
  row.state === 'waiting' ? { ...row, next: explainWait(await readWait(row, row.role ?? 'owner', db)) } : row

const list = defineList({
  name: 'approvals list',
  title: 'Approvals',
  summary: 'what waits for a second person, newest first',
  role: 'support',
  input: { all: field.yes('include what was decided') },
  one: 'approval',
  none: 'Nothing waits for a second person.',
  starts: [see('today')],
  columns: COLUMNS,
  async read({ all }, page) {
    const rows = await listApprovals(all, page)
    return Promise.all(rows.map(explain))
  },
  key: ({ id }) => id,
})

const show = defineRecord({
  name: 'approvals show',
  title: 'Approval',
  summary: 'one of them, with what it would do',
  role: 'support',
  input: { id: field.listNumber },
  async read({ id }) {
    const found = requireFound(
      await findApproval(id),
      `approval ${id}`,
      see('approvals list', { all: 'yes' }),
    )
    return {
      facts: describeWhole(COLUMNS, await explain(found)),
      next: found.state === 'waiting' ? [{ operation: 'approvals refuse', input: { id } }] : [],
    }
  },
})

const refuse = defineChange({
  name: 'approvals refuse',
  title: 'Refuse an approval',
  summary: 'refuse what another person asked for, or withdraw your own request',
  role: 'viewer',
  input: { id: field.listNumber },
  async run({ id }, { by, role }, tx) {
    const found = requireFound(
      await findApproval(id, tx),
      `approval ${id}`,
      see('approvals list', { all: 'yes' }),
    )
    const needed = found.role ?? 'owner'
    const isOwn = (await readPersons(tx)).isSame(found.asked_by, by)
    if (!isOwn && !mayDo(role, needed))
      throw new RefusalError(
        `Approval ${id} needs the role ${needed}; only its own request may be refused without: that of ${found.asked_by}.`,
        'id',
      )
    const refused = await decide(id, 'refused', by, tx)
    if (!refused) throw refuseNotFound(`approval ${id} that waits`, 'approvals list', 'id')
    return {
      effect: `Refuses approval ${id}: ${refused.effect}`,
      changed: [noteChange(`approval ${id}`, 'state', 'waiting', 'refused')],
    }
  },
})

export const topic: Topic = {
  operations: [list, show, refuse],
  help: `
Payments above FOUR_EYES_ABOVE, a payout for a whole feed, and changes of operators wait until a second person agrees
within ${REQUEST_DAYS} days, with the same input: by the same form, which the page of the approval fills in, or by the same command. The same operator or the same OS account is the same person, and who got access through one
person alone is not independent of them. Where nobody independent may agree, the same person may agree after 24
hours; all operators are told, and each owner may refuse it.`,
}
