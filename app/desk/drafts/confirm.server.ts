import type { Actor } from '~/operations/actor.server'
import type { Operation } from '~/operations/operation'
import { perform, type Performed } from '~/operations/perform.server'
import type { Call } from '~/operations/run.server'
import { toAnswerView } from '../views/answer.server'
import { checkTyped, toCall } from '../views/typed.server'
import { listOutput, storeOutput, updateDraft } from './drafts.server'
import type { Draft, DraftState } from './draft'
import { describeLastChange, toPreview, toRefusal } from './submit.server'

/** Does what was seen, once. `consent`: of the preview that was on the page. */
export async function confirmDraft(
  draft: Draft,
  operation: Operation,
  actor: Actor,
  consent: string,
): Promise<void> {
  const { input, state } = draft
  if (state.result) return
  const checked = checkTyped(operation, input)
  if (!checked.ok) return updateDraft(draft, { errors: checked.errors })
  const call = toCall(operation, input, checked.input, actor)
  const performed = await perform(call as never, {
    requestKey: draft.id,
    consent,
    byWorker: true,
    version: state.preview?.version,
    keepFiles: (files) => storeOutput(draft, files),
  })
  await updateDraft(draft, await toState(performed, draft, call))
}

async function toState(performed: Performed, draft: Draft, call: Call): Promise<DraftState> {
  const { preview } = draft.state
  switch (performed.state) {
    case 'done': {
      const { answer, logId } = performed
      const reader = { role: call.actor.role, uncovers: call.uncovers }
      const view = answer && { ...(await toAnswerView(answer, reader)), effect: answer.effect }
      // Read from the database: the request that made the files may have ended before it answered.
      const files = await listOutput(draft)
      return { errors: {}, preview, result: { state: 'done', logId, answer: view, files } }
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
      return { errors: {}, preview, result: { state: 'waits', approval: performed.approval } }
    case 'not as seen':
      return {
        errors: {},
        preview: await toPreview(performed.now, call as never),
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
