/** What changes or uncovers something is logged before it starts. */
import { db, type Tx } from '~/platform/db/client.server'
import { recordCommand, recordCommandEnd, type CommandOutcome } from '~/domain/operators/command-log.server'
import { OverBudgetError } from '~/domain/wallet/budget.server'
import type { Actor } from './actor.server'
import { requireRole, toContext, type Call } from './call'
import { showsPerson } from './effects'
import type { Context, Operation } from './operation'
import { RefusalError } from './refusal'
import { refuseRepeated } from './request-key.server'

/** Reads a list, a record or a report. Logged is what uncovers something, shows a person at the desk, or is of an operation that wants it. */
export async function logReading<T>(call: Call, read: (context: Context) => Promise<T>): Promise<T> {
  requireRole(call)
  const { actor, operation, uncovers } = call
  const showsAtDesk = actor.source === 'desk' && showsPerson(operation)
  const isLogged = uncovers || operation.logsReading === true || showsAtDesk
  return isLogged ? logAround(call, () => read(toContext(call))) : read(toContext(call))
}

export async function logAround<T>(
  call: Call,
  work: (logId: number) => Promise<T>,
  {
    end,
    requestKey,
  }: {
    end?: (result: T) => { outcome: CommandOutcome; result?: unknown }
    requestKey?: string | undefined
  } = {},
): Promise<T> {
  const logId = await beginLine(call, requestKey)
  let result: T
  try {
    result = await work(logId)
  } catch (error) {
    await recordFailure(logId, error)
    throw error
  }
  const { outcome, ...kept } = end?.(result) ?? { outcome: 'done' as const }
  await recordCommandEnd(logId, outcome, kept)
  return result
}

/** Adds a line to the log. With a key, throws RepeatedRequestError if a line with this key is there that was done, or is being done. */
export async function beginLine(call: Call, requestKey?: string, tx?: Tx): Promise<number> {
  if (requestKey !== undefined && !tx) return db.transaction((own) => beginLine(call, requestKey, own))
  const { actor, command } = call
  if (requestKey !== undefined) await refuseRepeated(requestKey, tx!)
  const origin = { osUser: actor.by, operatorId: actor.operatorId, source: actor.source }
  return recordCommand({ ...origin, requestKey }, command, { reader: tx })
}

/** A refusal's text may name a person, so only that it was refused is kept. */
export async function recordFailure(logId: number, error: unknown): Promise<void> {
  await recordCommandEnd(logId, isRefusal(error) ? 'refused' : 'failed').catch(() => {})
}

const isRefusal = (error: unknown) => error instanceof RefusalError || error instanceof OverBudgetError

/** What an operator asked for at the desk without the role. */
export async function recordForbidden(
  { by, operatorId, source }: Actor,
  { name }: Pick<Operation, 'name'>,
): Promise<void> {
  const line = await recordCommand({ osUser: by, operatorId, source }, name)
  await recordCommandEnd(line, 'refused', { result: { reason: 'role' } })
}

export async function recordRefusal(call: Call, error: unknown): Promise<void> {
  if (error instanceof RefusalError) await recordFailure(await beginLine(call), error)
}
