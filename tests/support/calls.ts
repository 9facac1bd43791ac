/** Calls of operations, as the command line makes them. */
import type { Actor } from '~/desk/actor.server'
import { formatForLog, type TypedInput } from '~/desk/command-text'
import type { InputFile } from '~/desk/fields'
import { findOperation } from '~/desk/find-operation'
import { readInput } from '~/desk/read-input'
import type { Call } from '~/desk/call'
import { formatPerson } from '~/domain/settings/person'

interface Who extends Partial<Pick<Actor, 'role' | 'operatorId'>> {
  osAccount: string
  /** The operator's. */
  name?: string
}

export async function makeCall(
  name: string,
  typed: TypedInput,
  { osAccount, name: operator, role = 'owner', operatorId = null }: Who,
  files: Record<string, InputFile> = {},
): Promise<Call<never>> {
  const operation = await findOperation(name)
  const names = Object.fromEntries(Object.entries(files).map(([field, file]) => [field, file.name]))
  return {
    operation: operation as never,
    typed: { ...typed, ...names },
    input: readInput(operation, typed, files),
    command: formatForLog(operation, { ...typed, ...names }, false),
    uncovers: false,
    actor: {
      operatorId,
      osAccount,
      name: operator ?? osAccount,
      by: formatPerson(operator ?? null, osAccount),
      role,
      source: 'command line',
    },
  }
}
