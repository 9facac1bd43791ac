/** The confirmation of what a draft shows. */
import type { Actor } from '~/operations/actor.server'
import type { Operation } from '~/operations/operation'
import { perform, type Performed } from '~/operations/perform.server'
import type { Call } from '~/operations/run.server'
import { toAnswerView } from '../views/answer.server'
import { checkTyped, toCall } from '../views/typed.server'
import { storeOutput, updateDraft } from './drafts.server'
import type { Draft, DraftState } from './draft'
import { toPreview, toRefusal } from './submit.server'

/** Does what was seen, once. `consent`: of the preview that was on the page. */
export async function confirmDraft(
  draft: Draft,
  operation: Operation,
  actor: Actor,
  consent: string,
): Promise<void> {
  const { input, state } = draft
  if (state.result && state.result.state !== 'running') return
  const checked = checkTyped(operation, input)
  if (!checked.ok) return updateDraft(draft, { errors: checked.errors })
  const call = toCall(operation, input, checked.input, actor)
  let names: readonly string[] = []
  const performed = await perform(call as never, {
    requestKey: draft.id,
    consent,
    byWorker: true,
    version: state.preview?.version,
    keepFiles: async (files) => {
      await storeOutput(draft, files)
      names = files.map(({ name }) => name)
    },
  })
  await updateDraft(draft, await toState(performed, draft, call, names))
}

async function toState(
  performed: Performed,
  { state }: Draft,
  call: Call,
  files: readonly string[],
): Promise<DraftState> {
  const { preview } = state
  switch (performed.state) {
    case 'done': {
      const { answer, logId } = performed
      const reader = { role: call.actor.role, uncovers: call.uncovers }
      const view = answer && { ...(await toAnswerView(answer, reader)), effect: answer.effect }
      return { errors: {}, preview, result: { state: 'done', logId, answer: view, files } }
    }
    case 'running':
      return { errors: {}, preview, result: { state: 'running', logId: performed.logId } }
    case 'queued':
      return { errors: {}, preview, result: { state: 'queued', job: performed.job } }
    case 'waits for a second person':
      return { errors: {}, preview, result: { state: 'waits', approval: performed.approval } }
    case 'not as seen':
      return {
        errors: {},
        preview: await toPreview(performed.now, call as never),
        before: preview?.answer,
        notSame: performed.why,
      }
    case 'refused':
      return toRefusal(call.operation, performed)
  }
}
