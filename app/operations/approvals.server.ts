/** Four eyes: what is guarded waits until a second person gives the same command with the same input. */
import { db, type Tx } from '~/db/client.server'
import {
  addApproval,
  APPROVAL_DAYS,
  decide,
  endExpired,
  findWaiting,
  type Approval,
} from '~/operators/approvals.server'
import { comparePersons } from '~/settings/same-person.server'
import { recordCommandRow } from '~/wallet/audit/command-log.server'
import { computeCallHash } from './fingerprint.server'
import type { Call } from './call'
import { logAround } from './logged-call.server'
import type { GuardedOperation } from './operation'
import { mailApproval } from './operator-mails.server'
import { RefusalError } from './refusal'
import type { Role } from './roles'
import { findSubstitute, listOthersWhoMay } from './second-persons.server'

type GuardedCall = Call<GuardedOperation>

export class ApprovalPendingError extends RefusalError {
  constructor(readonly approval: Approval) {
    super(
      `Approval ${approval.id} waits: ${approval.asked_by} requested it, and another person has to give the same command.`,
    )
  }
}

/** Null: nobody has to agree. Approval: the call agrees to it. Throws ApprovalPendingError, RefusalError. */
export async function waitsForSecondPerson(call: GuardedCall): Promise<Approval | 'ask' | null> {
  const { operation, input, actor } = call
  if (!(await operation.needsSecondPerson?.(input, actor))) return null
  if (!(await listOthersWhoMay(actor.by, operation.role)).length) return null
  await endExpired()
  const waiting = await findWaiting(await computeCallHash(call))
  if (!waiting) return 'ask'
  const isSamePerson = await comparePersons(db)
  if (isSamePerson(waiting.asked_by, actor.by)) throw new ApprovalPendingError(waiting)
  await refuseInvited(waiting, actor.by, operation.role)
  return waiting
}

async function refuseInvited({ id, asked_by }: Approval, by: string, needed: Role): Promise<void> {
  const other = (await findSubstitute(asked_by, needed))(by)
  if (other !== undefined)
    throw new RefusalError(
      `Approval ${id}: ${asked_by} requested it and has invited you alone. Somebody else agrees, such as ${other}.`,
    )
}

/** Null: somebody else asked for the same at this moment, so that this call agrees to it. Throws ApprovalPendingError. */
export const requestApproval = (call: GuardedCall, effect: string) =>
  logAround(call, async (logId) => {
    const asked = await askSecondPerson(call, effect)
    return asked && { answer: describeRequest(asked), logId, approval: asked.id }
  })

async function askSecondPerson(call: GuardedCall, effect: string): Promise<Approval | null> {
  const call_hash = await computeCallHash(call)
  const { operation, actor } = call
  const instead = await findSubstitute(actor.by, operation.role)
  const added = await db.transaction(async (tx) => {
    const row = await addApproval(tx, { call_hash, command: call.command, effect, asked_by: actor.by })
    if (row) await mailApproval(tx, operation, actor, instead)
    return row
  })
  if (added) return added
  const waiting = await findWaiting(call_hash)
  const isSamePerson = await comparePersons(db)
  if (waiting && isSamePerson(waiting.asked_by, call.actor.by)) throw new ApprovalPendingError(waiting)
  return null
}

const describeRequest = ({ id }: Approval) => ({
  effect: `Asks a second person to agree (approval ${id})`,
  notes: [
    `Nothing else is done yet. Within ${APPROVAL_DAYS} days another person gives the same command; \`approvals list\` shows what waits.`,
  ],
  changed: [],
})

/** The line of the log says which approval it used. Throws RefusalError if it was decided meanwhile. */
export async function agree({ id }: Approval, by: string, logId: number, tx: Tx): Promise<void> {
  const agreed = await decide(id, 'approved', by, tx)
  if (!agreed)
    throw new RefusalError(`Approval ${id} was decided meanwhile. \`approvals list --all\` shows how.`)
  await recordCommandRow(logId, `approval ${id}`, 'agreed', tx)
}
