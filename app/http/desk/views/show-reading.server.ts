import { readId } from '~/platform/formats/ids'
import type { Actor } from '~/desk/actor.server'
import { listFields, type TypedInput } from '~/desk/command-text'
import { findOperation } from '~/desk/find-operation'
import { findLogLine } from '~/desk/log-lines.server'
import type { Operation } from '~/desk/operation'
import type { StoredFiles } from '~/desk/read-input'
import { RefusalError, toHint } from '~/desk/refusal'
import { mayDo, seesPeople, type Role } from '~/desk/roles'
import { findUndo } from '~/desk/undo.server'
import { findApprovalInput } from '../drafts/drafts.server'
import { readKeptFilters, type FiltersView } from '../filters.server'
import { readQueueOf, type QueueView } from '../queues.server'
import { readRecordExtras, type RecordExtras } from '../record-extras.server'
import { describeFields, findShownField, type FieldView } from './fields.server'
import type { FoundTopic } from './find-page.server'
import { describeFrame, isReading, type Frame } from './frame.server'
import { buildAgreePath, buildOperationPath, buildQuery, buildUndoPath } from './paths'
import { readReading, type ReadingView } from './read-reading.server'
import { readDeskCall } from './typed.server'
import { readMayOpen, toHints } from './answer.server'
import type { HintView, LinkView } from './view'

export interface FramedReading extends Frame {
  page: 'reading'
  /** It was not asked to uncover anything. */
  isSearch: boolean
  /** What can be done with it comes before its tables. */
  isRecord: boolean
  fields: readonly FieldView[]
  /** It is sent as a form: what is typed must not be in an address, or a file belongs to it. */
  isPosted: boolean
  reading: ReadingView | null
  refusal: HintView | null
  /** What can be uncovered: 'whole mobile numbers'. */
  uncovers: string | null
  csv: string | null
  more: string | null
  /** Of a list whose rows can be chosen together: the page with all of them chosen, or with none. */
  all: { path: string; isChosen: boolean } | null
  /** For an approval that was requested at the desk: the page for the second person. */
  agreePath: string | null
  /** Of an entry of the log that this role can take back: to the preview of that. */
  undoPath: string | null
  next: readonly LinkView[]
  extras: RecordExtras | null
  /** Of a list with a filter. */
  filters: FiltersView | null
  /** Of a record that waits in a queue. */
  queue: QueueView | null
}

interface ReadingRequest {
  typed: TypedInput
  files?: StoredFiles
  uncovers: boolean
  after: string | null
  order?: string | null
  choosesAll?: boolean
  isSent?: boolean
}

const isPostedReading = (operation: Operation): boolean =>
  listFields(operation).some(([, facts]) => facts.private || facts.kind === 'file')

export async function showReading(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  { typed, files = {}, uncovers, after, order = null, choosesAll = false, isSent = false }: ReadingRequest,
): Promise<FramedReading> {
  const masking = { role: actor.role, uncovers }
  const read = readDeskCall(operation, { typed, files, uncovers }, actor)
  const isPosted = isPostedReading(operation)
  const mayHaveErrors = isSent || (!isPosted && Object.keys(typed).length > 0)
  let reading: ReadingView | null = null
  let refusal: RefusalError | null = null
  let extras: RecordExtras | null = null
  let queue: QueueView | null = null
  if (read.ok)
    try {
      reading = await readReading(read.call, topic.topic.operations, { after, order, choosesAll })
      extras = await readRecordExtras(operation, topic, actor, read.call.input, typed)
      queue = await readQueueOf(operation.name, read.call.input)
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      refusal = error
    }
  const atField = refusal && toFieldError(operation, refusal)
  const query = buildQuery(typed)
  return {
    page: 'reading',
    isSearch: operation.name === 'search' && !uncovers,
    isRecord: operation.kind === 'record',
    ...describeFrame(operation, topic),
    fields: describeFields(operation, {
      typed,
      errors: read.ok ? (atField ?? {}) : mayHaveErrors ? read.errors : {},
      reader: masking,
    }),
    isPosted,
    reading,
    refusal: refusal && !atField ? (await toHints([toHint(refusal)], await readMayOpen(masking)))[0]! : null,
    uncovers: uncovers || !seesPeople(actor.role) ? null : (operation.uncovers ?? null),
    csv:
      operation.kind === 'list' && !isPosted
        ? `${buildOperationPath(operation.name)}/rows.csv${query}`
        : null,
    more:
      reading?.kind === 'list' && reading.after !== null ? formatMore(operation, typed, reading.after) : null,
    all:
      reading?.kind === 'list' && reading.chosen && !isPosted
        ? {
            path: buildOperationPath(operation.name) + buildQuery(typed, choosesAll ? {} : { choose: 'all' }),
            isChosen: choosesAll,
          }
        : null,
    agreePath: await findAgreePath(operation, typed, actor.role),
    undoPath: await findUndoPath(operation, typed, actor.role),
    next:
      reading?.kind === 'answer' && !extras?.namesNext && !reading.answer.namesNext
        ? listOthers(reading, listNext(operation, topic, typed, actor.role))
        : [],
    extras,
    filters:
      operation.kind === 'list' && !isPosted && isFilter(operation)
        ? await readKeptFilters(operation, actor, typed)
        : null,
    queue,
  }
}

/** What is wanted is a search for one thing, not a filter of a list. */
function isFilter(operation: Operation): boolean {
  const fields = listFields(operation)
  return fields.length > 0 && !fields.some(([, { isRequired }]) => isRequired)
}

/** Null: it is about no field, or a link helps. */
function toFieldError(operation: Operation, { fields, message, next }: RefusalError) {
  const field = findShownField(operation, fields)
  return field !== undefined && !next.length ? { [field]: message } : null
}

async function findAgreePath({ name }: Operation, { id }: TypedInput, role: Role): Promise<string | null> {
  if (name !== 'approvals show' || typeof id !== 'string') return null
  const found = await findApprovalInput(readId(id) ?? 0)
  return found && mayDo(role, (await findOperation(found.operation)).role) ? buildAgreePath(id) : null
}

async function findUndoPath({ name }: Operation, { id }: TypedInput, role: Role): Promise<string | null> {
  if (name !== 'log show' || typeof id !== 'string') return null
  const line = await findLogLine(readId(id) ?? 0)
  const undo = line && (await findUndo(line))
  return undo?.state === 'ready' && mayDo(role, undo.operation.role) ? buildUndoPath(id) : null
}

const formatMore = ({ name }: Operation, typed: TypedInput, after: string) =>
  buildOperationPath(name) + buildQuery(typed, { after })

function listOthers({ answer }: Extract<ReadingView, { kind: 'answer' }>, links: readonly LinkView[]) {
  const named = new Set(answer.next.map(({ title }) => title))
  return links.filter(({ title }) => !named.has(title))
}

function listNext(operation: Operation, { topic }: FoundTopic, typed: TypedInput, role: Role): LinkView[] {
  const subject = listFields(operation).find(([, { place }]) => place === 'argument')?.[0]
  if (subject === undefined || operation.kind !== 'record') return []
  return topic.operations
    .filter((one) => !isReading(one) && mayDo(role, one.role))
    .flatMap((one) => {
      const field = [subject, `${subject}s`].find((name) => name in one.input.shape)
      const value = typed[subject]
      return field && typeof value === 'string'
        ? [{ title: one.title, to: buildOperationPath(one.name, { [field]: value }) }]
        : []
    })
}
