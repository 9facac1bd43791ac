/** Four eyes: what is guarded waits until a second person gives the same command with the same input (docs/decisions/0093-second-persons.md). */
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { formatTime } from '~/platform/formats/dates'
import {
  addApproval,
  decide,
  endExpired,
  findNewest,
  findWaiting,
  type Approval,
} from '~/domain/operators/approvals.server'
import {
  describeWait,
  isFirstDay,
  judgeRequest,
  readPersons,
  REQUEST_DAYS,
  type Persons,
  type Wait,
} from '~/domain/settings/independence.server'
import { readSettings } from '~/domain/settings/settings.server'
import { OverBudgetError, type BudgetConsent } from '~/domain/wallet/budget.server'
import { recordCommandRow } from '~/domain/operators/command-log.server'
import type { Actor } from './actor.server'
import { computeCallHash } from './fingerprint.server'
import { lockedFor, toContext, toPreviewContext, type Call } from './call'
import { logAround } from './logged-call.server'
import { noteChange } from './changed'
import { formatForLog } from './command-text'
import { findOperation } from './find-operation'
import {
  see,
  type Change,
  type ChangeOperation,
  type FieldChange,
  type GuardedOperation,
  type JobContext,
  type JobOperation,
} from './operation'
import { mailApproval } from './operator-mails.server'
import { readInput } from './read-input'
import { RefusalError } from './refusal'
import type { Role } from './roles'
import { previewTransaction } from './transactions.server'

type GuardedCall = Call<GuardedOperation>

export class ApprovalPendingError extends RefusalError {
  constructor(
    readonly approval: Approval,
    readonly wait: string,
  ) {
    super(`Approval ${approval.id} waits: ${approval.asked_by} requested it. ${wait}`, undefined, {
      next: [see('approvals show', { id: approval.id })],
    })
  }
}

/** Who can agree, or from when the same person may confirm. */
export function explainWait({ requestedBy, others, from, until }: Wait): string {
  // An account that is bound to no operator cannot sign in at the desk.
  const [first, ...rest] = others.map(({ name, operatorId }) =>
    operatorId === null ? `${name} (on the command line)` : name,
  )
  if (first !== undefined)
    return `Another person has to agree: ${first}${rest.length ? `, or ${rest.join(', ')}` : ''}.`
  const demo = env().demo ? ' (a minute in the demo, otherwise 24 hours)' : ''
  return `Nobody who may agree is independent of ${requestedBy}, who may agree alone from ${formatTime(from)}${demo} until ${formatTime(until)}. All operators get a mail, and each owner may refuse it meanwhile.`
}

/** For the log of what one person decided alone. */
export const noteAlone = (subject: string, alone: boolean | undefined): FieldChange[] =>
  alone ? [noteChange(subject, 'second person', null, 'alone')] : []

/** The call may be done: nobody else has to agree, or it agrees to the approval. */
interface Permit {
  approval: Approval | null
  consent: BudgetConsent
}

/** `ask`: a second person has to be asked first, perhaps with the reason. Throws ApprovalPendingError. */
export async function findPermit(call: GuardedCall): Promise<Permit | { ask: string | null }> {
  const { operation, input, actor } = call
  const need = (await findOverBudget(call)) ?? (await operation.needsSecondPerson?.(input, actor))
  if (!need) return { approval: null, consent: 'none' }
  const persons = await readPersons(db)
  if (await isExempt(call, persons)) return { approval: null, consent: 'alone' }
  await endExpired()
  const waiting = await findWaiting(await computeCallHash(call))
  if (!waiting) return { ask: typeof need === 'string' ? need : null }
  const judged = judgeRequest(persons, toRequest(waiting), actor.by, operation.role)
  if (judged.agrees) return { approval: waiting, consent: judged.alone ? 'alone' : 'agreed' }
  throw new ApprovalPendingError(waiting, explainWait(judged.wait))
}

const isExempt = async ({ actor, operation }: GuardedCall, persons: Persons): Promise<boolean> =>
  !persons.listOthers(actor.by, operation.role).length && isFirstDay(db)

/** Of a queued job, by the rows of its line in the log. */
export async function findConsent(
  call: GuardedCall,
  rows: readonly { subject: string; outcome: string }[],
): Promise<BudgetConsent> {
  const approval = rows.find(({ subject }) => /^approval \d+$/.test(subject))
  if (approval) return approval.outcome === 'alone' ? 'alone' : 'agreed'
  return (await isExempt(call, await readPersons(db))) ? 'alone' : 'none'
}

/** Tries without consent and rolls back. Null: it is within the budget, or would be refused. */
async function findOverBudget(given: GuardedCall): Promise<string | null> {
  if (!given.operation.creditsByHand || (await readSettings(db)).FOUR_EYES_ABOVE === null) return null
  const call = given as Call<ChangeOperation> | Call<JobOperation>
  try {
    if (isChange(call))
      await lockedFor(call, previewTransaction<Change>, (tx) =>
        call.operation.run(call.input, toContext(call), tx),
      )
    else await call.operation.run(call.input, toPreviewContext(call, 'none'))
  } catch (error) {
    if (error instanceof OverBudgetError) return error.message
    if (!(error instanceof RefusalError)) throw error
  }
  return null
}

const isChange = (call: Call<ChangeOperation> | Call<JobOperation>): call is Call<ChangeOperation> =>
  call.operation.kind === 'change'

const toRequest = ({ asked_by, created_at }: Pick<Approval, 'asked_by' | 'created_at'>) => ({
  by: asked_by,
  at: created_at,
})

/** Null: somebody else asked for the same at this moment, so that this call agrees to it. Throws ApprovalPendingError. */
export const requestApproval = (call: GuardedCall, effect: string, why: string | null) =>
  logAround(call, async (logId) => {
    const approval = await askSecondPerson(call, effect)
    return (
      approval && {
        answer: await describeRequest(approval, call.operation.role, why),
        logId,
        approval: approval.id,
      }
    )
  })

/** For a job of this person. */
export const makeAskSecondPerson =
  (actor: Actor): JobContext['askSecondPerson'] =>
  async (name, typed, effect) => {
    const operation = (await findOperation(name)) as GuardedOperation
    const command = formatForLog(operation, typed, false)
    const call = { operation, typed, command, actor, uncovers: false, input: readInput(operation, typed, {}) }
    const earlier = await findNewest(await computeCallHash(call))
    if (earlier?.state === 'refused') return { id: earlier.id, state: 'refused' }
    const toState = (id: number | undefined) => (id === undefined ? null : { id, state: 'waiting' as const })
    try {
      const permit = await findPermit(call)
      return toState(
        'ask' in permit ? (await requestApproval(call, effect, permit.ask))?.approval : permit.approval?.id,
      )
    } catch (error) {
      if (error instanceof ApprovalPendingError) return toState(error.approval.id)
      throw error
    }
  }

async function askSecondPerson(call: GuardedCall, effect: string): Promise<Approval | null> {
  const call_hash = await computeCallHash(call)
  const { operation, actor } = call
  const persons = await readPersons(db)
  const others = persons.listOthers(actor.by, operation.role)
  const added = await db.transaction(async (tx) => {
    const row = await addApproval(tx, {
      call_hash,
      command: call.command,
      effect,
      asked_by: actor.by,
      role: operation.role,
    })
    if (row) await mailApproval(tx, operation, actor, others)
    return row
  })
  if (added) return added
  const waiting = await findWaiting(call_hash)
  if (waiting && !persons.areIndependent(waiting.asked_by, actor.by))
    throw new ApprovalPendingError(
      waiting,
      explainWait(describeWait(persons, toRequest(waiting), operation.role)),
    )
  return null
}

/** `needed`: the role of what was asked for. */
export const readWait = async (
  approval: Pick<Approval, 'asked_by' | 'created_at'>,
  needed: Role,
  reader: Reader,
) => describeWait(await readPersons(reader), toRequest(approval), needed)

async function describeRequest(approval: Approval, needed: Role, why: string | null) {
  return {
    effect: `Asks a second person to agree (approval ${approval.id})`,
    notes: [
      ...(why === null ? [] : [why]),
      `Nothing else is done yet. ${explainWait(await readWait(approval, needed, db))}`,
      `It waits ${REQUEST_DAYS} days.`,
    ],
    next: [see('approvals show', { id: approval.id })],
    changed: [],
  }
}

/** The line of the log says which approval it used, and 'alone' without a second person. Throws RefusalError if it was decided meanwhile. */
export async function agree({ approval, consent }: Permit, by: string, logId: number, tx: Tx): Promise<void> {
  if (!approval) return
  const { id } = approval
  const agreed = await decide(id, 'approved', by, tx)
  if (!agreed)
    throw new RefusalError(`Approval ${id} was decided meanwhile.`, undefined, {
      next: [see('approvals show', { id })],
    })
  await recordCommandRow(logId, `approval ${id}`, consent, tx)
}
