import type { Reader } from '~/platform/db/client.server'
import {
  CONFLICT_STATES,
  findPayoutConflict,
  listConflicts,
  resolveConflict,
  type PayoutConflict,
} from '~/domain/wallet/payout-conflicts.server'
import { noteChange } from './changed'
import { advise, nameProvider } from './conflicts/advise'
import { describeColumns, describeRow, describeWhole } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { readFilter, requireFound } from './lookups.server'
import { listIf, type Topic } from './operation'
import { requireDone } from './refusal'

const column = describeColumns<PayoutConflict>()
const COLUMNS = [
  column.id('id'),
  column.id('withdrawal_id', { title: 'withdrawal' }),
  column.state('withdrawal_status', ({ withdrawal }) => withdrawal.status, { title: 'is' }),
  column.money('withdrawal_amount', ({ withdrawal }) => withdrawal.amount_paise, {
    only: 'data',
    title: 'our amount',
  }),
  column.member('user_id', ({ withdrawal }) => withdrawal.user_id, { only: 'data', title: 'member' }),
  column.state('provider'),
  column.text('reference', { only: 'data', title: 'our reference' }),
  ...column.data('reason'),
  column.text('word', { title: 'says' }),
  column.text('number', { only: 'data', title: 'its number' }),
  column.money('amount'),
  column.text('utr', { only: 'data', title: 'its UTR' }),
  column.time('found_at', { title: 'found' }),
  column.time('resolved_at', { only: 'data', title: 'resolved' }),
  ...column.data('resolution'),
  column.text('why', ({ reason }) => reason, { only: 'screen' }),
]

const list = defineList({
  name: 'conflicts list',
  title: 'Conflicts',
  summary: 'newest first',
  role: 'finance',
  input: {
    state: field.choice('those in one state; default: open', CONFLICT_STATES).optional(),
    member: field.member('only conflicts of one member').optional(),
    ...field.days('found'),
  },
  one: 'conflict',
  none: ({ state = 'open' }) => `No conflict is ${state}.`,
  columns: COLUMNS,
  read: async ({ state = 'open', ...filter }, page) =>
    listConflicts({ state, ...(await readFilter(filter)) }, page),
  key: ({ id }) => id,
})

const show = defineRecord({
  name: 'conflicts show',
  title: 'Conflict',
  summary: 'what the provider said, what our books say, and what to do',
  role: 'finance',
  input: { id: field.listNumber },
  async read({ id }) {
    const found = await requireConflict(id)
    const { utr } = found.withdrawal
    const [advice, ...next] = advise(found)
    const isOpen = found.resolved_at === null
    return {
      title: `Conflict ${id}: ${found.reason}`,
      facts: [
        ...describeWhole(COLUMNS, found),
        { name: 'our UTR', kind: 'text', value: utr, only: 'screen' },
      ],
      notes: [
        ...listIf(found.reference === null, 'It has no order any more, and so no reference of ours.'),
        ...(isOpen ? [`Look up ${found.reference ?? found.number} at ${nameProvider(found)}.`, advice] : []),
      ],
      next: isOpen ? [...next, { operation: 'conflicts resolve', input: { id } }] : [],
    }
  },
})

const resolve = defineChange({
  name: 'conflicts resolve',
  title: 'Resolve a conflict',
  summary: 'record what you found; moves no money',
  role: 'finance',
  confirm: 'ask',
  input: { id: field.listNumber, note: field.text('what you found and did') },
  async run({ id, note }, _, tx) {
    const { reason, withdrawal_id } = await requireConflict(id, tx)
    const resolved = `Conflict ${id} is resolved already.`
    requireDone(await resolveConflict(id, note, tx), null, { resolved, 'not-found': resolved })
    return {
      effect: `Resolves conflict ${id} of withdrawal ${withdrawal_id}, ${reason}`,
      facts: describeRow(COLUMNS, await requireConflict(id, tx)),
      changed: [noteChange(`conflict ${id}`, 'state', 'open', 'resolved')],
    }
  },
})

const requireConflict = async (id: number, reader?: Reader): Promise<PayoutConflict> =>
  requireFound(await findPayoutConflict(id, reader), `conflict ${id}`, 'conflicts list')

export const topic: Topic = {
  operations: [list, show, resolve],
  help: `
Nothing is moved by what does not fit, such as a payment that the provider made after you gave the money back. It is kept
here, and the audit names it, until you have looked into it and said what you found.`,
  examples: `
Examples:
  $ conflicts list
  $ conflicts show 3
  $ conflicts resolve 3 --note "Paid twice; the member sent it back, UTR 432198765012"`,
}
