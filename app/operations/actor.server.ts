import os from 'node:os'
import { arrayContains, eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { operators } from '~/db/schema/operations'
import { DESK, writeOsAccount, writePerson } from '~/settings/person'
import { Refused } from './refusal'
import type { Role } from './roles'

export type Operator = typeof operators.$inferSelect

export interface Actor {
  /** Null: the OS account is bound to no operator. */
  operatorId: number | null
  /** Null: acts at the desk. */
  osAccount: string | null
  name: string
  by: string
  role: Role
  source: 'command line' | 'desk'
}

export function readOsAccount(): string {
  try {
    return writeOsAccount(os.userInfo().username)
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** In the records, `Asha Verma@desk` is somebody at the desk. Throws Refused for an OS account of this name. */
export function refuseDesk(osAccount: string, field?: string): void {
  if (osAccount === DESK)
    throw new Refused(
      `No operator has the OS account ${DESK}: in the log it is the desk. Use another account.`,
      field,
    )
}

/** The operator whose OS account this is; where none is bound to it, an owner. Throws Refused for a disabled one. */
export async function findCommandLineActor(osAccount = readOsAccount()): Promise<Actor> {
  refuseDesk(osAccount)
  const [bound] = await db.select().from(operators).where(eq(operators.os_account, osAccount))
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
  const [former] = await db
    .select({ name: operators.name })
    .from(operators)
    .where(arrayContains(operators.former_accounts, [osAccount]))
  if (former)
    throw new Refused(
      `The OS account ${osAccount} was ${former.name}’s. An owner may bind it to an operator.`,
    )
}

/** Throws Refused if there is none. Names are compared without case. */
export async function requireOperator(name: string, reader: Reader = db): Promise<Operator> {
  const [found] = await reader
    .select()
    .from(operators)
    .where(eq(sql`lower(${operators.name})`, name.toLowerCase()))
  if (!found) throw new Refused(`There is no operator ${name}. \`operators list\` shows them.`, 'name')
  return found
}

/** Throws Refused unless the operator is active. */
export function actAs(operator: Operator, osAccount: string): Actor {
  refuseDesk(osAccount)
  if (operator.state !== 'active')
    throw new Refused(`${operator.name} is ${operator.state}: an owner may enable the operator.`)
  const { id: operatorId, name, role } = operator
  return { operatorId, osAccount, name, by: writePerson(name, osAccount), role, source: 'command line' }
}
