import type { Tx } from '~/platform/db/client.server'
import { createSemaphore } from '~/platform/semaphore'
import { lockBudget, type BudgetConsent } from '~/domain/wallet/budget.server'
import type { Actor } from './actor.server'
import type { CellReader } from './cells'
import type { TypedInput } from './command-text'
import type { ChangeOperation, Context, JobContext, Operation } from './operation'
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

export const toReader = ({ actor, uncovers }: Pick<Call, 'actor' | 'uncovers'>): CellReader => ({
  role: actor.role,
  uncovers,
})

export const toContext = ({ actor, uncovers }: Call, consent: BudgetConsent = 'none'): Context => ({
  hand: { by: actor.by, consent },
  role: actor.role,
  uncovers,
  by: actor.by,
  operatorId: actor.operatorId,
  osAccount: actor.osAccount,
  ...(actor.deskSession !== undefined && { deskSession: actor.deskSession }),
})

/** Of a job that only shows what it would do. */
export const toPreviewContext = (
  call: Call,
  consent: BudgetConsent,
  progress: JobContext['progress'] = () => {},
): JobContext => ({
  ...toContext(call, consent),
  apply: false,
  fileName: null,
  progress,
  logRow: async () => {},
  askSecondPerson: async () => null,
})

const takeTurn = createSemaphore(1, 1000)

/**
 * For each transaction of a change, also of a preview: what credits by hand takes the lock of the budget before all others. Within the
 * process one at a time takes a connection, because the holder of the lock may need a second one.
 */
export function lockedFor<T>(
  { operation }: Call<ChangeOperation>,
  transact: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!operation.creditsByHand) return transact(work)
  return takeTurn(() =>
    transact(async (tx) => {
      await lockBudget(tx)
      return work(tx)
    }),
  )
}

/** Throws RefusalError unless the role of the actor allows the operation. */
export function requireRole({ operation, actor }: Call): void {
  if (!mayDo(actor.role, operation.role))
    throw new RefusalError(
      `‘${operation.title}’ needs the role ${operation.role}; ${actor.name} has ${actor.role}.`,
    )
}
