import { normalizeEmail } from '~/domain/accounts/rules'
import type { Reader } from '~/platform/db/client.server'
import { lockOperator, type Operator } from '~/domain/operators/operator.server'
import { describeColumns } from '../columns'
import { makeField, type FieldOptions } from '../field'
import * as field from '../fields'
import { requireFound } from '../lookups.server'
import { ROLES } from '../roles'

const column = describeColumns<Operator>()
export const OPERATOR_COLUMNS = [
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

export const CHANGEABLE_COLUMNS = [
  column.state('role'),
  ...column.own('email'),
  column.text('osAccount', ({ os_account }) => os_account, { title: 'OS account' }),
  ...column.own('state'),
]

/** Locks the operator until the transaction ends. Throws RefusalError if the operator does not exist. */
export const requireLocked = async (operator: string, reader: Reader): Promise<Operator> =>
  requireFound(await lockOperator(operator, reader), `operator ${operator}`, 'operators list', 'name')

export const guarded = {
  role: 'owner',
  confirm: 'ask',
  needsSecondPerson: () => true,
} as const

export const name = field.text('the operator’s name', { most: 60, place: 'argument' })
export const role = field.choice('what the operator may do', ROLES)
export const makeEmail = (description: string, options: FieldOptions = {}) =>
  makeField(
    'text',
    description,
    'It must be an e-mail address such as asha@example.com.',
    (typed) => normalizeEmail(typed) ?? undefined,
    { private: true, placeholder: 'address', ...options },
  )
export const email = makeEmail('the operator’s e-mail address')

export interface InvitedPerson {
  name: string
  email: string
}

/** 'Asha Verma, asha@example.com', and as mail programs write it: 'Asha Verma <asha@example.com>'. */
function parsePerson(typed: string): InvitedPerson | undefined {
  const [, named = '', address = ''] = /^([^,<]*)[,<]([^,<>]*)>?$/.exec(typed.trim()) ?? []
  const read = name.safeParse(named)
  const email = normalizeEmail(address)
  return read.success && email !== null ? { name: read.data, email } : undefined
}

export const people = field.several(
  makeField(
    'text',
    'name and e-mail address of each, such as Asha Verma, asha@example.com',
    'It must be a name and an e-mail address such as Asha Verma, asha@example.com.',
    parsePerson,
    { place: 'argument' },
  ),
)
