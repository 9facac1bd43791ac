import type { Actor } from './actor.server'
import type { Reader } from './cells'
import type { TypedInput } from './command-text'
import type { Context, Operation } from './operation'
import { RefusalError } from './refusal'
import { mayDo } from './roles'

export interface Call<O extends Operation = Operation> {
  operation: O
  input: never
  command: string
  /** As it was typed, for the comparison with what another person typed. */
  typed: TypedInput
  actor: Actor
  uncovers: boolean
}

export const toReader = ({ actor, uncovers }: Pick<Call, 'actor' | 'uncovers'>): Reader => ({
  role: actor.role,
  uncovers,
})

export const toContext = ({ actor, uncovers }: Call): Context => ({
  role: actor.role,
  uncovers,
  by: actor.by,
  operatorId: actor.operatorId,
  osAccount: actor.osAccount,
  ...(actor.deskSession !== undefined && { deskSession: actor.deskSession }),
})

/** Throws RefusalError unless the role of the actor allows the operation. */
export function requireRole({ operation, actor }: Call): void {
  if (!mayDo(actor.role, operation.role))
    throw new RefusalError(
      `\`${operation.name}\` needs the role ${operation.role}; ${actor.name} has ${actor.role}.`,
    )
}
