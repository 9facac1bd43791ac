/** Runs operations: the role is checked, and whatever changes or uncovers something is logged before it starts. */
import { sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/db/client.server'
import { recordCommand, recordCommandEnd, type CommandOutcome } from '~/wallet/audit/command-log.server'
import { moneyTransaction } from '~/wallet/ledger/ledger.server'
import type { Actor } from './actor.server'
import { agree, askSecondPerson, describeRequest, waitsForSecondPerson } from './approvals.server'
import type { Typed } from './command-text'
import { computeFingerprint } from './fingerprint.server'
import type { Change, ChangeOperation, Context, Operation } from './operation'
import { Refused } from './refusal'
import { lockRecord } from './present.server'
import { refuseRepeated } from './request-key.server'
import { mayDo } from './roles'

export interface Call<O = Operation> {
  operation: O
  input: never
  command: string
  /** As it was typed, for the comparison with what another person typed. */
  typed: Typed
  actor: Actor
  uncovers: boolean
}

export const toContext = ({ actor, uncovers }: Call): Context => ({
  role: actor.role,
  uncovers,
  by: actor.by,
  operatorId: actor.operatorId,
  osAccount: actor.osAccount,
})

/** Throws Refused unless the role of the actor allows the operation. */
export function requireRole({ operation, actor }: Call): void {
  if (!mayDo(actor.role, operation.role))
    throw new Refused(
      `\`${operation.name}\` needs the role ${operation.role}; ${actor.name} has ${actor.role}.`,
    )
}

/** Reads a list, a record or a report; a reading that uncovers something, or of an operation that wants it, is logged. */
export async function logReading<T>(call: Call, read: (context: Context) => Promise<T>): Promise<T> {
  requireRole(call)
  const isLogged = call.uncovers || call.operation.logsReading === true
  return isLogged ? logAround(call, () => read(toContext(call))) : read(toContext(call))
}

export async function logAround<T>(
  call: Call,
  work: (logId: number) => Promise<T>,
  { end, requestKey }: { end?: (result: T) => CommandOutcome; requestKey?: string | undefined } = {},
): Promise<T> {
  const logId = await begin(call, requestKey)
  let result: T
  try {
    result = await work(logId)
  } catch (error) {
    await recordFailure(logId, error)
    throw error
  }
  await recordCommandEnd(logId, end?.(result) ?? 'done')
  return result
}

/** Adds a line to the log. With a key, throws Repeated if a line with this key is there that was done, or is being done. */
export async function begin(call: Call, requestKey?: string, tx?: Tx): Promise<number> {
  if (requestKey !== undefined && !tx) return db.transaction((own) => begin(call, requestKey, own))
  const { actor, command } = call
  if (requestKey !== undefined) await refuseRepeated(requestKey, tx!)
  const origin = { osUser: actor.by, operatorId: actor.operatorId, source: actor.source }
  return recordCommand({ ...origin, requestKey }, command, { reader: tx })
}

/** A refusal's text may name a person, so only that it was refused is kept. */
async function recordFailure(logId: number, error: unknown): Promise<void> {
  await recordCommandEnd(logId, error instanceof Refused ? 'refused' : 'failed').catch(() => {})
}

class RollBack extends Error {
  constructor(readonly result: unknown) {
    super('rolled back')
  }
}

/** Returns the result of `work`. Checks all constraints, then rolls the transaction back. */
export async function previewTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transactChange(async (tx) => {
      const result = await work(tx)
      await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      throw new RollBack(result)
    })
  } catch (error) {
    if (error instanceof RollBack) return error.result as T
    throw error
  }
}

export interface Look {
  /** Somebody only looks: a refusal is not logged. */
  dryRun?: boolean | undefined
}

/** What the change would do now; its transaction is rolled back. Throws Refused, which is logged unless it is a dry run. */
export async function previewChange(
  call: Call<ChangeOperation<never>>,
  { dryRun }: Look = {},
): Promise<Change> {
  requireRole(call as never)
  try {
    return await previewTransaction((tx) => call.operation.run(call.input, toContext(call as never), tx))
  } catch (error) {
    if (!dryRun) await recordRefusal(call as never, error)
    throw error
  }
}

export async function recordRefusal(call: Call, error: unknown): Promise<void> {
  if (error instanceof Refused) await recordFailure(await begin(call), error)
}

/** The change is not the one that was previewed; `now` says what it would be. Nothing was done. */
export class ChangedMeanwhile extends Refused {
  constructor(readonly now: Change) {
    super('Something changed meanwhile, and nothing was done. Look at the new preview.')
  }
}

export interface Consent {
  /** Throws unless this is what somebody has agreed to; called before it is committed. */
  check?: ((change: Change) => void) | undefined
  /** The version of the record that was seen: another one is refused. */
  version?: string | undefined
  /** Key of a form (request-key.server.ts): the same key is done once. */
  requestKey?: string | undefined
}

/** For a check: exactly what was previewed. */
export const sameAs = (preview: Change) => (change: Change) => {
  if (computeFingerprint(change) !== computeFingerprint(preview)) throw new ChangedMeanwhile(change)
}

/** Throws Refused; StillWaits for a request that waits for somebody else. */
export async function runChange(
  call: Call<ChangeOperation<never>>,
  consent: Consent = {},
): Promise<{ change: Change; logId: number; approval?: number }> {
  requireRole(call as never)
  const request = await waitsForSecondPerson(call)
  if (request === 'ask') return (await askForChange(call, consent)) ?? runChange(call, consent)
  const logId = await begin(call as never, consent.requestKey)
  try {
    const change = await transactChange(async (tx) => {
      await lockRecord(call, consent.version, tx)
      const made = await call.operation.run(call.input, toContext(call as never), tx)
      consent.check?.(made)
      if (request) await agree(request, call.actor.by, logId, tx)
      await recordCommandEnd(logId, 'done', { result: { changed: made.changed }, tx })
      return made
    })
    return { change, logId }
  } catch (error) {
    await recordFailure(logId, error)
    throw error
  }
}

/** Null: somebody else asked at this moment, and this call agrees. */
async function askForChange(call: Call<ChangeOperation<never>>, { check }: Consent) {
  const now = await previewChange(call)
  check?.(now)
  return logAround(call as never, async (logId) => {
    const asked = await askSecondPerson(call, now.effect)
    return asked && { change: { ...describeRequest(asked), changed: [] }, logId, approval: asked.id }
  })
}

/** Another transaction took the same unique key: the second try sees its row and refuses by name. */
const TAKEN = '23505'

export async function transactChange<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await moneyTransaction(work)
  } catch (error) {
    if (databaseError(error)?.code !== TAKEN) throw error
    return moneyTransaction(work)
  }
}
