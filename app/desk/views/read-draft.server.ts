import type { Actor } from '~/operations/actor.server'
import type { Operation } from '~/operations/operation'
import { mayDo } from '~/operations/roles'
import { listDifferences } from '../drafts/compare'
import type { Draft, DraftState } from '../drafts/draft'
import { describeFields } from './fields.server'
import { findInTopic, findTopic, type FoundTopic } from './find-page.server'
import { writeDraftFilePath, writeDraftFramePath, writeDraftPath } from './paths'
import { describeFrame, isReading } from './frame.server'
import { forbid } from './read-page.server'
import type { FormPage } from './read-form.server'
import { showReading, type ReadingPage } from './show-reading.server'
import type { LinkView } from './view'

export interface DraftPage
  extends
    Omit<FormPage, 'page'>,
    Pick<DraftState, 'refusal' | 'preview' | 'result' | 'unconfirmed' | 'logId'> {
  page: 'draft'
  frame: { title: string; path: string } | null
  id: string
  confirmPath: string
  differences: readonly string[]
  files: readonly LinkView[]
  hasErrors: boolean
}

export interface FoundDraft {
  draft: Draft
  operation: Operation
  topic: FoundTopic
}

/** Null: its operation is no longer there. */
export async function findDraftOperation(draft: Draft): Promise<FoundDraft | null> {
  const [word, second] = draft.operation.split(' ')
  const topic = await findTopic(word!)
  const operation = topic && findInTopic(topic, second)
  return operation ? { draft, operation, topic: topic! } : null
}

/** How long masked values are shown, in ms. */
const UNCOVERED_MS = 30 * 60_000

export function readDraftPage(
  { draft, operation, topic }: FoundDraft,
  actor: Actor,
): Promise<ReadingPage> | DraftPage | ReturnType<typeof forbid> {
  if (!mayDo(actor.role, operation.role)) return forbid(operation, actor)
  const { input } = draft
  if (isReading(operation))
    return showReading(operation, topic, actor, {
      typed: input.typed,
      files: input.files,
      uncovers: input.uncovers && Date.now() - draft.createdAt.getTime() < UNCOVERED_MS,
      after: null,
      isSent: true,
    })
  return describeDraft(draft, operation, topic, actor)
}

function describeDraft(draft: Draft, operation: Operation, topic: FoundTopic, actor: Actor): DraftPage {
  const { id, input, state } = draft
  const { errors, refusal, preview, result, unconfirmed, logId, before, changedBy } = state
  const reader = { role: actor.role, uncovers: false }
  const files = result?.state === 'done' ? result.files : []
  return {
    page: 'draft',
    ...describeFrame(operation, topic),
    id,
    confirmPath: writeDraftPath(id),
    fields: describeFields(operation, { typed: input.typed, files: input.files, errors, reader }),
    hasErrors: Object.keys(errors).length > 0,
    version: preview?.version,
    refusal,
    preview: preview && { ...preview, frame: undefined },
    frame: preview?.frame ? { title: preview.frame.title, path: writeDraftFramePath(id) } : null,
    result,
    unconfirmed,
    logId,
    differences: [
      ...(changedBy ? [changedBy] : []),
      ...(before && preview ? listDifferences(before, preview.answer) : []),
    ],
    files: files.map((title, n) => ({ title, to: writeDraftFilePath(id, n) })),
  }
}
