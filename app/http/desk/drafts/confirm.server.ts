import type { Actor } from '~/desk/actor.server'
import { explainWait, readWait } from '~/desk/approvals.server'
import { toReader, type Call } from '~/desk/call'
import type { GuardedOperation, Operation } from '~/desk/operation'
import type { Role } from '~/desk/roles'
import { findApproval } from '~/domain/operators/approvals.server'
import { db } from '~/platform/db/client.server'
import { perform, type PerformResult } from '~/desk/perform.server'
import { toAnswerView } from '../views/answer.server'
import { buildOperationPath } from '../views/paths'
import { readDeskCall } from '../views/typed.server'
import { updateDraft } from './drafts.server'
import type { Draft, DraftState } from './draft'
import { describeLastChange, toPreview, toRefusal } from './submit.server'

interface DoneRecord {
  to: string
  words: string
  /** To the entry of the log, where it can be undone. */
  undo?: string
}

/** Does what was seen, once. `consent`: of the preview that was on the page. Returns the record that was changed, to go back to. */
export async function confirmDraft(
  draft: Draft,
  operation: Operation,
  actor: Actor,
  consent: string,
): Promise<DoneRecord | null> {
  const { input, state } = draft
  if (state.result) return findRecord(state, operation)
  const read = readDeskCall(operation, input, actor)
  if (!read.ok) {
    await updateDraft(draft, { errors: read.errors })
    return null
  }
  const call = read.call as Call<GuardedOperation>
  const performed = await perform(call, {
    requestKey: draft.id,
    seen: { consent },
    byWorker: true,
    version: state.preview?.version,
    fileName: call.operation.kind === 'job' ? (call.operation.makes ?? null) : null,
  })
  const next = await toState(performed, draft, call)
  await updateDraft(draft, next)
  return findRecord(next, operation)
}

function findRecord({ result }: DraftState, operation: Operation): DoneRecord | null {
  if (result?.state !== 'done') return null
  const { answer, logId } = result
  if (!answer?.record || answer.problems.length) return null
  const mayUndo = operation.kind === 'change' && operation.undo !== undefined
  return {
    to: answer.record.to,
    words: [`${answer.effect}.`, ...answer.notes.map(({ text }) => text)].join(' '),
    ...(mayUndo && { undo: buildOperationPath('log show', { id: logId }) }),
  }
}

async function describeApproval(id: number, needed: Role): Promise<string> {
  const found = await findApproval(id)
  return found ? explainWait(await readWait(found, needed, db)) : ''
}

async function toState(
  performed: PerformResult,
  draft: Draft,
  call: Call<GuardedOperation>,
): Promise<DraftState> {
  const { preview } = draft.state
  switch (performed.state) {
    case 'done': {
      const { answer, logId, job } = performed
      const view = answer && {
        ...(await toAnswerView(answer, toReader(call))),
        effect: answer.effect,
        // The record has it from now on.
        picture: undefined,
      }
      return { errors: {}, preview, result: { state: 'done', logId, answer: view, job } }
    }
    case 'running':
      return { errors: {}, preview, unconfirmed: 'running' }
    case 'interrupted':
      return {
        errors: {},
        preview,
        unconfirmed: performed.isUndone ? 'undone' : 'interrupted',
        logId: performed.logId,
      }
    case 'queued':
      return { errors: {}, preview, result: { state: 'queued', job: performed.job } }
    case 'waits for a second person':
      return {
        errors: {},
        preview,
        result: {
          state: 'waits',
          approval: performed.approval,
          wait: await describeApproval(performed.approval, call.operation.role),
        },
      }
    case 'not as seen':
      return {
        errors: {},
        preview: await toPreview(performed.now, call),
        before: preview?.answer,
        unconfirmed: performed.why === 'old' ? 'old' : 'changed',
        ...(performed.now.present?.version !== preview?.version && {
          changedBy: await describeLastChange(performed.now),
        }),
      }
    case 'refused':
      return toRefusal(call.operation, performed)
  }
}
