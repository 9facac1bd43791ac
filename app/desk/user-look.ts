import type { User } from '~/domain/accounts/users.server'
import { joinParts } from '~/platform/formats/parts'
import { findDepartures } from '~/domain/privacy/departures.server'
import { listNotes } from '~/domain/support/notes.server'
import { listMembers } from '~/domain/tracking/search.server'
import { listAdjustments } from '~/domain/books/adjustments.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { db } from '~/platform/db/client.server'
import { listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { ADJUSTMENT_COLUMNS } from './adjustment-columns'
import { describeColumns, describeData, describeRows, describeWhole } from './columns'
import { defineJob, defineList, defineRecord } from './define'
import * as field from './fields'
import { requireMember } from './lookups.server'
import type { Next } from './operation'
import { NOTE_COLUMNS } from './notes'
import { WITHDRAWAL_COLUMNS } from './withdrawal-columns'
import { describeDeparture } from './user-departures'
import { MOST_EVENTS } from './timeline'
import { describeTimeline } from './user-look/timeline'

export const user = field.member('the member', { place: 'argument' })

const findHoldEnd = ({ payout_hold_until: until }: User) =>
  until && until.getTime() > Date.now() ? until : null

const column = describeColumns<User>()
export const MEMBER_COLUMNS = [
  column.member('id', { title: 'member' }),
  column.name('username', { title: 'name', width: 30 }),
  column.phone('phone_number', { title: 'mobile' }),
  column.email('email', { title: 'e-mail', width: 40 }),
  column.time('created_at', { title: 'since' }),
  column.time('on_hold_until', findHoldEnd),
  column.text('on_hold_because', (one) => findHoldEnd(one) && one.payout_hold_reason, { only: 'data' }),
]

const shared = {
  role: 'support',
  uncovers: 'whole mobile numbers and e-mail addresses',
  one: 'member',
  columns: MEMBER_COLUMNS,
  key: ({ id }: User) => id,
} as const

export const list = defineList({
  ...shared,
  name: 'users list',
  title: 'Members',
  summary: 'newest first',
  none: 'There are no members.',
  read: (_, page) => listMembers(null, page),
})

export const find = defineList({
  ...shared,
  name: 'users find',
  title: 'Find members',
  summary: 'find members by name, number, e-mail or id',
  input: {
    part: field.text('part of a name, e-mail address or mobile number, or a member’s id', {
      place: 'argument',
      ofPerson: true,
    }),
  },
  none: 'No member matches.',
  read: ({ part }, page) => listMembers(part, page),
})

export const show = defineRecord({
  name: 'users show',
  title: 'Member',
  summary: 'one member with wallet, hold and all that happened',
  role: 'support',
  uncovers: 'the whole mobile number and e-mail address',
  input: { user },
  async read({ user }) {
    const found = await requireMember(user, db)
    const { id: userId } = found
    const page = { limit: MOST_EVENTS }
    const addNote: Next = { operation: 'notes add', input: { member: userId } }
    const { available, pending, onItsWay, debt } = await readWallet(userId)
    const [withdrawals, adjustments, notes] = await Promise.all([
      listWithdrawals({ userId }, page),
      listAdjustments({ userId }, page),
      listNotes({ userId }, page),
    ])
    return {
      facts: [
        ...describeWhole(MEMBER_COLUMNS, found),
        { name: 'available', title: 'wallet', kind: 'money', value: available },
        { name: 'pending', kind: 'money', value: pending },
        { name: 'on_its_way', kind: 'money', value: onItsWay },
        { name: 'owed to us', kind: 'money', value: debt || null, only: 'screen' },
        ...describeData('money', { debt }),
      ],
      tables: [
        describeRows('withdrawals', WITHDRAWAL_COLUMNS, withdrawals),
        describeRows('adjustments', ADJUSTMENT_COLUMNS, adjustments),
        describeRows('notes', NOTE_COLUMNS, notes),
        await describeTimeline(userId, { withdrawals, adjustments, notes }),
      ],
      notes: (await findDepartures({ userId })).map(describeDeparture),
      next: [
        addNote,
        ...(findHoldEnd(found) ? [{ operation: 'users release', input: { user: userId } }] : []),
      ],
    }
  },
})

export const writeStatement = defineJob({
  name: 'users statement',
  title: 'Wallet statement',
  summary: 'wallet statement as CSV with a running balance',
  role: 'support',
  makes: 'statement',
  input: { user },
  async run({ user }) {
    const { id } = await requireMember(user, db)
    const { streamStatement } = await import('~/domain/wallet/statements.server')
    return {
      effect: `Writes the wallet statement of member ${id}`,
      file: { name: `statement-${id}.csv`, content: await joinParts(streamStatement(id)) },
    }
  },
})
