import { formatTime } from '~/platform/formats/dates'
import type { Actor } from '~/desk/actor.server'
import type { CellReader } from '~/desk/cells'
import type { Operation } from '~/desk/operation'
import { listJobFiles, listJobs, readEnd } from '~/desk/queued-jobs.server'
import { mayDo } from '~/desk/roles'
import { listDifferences } from '../drafts/compare'
import type { Draft, DraftState } from '../drafts/draft'
import { findRecordOf, readFollowUp, type FollowUp } from '../queues.server'
import { openSnippetsForClaim } from '../replies/snippets.server'
import { readMayOpen, toHints, toLinks } from './answer.server'
import { describeFields } from './fields.server'
import { findInTopic, findTopic, type FoundTopic } from './find-page.server'
import { buildDraftFilePath, buildDraftFramePath, buildDraftPath } from './paths'
import { describeFrame, isReading } from './frame.server'
import { forbid } from './read-page.server'
import { completeFields, readPresentRecord, type FormView } from './read-form.server'
import type { HintView, LinkView } from './view'
import { showReading, type FramedReading } from './show-reading.server'

export interface DraftView
  extends
    Omit<FormView, 'page'>,
    Pick<DraftState, 'refusal' | 'preview' | 'result' | 'unconfirmed' | 'logId'> {
  page: 'draft'
  frame: { title: string; path: string } | null
  /** Forms and pages that help where it is refused. */
  helps: readonly LinkView[]
  id: string
  confirmPath: string
  differences: readonly string[]
  files: readonly FileView[]
  job: JobView | null
  hasErrors: boolean
  /** Of a result about one record of a queue. */
  followUp: FollowUp | null
}

export interface FileView {
  title: string
  /** Null: it was fetched, or an hour has passed. */
  to: string | null
  fetchedAt: string | null
}

/** Of a job that a worker does. */
export interface JobView {
  id: number
  progress: string
  /** Null: it has not ended. */
  end: { outcome: string; effect: string; problems: readonly HintView[] } | null
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
): Promise<FramedReading | DraftView> | ReturnType<typeof forbid> {
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

/** Where a search leads that found one thing alone; null: its page shows what it found. */
export function findOnlyFound(page: FramedReading | DraftView | { page: 'forbidden' }): string | null {
  if (page.page !== 'reading' || !page.isSearch || page.reading?.kind !== 'answer') return null
  const [only, ...more] = page.reading.answer.next
  return only && !more.length ? only.to : null
}

async function describeDraft(
  draft: Draft,
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
): Promise<DraftView> {
  const { id, input, state } = draft
  const { errors, next = [], refusal, preview, result, unconfirmed, logId, before, changedBy } = state
  const reader = { role: actor.role, uncovers: false }
  // Of an edit, the form has the values of the record again; other forms have only what was typed.
  const isEdit = operation.kind === 'change' && operation.isEdit === true
  const { typed, files } = input
  const present = isEdit && !result ? await readPresentRecord(operation, typed) : null
  const fields = describeFields(operation, { typed, files, errors, present, reader })
  return {
    page: 'draft',
    ...describeFrame(operation, topic),
    id,
    confirmPath: buildDraftPath(id),
    fields: result
      ? fields
      : await completeFields(operation, fields, typed, (id) => openSnippetsForClaim(id, actor)),
    hasErrors: Object.keys(errors).length > 0,
    followUp: result ? await readFollowUpOf(draft, actor) : null,
    version: present?.version ?? preview?.version,
    refusal,
    helps: next.length ? await toLinks(next, await readMayOpen(reader)) : [],
    preview: preview && { ...preview, frame: undefined },
    frame: preview?.frame ? { title: preview.frame.title, path: buildDraftFramePath(id) } : null,
    result,
    unconfirmed,
    logId,
    differences: [
      ...(changedBy ? [changedBy] : []),
      ...(before && preview ? listDifferences(before, preview.answer) : []),
    ],
    files: result?.state === 'done' && result.job !== undefined ? await readFiles(id, result.job) : [],
    job: result?.state === 'queued' ? await readJob(result.job, reader) : null,
  }
}

function readFollowUpOf({ operation, input }: Draft, { role }: Actor): Promise<FollowUp | null> | null {
  const { approval, typed } = input
  const record =
    approval === undefined ? findRecordOf(operation, typed) : { topic: 'approvals', id: approval }
  return record && readFollowUp(record, role)
}

const readFiles = async (draft: string, job: number): Promise<FileView[]> =>
  (await listJobFiles(job)).map(({ n, name, isKept, fetchedAt }) => ({
    title: name,
    to: isKept ? buildDraftFilePath(draft, n) : null,
    fetchedAt: fetchedAt && formatTime(fetchedAt),
  }))

async function readJob(id: number, reader: CellReader): Promise<JobView | null> {
  const [job] = await listJobs({ id, limit: 1 })
  if (!job) return null
  const { effect, problems = [] } = await readEnd(id)
  return {
    id,
    progress: job.attempts ? `${Math.floor(job.progress / 10)} %. ${job.progress_words}` : '',
    end:
      job.outcome === null
        ? null
        : { outcome: job.outcome, effect, problems: await toHints(problems, await readMayOpen(reader)) },
  }
}
