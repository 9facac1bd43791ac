import { asc } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import type { Operator } from '~/domain/operators/operator.server'
import { changeOperator } from '~/domain/operators/rules.server'
import { NO_DESK_ACCOUNT } from './actor.server'
import { noteChange } from './changed'
import { describeRow } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { refuseNotFound } from './lookups.server'
import { see, type FieldChange, type Topic } from './operation'
import { mailAccess } from './operator-mails.server'
import { accept, confirm, desk, invite, inviteEach, secondFactor } from './operators/access'
import {
  CHANGEABLE_COLUMNS,
  email,
  guarded,
  name,
  OPERATOR_COLUMNS,
  requireLocked,
  role,
} from './operators/fields'
import { RefusalError, requireDone } from './refusal'
import { atLeastOne } from './relations'

const list = defineList({
  name: 'operators list',
  title: 'Operators',
  summary: 'the people who run the shop',
  role: 'support',
  uncovers: 'whole e-mail addresses',
  one: 'operator',
  none: 'There are no operators yet: every OS account with the commands of this shop acts as an owner, and may invite the first.',
  starts: [see('operators invite')],
  columns: OPERATOR_COLUMNS,
  read: () => db.select().from(operators).orderBy(asc(operators.id)),
})

const LOGGED = ['role', 'state', 'os_account'] as const

/** The e-mail address is private: the log has only that it changed. */
const describeChanges = (before: Operator, after: Operator): FieldChange[] => [
  ...LOGGED.filter((key) => before[key] !== after[key]).map((key) =>
    noteChange(`operator ${after.id}`, key, before[key], after[key]),
  ),
  ...(before.email === after.email ? [] : [noteChange(`operator ${after.id}`, 'email', '…', '…')]),
]

const change = async (tx: Tx, name: string, facts: Parameters<typeof changeOperator>[2]) =>
  requireDone(await changeOperator(tx, name, facts), null, {
    'not-found': refuseNotFound(`operator ${name}`, 'operators list', 'name'),
    desk: new RefusalError(NO_DESK_ACCOUNT, 'osAccount'),
    'only-owner': ({ operator }) => `${operator.name} is the only active owner: make another one first.`,
  })

const changeDetails = defineChange({
  name: 'operators change',
  title: 'Change an operator',
  summary: 'change the role, the e-mail address or the OS account of an operator',
  ...guarded,
  input: {
    name,
    role: role.optional(),
    email: email.optional(),
    osAccount: field
      .text('whose commands are this operator’s; none: no account', {
        most: 32,
        clearedBy: 'none',
        placeholder: 'account',
      })
      .optional(),
  },
  relations: [atLeastOne('role', 'email', 'osAccount')],
  async present({ name }, reader) {
    const operator = await requireLocked(name, reader)
    return { subject: `operator ${operator.id}`, values: describeRow(CHANGEABLE_COLUMNS, operator) }
  },
  async run({ name, role, email, osAccount }, { by }, tx) {
    const { before, after } = await change(tx, name, {
      ...(role && { role }),
      ...(email && { email }),
      ...(osAccount !== undefined && { os_account: osAccount }),
    })
    const changed = describeChanges(before, after)
    if (!changed.length) throw new RefusalError(`${before.name} is like that already.`)
    const what = `${changed.map(({ field }) => field.replace('_', ' ')).join(', ')} changed`
    await mailAccess(tx, [after, before], { by, what })
    return {
      effect: `Changes ${before.name}: ${changed.map(({ field, after }) => `${field} ${typeof after === 'string' ? after : 'none'}`).join(', ')}`,
      facts: describeRow(OPERATOR_COLUMNS, after),
      changed,
    }
  },
})

const FROM: Record<'disable' | 'enable', readonly Operator['state'][]> = {
  disable: ['active', 'invited'],
  enable: ['disabled'],
}

const defineStateChange = (verb: 'disable' | 'enable', state: 'disabled' | 'active') =>
  defineChange({
    name: `operators ${verb}`,
    title: verb === 'disable' ? 'Disable an operator' : 'Enable an operator',
    summary:
      verb === 'disable'
        ? 'an operator may do nothing any more, or an invitation ends'
        : 'a disabled operator may work again',
    role: 'owner',
    confirm: 'ask',
    ...(verb === 'enable' && { needsSecondPerson: () => true }),
    input: { name },
    async run({ name }, { by }, tx) {
      const { before, after } = await change(tx, name, { state, invite_hash: null, invite_ends_at: null })
      if (!FROM[verb].includes(before.state)) throw new RefusalError(`${before.name} is ${before.state}.`)
      await mailAccess(tx, [after], { by, what: `you were ${state === 'active' ? 'enabled' : 'disabled'}` })
      return {
        effect: `${verb === 'disable' ? 'Disables' : 'Enables'} ${before.name}, ${before.role}`,
        facts: describeRow(OPERATOR_COLUMNS, after),
        changed: describeChanges(before, after),
      }
    },
  })

export const topic: Topic = {
  operations: [
    list,
    invite,
    inviteEach,
    accept,
    changeDetails,
    defineStateChange('disable', 'disabled'),
    defineStateChange('enable', 'active'),
    secondFactor,
    desk,
    confirm,
  ],
  help: `
Roles: viewer (figures and catalogue, nothing personal), support (members, sales, notes), catalogue (feeds, offers, rates),
finance (what support may, and withdrawals, adjustments, books), owner (everything). A command acts as the operator whose OS
account runs it, and as an owner where none is bound to the account. The password of the database is above all roles.`,
  examples: `
Examples:
  $ operators invite "Bea Rao" --role support --email bea@example.com
  $ operators change "Bea Rao" --role finance
  $ operators desk "Bea Rao"
  $ operators disable "Bea Rao"`,
}
