import { asc, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { normalizeEmail } from '~/accounts/rules'
import { db } from '~/db/client.server'
import { operators } from '~/db/schema/operations'
import type { Operator } from './actor.server'
import { describeColumns, describeRow } from './columns'
import * as field from './fields'
import { operation, type Changed, type Topic } from './operation'
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
  column.state('state'),
  column.email('email', { title: 'e-mail' }),
  column.text('os_account', { title: 'OS account' }),
  column.yes('second_factor', ({ totp_secret }) => totp_secret !== null),
  column.id('invited_by', { only: 'data' }),
  column.time('created_at', { title: 'since' }),
  column.time('updated_at', { only: 'data' }),
]

/** By field of `operators change`. */
const PRESENT_COLUMNS = [
  column.state('role'),
  column.email('email', { title: 'e-mail' }),
  column.text('osAccount', ({ os_account }) => os_account, { title: 'OS account' }),
  column.state('state'),
]

const name = field.text('the operator’s name', { most: 60, place: 'argument' })
const role = field.choice('what the operator may do', ROLES)
const email = field.field(
  'text',
  'the operator’s e-mail address',
  'It must be an e-mail address such as asha@example.com.',
  (typed) => normalizeEmail(typed) ?? undefined,
  { private: true, placeholder: 'address' },
)
const always = () => true

const list = operation({
  name: 'operators list',
  title: 'Operators',
  summary: 'the people who run the shop',
  role: 'support',
  kind: 'list',
  input: z.object({}),
  one: 'operator',
  none: 'There are no operators: every OS account with these commands acts as an owner. `operators invite` makes the first.',
  columns: COLUMNS,
  read: () => db.select().from(operators).orderBy(asc(operators.id)),
})

const invite = operation({
  name: 'operators invite',
  title: 'Invite an operator',
  summary: `invite somebody; the invitation is good for ${INVITE_HOURS} hours`,
  role: 'owner',
  kind: 'change',
  confirm: 'ask',
  needsSecondPerson: always,
  input: z.object({ name, role, email: email.optional() }),
  async run(input, { operatorId }, tx) {
    const { operator, token } = await inviteOperator(tx, { ...input, invitedBy: operatorId })
    return {
      effect: `Invites ${operator.name} as ${operator.role}`,
      facts: [
        ...describeRow(COLUMNS, operator),
        { name: 'invitation', kind: 'text', value: token, isAssigned: true },
      ],
      notes: [
        `The invited person gives \`operators accept TOKEN\` under an OS account of their own within ${INVITE_HOURS} hours. The token is shown only now.`,
      ],
      changed: [{ subject: `operator ${operator.id}`, field: 'role', before: null, after: operator.role }],
    }
  },
})

const accept = operation({
  name: 'operators accept',
  title: 'Accept an invitation',
  summary: 'accept an invitation: this OS account becomes yours',
  role: 'viewer',
  kind: 'change',
  confirm: 'none',
  input: z.object({ token: field.text('the token of the invitation', { place: 'argument', private: true }) }),
  async run({ token }, { osAccount }, tx) {
    if (osAccount === null) throw new Refused('An invitation is accepted here on the command line alone.')
    const operator = await acceptInvite(tx, token, osAccount)
    return {
      effect: `Binds the OS account ${osAccount} to ${operator.name}, ${operator.role}`,
      facts: describeRow(COLUMNS, operator),
      changed: [{ subject: `operator ${operator.id}`, field: 'state', before: 'invited', after: 'active' }],
    }
  },
})

const LOGGED = ['role', 'state', 'os_account'] as const

/** The e-mail address is private: the log has only that it changed. */
const describeChanges = (before: Operator, after: Operator): Changed[] => [
  ...LOGGED.filter((key) => before[key] !== after[key]).map((key) => ({
    subject: `operator ${after.id}`,
    field: key,
    before: before[key],
    after: after[key],
  })),
  ...(before.email === after.email
    ? []
    : [{ subject: `operator ${after.id}`, field: 'email', before: '…', after: '…' }]),
]

const change = operation({
  name: 'operators change',
  title: 'Change an operator',
  summary: 'change the role, the e-mail address or the OS account of an operator',
  role: 'owner',
  kind: 'change',
  confirm: 'ask',
  needsSecondPerson: always,
  input: z.object({
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
  }),
  relations: [someOf('role', 'email', 'osAccount')],
  async present({ name }, reader) {
    const operator = await requireOperator(name, reader)
    await reader.execute(sql`SELECT 1 FROM operators WHERE id = ${operator.id} FOR UPDATE`)
    return {
      subject: `operator ${operator.id}`,
      values: describeRow(PRESENT_COLUMNS, await requireOperator(name, reader)),
    }
  },
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

const FROM: Record<'disable' | 'enable', readonly Operator['state'][]> = {
  disable: ['active', 'invited'],
  enable: ['disabled'],
}

const setState = (verb: 'disable' | 'enable', state: 'disabled' | 'active') =>
  operation({
    name: `operators ${verb}`,
    title: verb === 'disable' ? 'Disable an operator' : 'Enable an operator',
    summary:
      verb === 'disable'
        ? 'an operator may do nothing any more, or an invitation ends'
        : 'a disabled operator may work again',
    role: 'owner',
    kind: 'change',
    confirm: 'ask',
    needsSecondPerson: () => verb === 'enable',
    input: z.object({ name }),
    async run({ name }, _, tx) {
      const { before, after } = await changeOperator(tx, name, {
        state,
        invite_hash: null,
        invite_ends_at: null,
      })
      if (!FROM[verb].includes(before.state)) throw new Refused(`${before.name} is ${before.state}.`)
      return {
        effect: `${verb === 'disable' ? 'Disables' : 'Enables'} ${before.name}, ${before.role}`,
        facts: describeRow(COLUMNS, after),
        changed: describeChanges(before, after),
      }
    },
  })

const secondFactor = operation({
  name: 'operators second-factor',
  title: 'Set up a second factor',
  summary: 'a new secret for the authenticator app of an operator; the old one ends',
  role: 'viewer',
  kind: 'change',
  confirm: 'ask',
  input: z.object({ name }),
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
      changed: [{ subject: `operator ${operator.id}`, field: 'second factor', before: '…', after: '…' }],
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
