import { explainSignal, MEANINGS } from '~/domain/signals/meanings'
import { listSignals, SIGNAL_STATES, type SignalMember } from '~/domain/signals/review.server'
import type { SignalKind } from '~/domain/signals/signals.server'
import { describeColumns, describeRows, describeWhole } from './columns'
import { describeRing } from './signals/ring'
import { defineList, defineRecord } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import type { Topic } from './operation'
import { requireSignal, SIGNAL_COLUMNS } from './signals/columns'
import { clear, clearEach, uphold, upholdEach } from './signals/decide'

const member = describeColumns<SignalMember>()
const MEMBER_COLUMNS = [
  member.member('id', { title: 'member' }),
  member.member('referrer', { title: 'referred by' }),
  member.yes('deleted'),
  member.yes('about', { title: 'about them' }),
]

const list = defineList({
  name: 'signals list',
  title: 'Signals of fraud',
  summary: 'newest first',
  role: 'support',
  input: {
    state: field.choice('those in one state; default: open', SIGNAL_STATES).optional(),
    kind: field.choice('only signals of one kind', Object.keys(MEANINGS) as SignalKind[]).optional(),
    member: field.member('only signals about one member').optional(),
    ...field.days('raised'),
  },
  one: 'signal',
  none: ({ state = 'open' }) => `No signal is ${state}.`,
  columns: SIGNAL_COLUMNS,
  async read({ state = 'open', ...rest }, page) {
    const { userId, ...filter } = await readFilter(rest)
    return listSignals({ state, member: userId, ...filter }, page)
  },
  key: ({ id }) => id,
})

const show = defineRecord({
  name: 'signals show',
  title: 'Signal of fraud',
  summary: 'one signal, its members, and what to check',
  role: 'support',
  input: { id: field.listNumber },
  async read({ id }) {
    const found = await requireSignal(id)
    const { kind, members, cleared_at, upheld_at } = found
    const { says, look } = explainSignal(kind)
    const next = [
      { operation: 'signals clear', input: { id } },
      ...(upheld_at ? [] : [{ operation: 'signals uphold', input: { id } }]),
    ]
    return {
      title: `Signal ${id}: ${says}`,
      facts: describeWhole(SIGNAL_COLUMNS, found).filter(({ name }) => name !== 'members'),
      tables: [
        describeRows('members', MEMBER_COLUMNS, members, { one: 'member', most: 50 }),
        ...(await describeRing(id)),
      ],
      notes: cleared_at
        ? []
        : [look, 'Look at the wallet and the withdrawals of its members; a hold keeps money from leaving.'],
      next: cleared_at ? [] : next,
    }
  },
})

export const topic: Topic = {
  operations: [list, show, clear, clearEach, uphold, upholdEach],
  help: `
An open signal stops the approval of withdrawals of the members whom it is about until you clear it, or approve one
with a reason for it. Members who are only named were there first, and are not stopped; a burst of sign-ups and two claims
of one order stop nobody. What they earn by referring friends is pending meanwhile: clearing releases it within a minute, upholding ends it, also what
comes later, and the signal stays until it is cleared. Upholding left-debt moves the debt, and its member is told. Other members are not notified. What you cleared is not raised again by the same facts.`,
  examples: `
Examples:
  $ signals list
  $ signals list --member 1004
  $ signals show 3
  $ signals clear 3 --reason "Husband and wife; both wrote to us"
  $ signals uphold 3 --reason "One person with two numbers"`,
}
