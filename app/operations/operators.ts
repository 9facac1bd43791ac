import { asc } from 'drizzle-orm'
import { normalizeEmail } from '~/accounts/rules'
import { db } from '~/db/client.server'
import { operators } from '~/db/schema/operations'
import type { Operator } from './actor.server'
import { noteChange } from './changed'
import { describeColumns, describeRow } from './columns'
import { defineChange, defineList } from './define'
import { makeField } from './field'
import * as field from './fields'
import type { Changed, Topic } from './operation'
import {
  acceptInvite,
  changeOperator,
  INVITE_HOURS,
  inviteOperator,
  requireOperator,
  setSecondFactor,
} from './operators/rules.server'
import { Refused } from './refusal'
import { someOf } from './relations'
import { ROLES } from './roles'

const column = describeColumns<Operator>()
const COLUMNS = [
  column.id('id', { isAssigned: true }),
  column.text('name'),
  column.state('role'),
  ...column.own('state', 'email'),
  column.text('os_account', { title: 'OS account' }),
  column.yes('second_factor', ({ totp_secret }) => totp_secret !== null),
  ...column.data('invited_by'),
  column.time('created_at', { title: 'since' }),
  ...column.data('updated_at'),
]

const name = field.text('the operator’s name', { most: 60, place: 'argument' })
const role = field.choice('what the operator may do', ROLES)
const email = makeField(
  'text',
  'the operator’s e-mail address',
  'It must be an e-mail address such as asha@example.com.',
  (typed) => normalizeEmail(typed) ?? undefined,
  { private: true, placeholder: 'address' },
)
const always = () => true

const list = defineList({
  name: 'operators list',
  title: 'Operators',
  summary: 'the people who run the shop',
  role: 'support',
  one: 'operator',
  none: 'There are no operators: every OS account with these commands acts as an owner. `operators invite` makes the first.',
  columns: COLUMNS,
  read: () => db.select().from(operators).orderBy(asc(operators.id)),
})

const invite = defineChange({
  name: 'operators invite',
  title: 'Invite an operator',
  summary: `invite somebody; the invitation is good for ${INVITE_HOURS} hours`,
  role: 'owner',
  confirm: 'ask',
  needsSecondPerson: always,
  input: { name, role, email: email.optional() },
  async run(input, { operatorId }, tx) {
    const { operator, token } = await inviteOperator(tx, { ...input, invitedBy: operatorId })
    return {
      effect: `Invites ${operator.name} as ${operator.role}`,
      facts: [
        ...describeRow(COLUMNS, operator),
        { name: 'invitation', kind: 'text', value: token, isAssigned: true },
      ],
      notes: [
        `The invited person gives \`operators accept TOKEN\` under their OS account within ${INVITE_HOURS} hours. The token is shown only now.`,
      ],
      changed: [noteChange(`operator ${operator.id}`, 'role', null, operator.role)],
    }
  },
})

const accept = defineChange({
  name: 'operators accept',
  title: 'Accept an invitation',
  summary: 'accept an invitation: this OS account becomes yours',
  role: 'viewer',
  input: { token: field.text('the token of the invitation', { place: 'argument', private: true }) },
  async run({ token }, { osAccount }, tx) {
    if (osAccount === null) throw new Refused('An invitation is accepted only on the command line.')
    const operator = await acceptInvite(tx, token, osAccount)
    return {
      effect: `Binds the OS account ${osAccount} to ${operator.name}, ${operator.role}`,
      facts: describeRow(COLUMNS, operator),
      changed: [noteChange(`operator ${operator.id}`, 'state', 'invited', 'active')],
    }
  },
})

const LOGGED = ['role', 'state', 'os_account'] as const

/** The e-mail address is private: the log has only that it changed. */
const describeChanges = (before: Operator, after: Operator): Changed[] => [
  ...LOGGED.filter((key) => before[key] !== after[key]).map((key) =>
    noteChange(`operator ${after.id}`, key, before[key], after[key]),
  ),
  ...(before.email === after.email ? [] : [noteChange(`operator ${after.id}`, 'email', '…', '…')]),
]

const change = defineChange({
  name: 'operators change',
  title: 'Change an operator',
  summary: 'change the role, the e-mail address or the OS account of an operator',
  role: 'owner',
  confirm: 'ask',
  needsSecondPerson: always,
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
  relations: [someOf('role', 'email', 'osAccount')],
  async run({ name, role, email, osAccount }, _, tx) {
    const { before, after } = await changeOperator(tx, name, {
      ...(role && { role }),
      ...(email && { email }),
      ...(osAccount !== undefined && { os_account: osAccount }),
    })
    const changed = describeChanges(before, after)
    if (!changed.length) throw new Refused(`${before.name} is like that already.`)
    return {
      effect: `Changes ${before.name}: ${changed.map(({ field, after }) => `${field} ${typeof after === 'string' ? after : 'none'}`).join(', ')}`,
      facts: describeRow(COLUMNS, after),
      changed,
    }
  },
})

const setState = (verb: 'disable' | 'enable', state: 'disabled' | 'active') =>
  defineChange({
    name: `operators ${verb}`,
    title: verb === 'disable' ? 'Disable an operator' : 'Enable an operator',
    summary:
      verb === 'disable' ? 'an operator may do nothing any more' : 'a disabled operator may work again',
    role: 'owner',
    confirm: 'ask',
    needsSecondPerson: () => verb === 'enable',
    input: { name },
    async run({ name }, _, tx) {
      const { before, after } = await changeOperator(tx, name, { state })
      if (before.state !== (verb === 'disable' ? 'active' : 'disabled'))
        throw new Refused(`${before.name} is ${before.state}.`)
      return {
        effect: `${verb === 'disable' ? 'Disables' : 'Enables'} ${before.name}, ${before.role}`,
        facts: describeRow(COLUMNS, after),
        changed: describeChanges(before, after),
      }
    },
  })

const secondFactor = defineChange({
  name: 'operators second-factor',
  title: 'Set up a second factor',
  summary: 'a new secret for the authenticator app of an operator; the old one ends',
  role: 'viewer',
  confirm: 'ask',
  input: { name },
  async run({ name }, { operatorId, role }, tx) {
    const operator = await requireOperator(name, tx)
    if (operator.id !== operatorId && role !== 'owner')
      throw new Refused('Only an owner sets up the second factor of somebody else.', 'name')
    const address = await setSecondFactor(tx, operator)
    return {
      effect: `Gives ${operator.name} a new second factor`,
      facts: [{ name: 'address', kind: 'text', value: address, isAssigned: true }],
      notes: [
        'Enter the address into an authenticator app. It is shown only now; `--as NAME` asks for its codes.',
      ],
      changed: [noteChange(`operator ${operator.id}`, 'second factor', '…', '…')],
    }
  },
})

export const topic: Topic = {
  operations: [
    list,
    invite,
    accept,
    change,
    setState('disable', 'disabled'),
    setState('enable', 'active'),
    secondFactor,
  ],
  help: `
Roles: viewer (figures and catalogue, nothing personal), support (members, sales, notes), catalogue (feeds, offers, rates),
finance (what support may, and withdrawals, adjustments, books), owner (everything). A command acts as the operator whose OS
account runs it, and as an owner where none is bound to the account; \`--as NAME\` acts as another operator, with a code of the
operator's authenticator app. The password of the database is above all roles.

Examples:
  $ operators invite "Bea Rao" --role support
  $ operators change "Bea Rao" --role finance
  $ operators disable "Bea Rao"`,
}
