import type { Tx } from '~/platform/db/client.server'
import { recordCommandEnd, recordCommandRow } from '~/domain/operators/command-log.server'
import { OverBudgetError, type Hand } from '~/domain/wallet/budget.server'
import { agree, findPermit, requestApproval } from './approvals.server'
import { lockedFor, requireRole, toContext, type Call } from './call'
import { refuseOwnGains } from './gains.server'
import { beginLine, recordFailure, recordRefusal } from './logged-call.server'
import { stopsSomething } from './effects'
import { mailStop } from './operator-mails.server'
import { removeAssigned, type Change, type ChangeOperation } from './operation'
import { lockRecord } from './present.server'
import { previewTransaction, transactChange } from './transactions.server'

export interface PreviewOptions {
  /** Somebody only looks: a refusal is not logged. */
  dryRun?: boolean | undefined
}

const runWith = (call: Call<ChangeOperation>, consent: Hand['consent'], tx: Tx): Promise<Change> =>
  refuseOwnGains(call.actor, tx, () => call.operation.run(call.input, toContext(call, consent), tx))

/** What the change would do now; its transaction is rolled back. Throws RefusalError, which is logged unless it is a dry run. */
export async function previewChange(
  call: Call<ChangeOperation>,
  { dryRun }: PreviewOptions = {},
): Promise<Change> {
  requireRole(call)
  try {
    return removeAssigned(
      await lockedFor(call, previewTransaction<Change>, (tx) => runWith(call, 'alone', tx)),
    )
  } catch (error) {
    if (!dryRun) await recordRefusal(call, error)
    throw error
  }
}

export interface Consent {
  /** Throws unless this is what somebody has agreed to; called before it is committed. */
  check?: ((change: Change) => void) | undefined
  /** The version of the record that was seen: another one is refused. */
  version?: string | undefined
  /** Of a form (request-key.server.ts): the same key is done once. */
  requestKey?: string | undefined
}

/** Throws RefusalError; ApprovalPendingError for a request that waits for somebody else. */
export async function runChange(
  call: Call<ChangeOperation>,
  consent: Consent = {},
): Promise<{ answer: Change; logId: number; approval?: number }> {
  requireRole(call)
  const { check, requestKey, version } = consent
  const permit = await findPermit(call)
  if ('ask' in permit) {
    const now = await previewChange(call)
    check?.(now)
    return (await requestApproval(call, now.effect, permit.ask)) ?? runChange(call, consent)
  }
  const logId = await beginLine(call, requestKey)
  try {
    const answer = await lockedFor(call, transactChange<Change>, async (tx) => {
      await lockRecord(call, version, tx)
      const made = await runWith(call, permit.consent, tx)
      check?.(made)
      await agree(permit, call.actor.by, logId, tx)
      if (stopsSomething(call.operation) && made.changed.length)
        await mailStop(tx, call.operation, call.actor)
      for (const { subject, outcome } of made.rows ?? []) await recordCommandRow(logId, subject, outcome, tx)
      const outcome = made.rows?.some((row) => row.outcome === 'refused') ? 'partly' : 'done'
      await recordCommandEnd(logId, outcome, { result: { changed: made.changed }, tx })
      return made
    })
    return { answer, logId }
  } catch (error) {
    await recordFailure(logId, error)
    // Something else was credited at this moment: now it asks a second person.
    if (error instanceof OverBudgetError) return runChange(call, consent)
    throw error
  }
}
