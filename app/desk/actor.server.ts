import os from 'node:os'
import type { Reader } from '~/platform/db/client.server'
import {
  findByAccount,
  findByFormerAccount,
  findOperator,
  type Operator,
} from '~/domain/operators/operator.server'
import { DESK, formatOsAccount, formatPerson } from '~/domain/settings/person'
import { RefusalError } from './refusal'
import type { Role } from './roles'
import { see } from './operation'

export interface Actor {
  /** Null: the OS account is bound to no operator. */
  operatorId: number | null
  /** Null: acts at the desk. */
  osAccount: string | null
  name: string
  by: string
  role: Role
  source: 'command line' | 'desk'
  /** At the desk: the session that acts. */
  deskSession?: number
}

export function readOsAccount(): string {
  try {
    return formatOsAccount(os.userInfo().username)
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** No OS account may be named 'desk', because `Asha Verma@desk` in the log means an operator at the desk. */
export const NO_DESK_ACCOUNT = `No operator has the OS account ${DESK}: in the log it is the desk. Use another account.`

function refuseDesk(osAccount: string): void {
  if (osAccount === DESK) throw new RefusalError(NO_DESK_ACCOUNT)
}

/** The operator whose OS account this is; where none is bound to it, an owner. Throws RefusalError for a disabled one. */
export async function findCommandLineActor(osAccount = readOsAccount()): Promise<Actor> {
  refuseDesk(osAccount)
  const bound = await findByAccount(osAccount)
  if (!bound) await refuseFormerAccount(osAccount)
  if (!bound)
    return {
      operatorId: null,
      osAccount,
      name: osAccount,
      by: osAccount,
      role: 'owner',
      source: 'command line',
    }
  return actAs(bound, osAccount)
}

/** Otherwise an operator who is unbound from the account would be an owner there. */
async function refuseFormerAccount(osAccount: string): Promise<void> {
  const former = await findByFormerAccount(osAccount)
  if (former)
    throw new RefusalError(
      `The OS account ${osAccount} was ${former.name}’s. An owner may bind it to an operator.`,
    )
}

/** Throws RefusalError if there is none. Names are compared without case. */
export async function requireOperator(name: string, reader?: Reader): Promise<Operator> {
  const found = await findOperator(name, reader)
  if (!found)
    throw new RefusalError(`There is no operator ${name}.`, 'name', { next: [see('operators list')] })
  return found
}

/** Throws RefusalError unless the operator is active. */
export function actAs(operator: Operator, osAccount: string): Actor {
  refuseDesk(osAccount)
  if (operator.state !== 'active')
    throw new RefusalError(`${operator.name} is ${operator.state}: an owner may enable the operator.`)
  const { id: operatorId, name, role } = operator
  return { operatorId, osAccount, name, by: formatPerson(name, osAccount), role, source: 'command line' }
}
