import type { Reader } from '~/db/client.server'
import { explainSignal, MEANINGS } from '~/signals/meanings'
import {
  clearSignal,
  findSignal,
  listSignals,
  SIGNAL_STATES,
  upholdSignal,
  type Signal,
  type SignalMember,
} from '~/signals/review.server'
import type { SignalKind } from '~/signals/signals.server'
import { noteChange } from './changed'
import { describeColumns, describeRow, describeRows, describeWhole } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { readFilter, requireFound } from './lookups.server'
import type { Topic } from './operation'
import { Refused } from './refusal'

function nameMembers(members: readonly SignalMember[], most: number): string {
  const names = members.slice(0, most).map(({ id, referrer, deleted }) => {
    const more = [referrer !== null && `referred by ${referrer}`, deleted && 'deleted'].filter(Boolean)
    return more.length ? `${id} (${more.join(', ')})` : String(id)
  })
  const left = members.length - names.length
  return [...names, ...(left ? [`and ${left} more`] : [])].join(', ')
}

/** Without the facts, which are hashes. */
const column = describeColumns<Signal>()
const COLUMNS = [
  ...column.own('id', 'kind'),
  column.text('members', ({ members }) => nameMembers(members, Infinity), { only: 'data' }),
  column.time('raised_at', { title: 'raised' }),
  column.text('members', ({ members }) => nameMembers(members, 4), { only: 'screen' }),
  column.time('cleared_at', { only: 'data', title: 'cleared' }),
  column.text('upheld', ({ upheld_reason }) => upheld_reason, { only: 'screen', width: 40 }),
  column.text('cleared', ({ cleared_reason }) => cleared_reason, { only: 'screen', width: 40 }),
  column.text('cleared_reason', { only: 'data', title: 'cleared because' }),
  column.time('upheld_at', { only: 'data', title: 'upheld' }),
  column.text('upheld_reason', { only: 'data', title: 'upheld because' }),
]

const member = describeColumns<SignalMember>()
const MEMBER_COLUMNS = [
  member.member('id', { title: 'member' }),
  member.member('referrer', { title: 'referred by' }),
  member.yes('deleted'),
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
  columns: COLUMNS,
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
  input: { id: field.listed },
  async read({ id }) {
    const found = await requireSignal(id)
    const { kind, members, cleared_at, upheld_at } = found
    const { says, look } = explainSignal(kind)
    const next = [
      { operation: 'signals clear', input: { id } },
      ...(upheld_at ? [] : [{ operation: 'signals uphold', input: { id } }]),
    ]
    return {
      title: `Signal ${id}, ${kind}: ${says}`,
      facts: describeWhole(COLUMNS, found).filter(({ name }) => name !== 'members'),
      tables: [describeRows('members', MEMBER_COLUMNS, members, { one: 'member', most: 50 })],
      notes: cleared_at
        ? []
        : [
            look,
            '`users show <member>` has wallet and withdrawals; `users hold <member> --reason "…"` keeps money from leaving.',
          ],
      next: cleared_at ? [] : next,
    }
  },
})

/** `outcome`: what follows from it. */
const decision = (
  state: 'cleared' | 'upheld',
  decide: typeof clearSignal | typeof upholdSignal,
  outcome: string,
  about: { name: string; title: string; summary: string },
) =>
  defineChange({
    ...about,
    role: 'finance',
    confirm: 'ask',
    input: { id: field.listed, reason: field.text('what you found') },
    async run({ id, reason }, _, tx) {
      const before = await requireSignal(id, tx)
      const was = stateOf(before)
      if (!(await decide(id, reason, tx)).ok) throw new Refused(`Signal ${id} is ${was} already.`)
      return {
        effect: `${state === 'cleared' ? 'Clears' : 'Upholds'} signal ${id} (${before.kind}, ${nameMembers(before.members, 4)}): ${outcome}`,
        facts: describeRow(COLUMNS, await requireSignal(id, tx)),
        changed: [noteChange(`signal ${id}`, 'state', was, state)],
      }
    },
  })

const clear = decision('cleared', clearSignal, 'the same facts about the same members raise none again', {
  name: 'signals clear',
  title: 'Clear a signal',
  summary: 'resolve a signal: record what you found; its members’ withdrawals can be approved again',
})

const uphold = decision(
  'upheld',
  upholdSignal,
  'referral income of its members comes to nothing until it is cleared',
  {
    name: 'signals uphold',
    title: 'Uphold a signal',
    summary: 'confirm that it is fraud: referral income of its members comes to nothing',
  },
)

const stateOf = ({ cleared_at, upheld_at }: Signal) =>
  cleared_at ? 'cleared' : upheld_at ? 'upheld' : 'open'

const requireSignal = async (id: number, reader?: Reader): Promise<Signal> =>
  requireFound(await findSignal(id, reader), `signal ${id}`, 'signals list')

export const topic: Topic = {
  operations: [list, show, clear, uphold],
  help: `
An open signal stops the approval of its members' withdrawals until you clear it; \`withdrawals approve --despite-signal\` overrides
it. What they earn by referring friends is pending meanwhile: clearing releases it within a minute, upholding ends it, also what
comes later, and the signal stays until it is cleared. Members are not notified. What you cleared is not raised again by the same facts.

Examples:
  $ signals list
  $ signals list --member 1004
  $ signals show 3
  $ signals clear 3 --reason "Husband and wife; both wrote to us"
  $ signals uphold 3 --reason "One person with two numbers"`,
}
