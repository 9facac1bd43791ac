/** What the page of an operation shows, by its kind. */
import { readId } from '~/formats/ids'
import { findOperation } from '~/operations/find-operation'
import type { Reader as Masking } from '~/operations/cells'
import { fieldsOf, type Typed } from '~/operations/command-text'
import type { ChangeOperation, Operation, Present } from '~/operations/operation'
import { readPresent } from '~/operations/present.server'
import { Refused } from '~/operations/refusal'
import { mayDo, type Role } from '~/operations/roles'
import type { Actor } from '~/operations/actor.server'
import { findApprovalInput } from '../drafts/drafts.server'
import { describeFields, type FieldView } from './fields.server'
import { findInTopic, findTopic, nameTopic, type FoundTopic } from './find-page.server'
import { writeAgreePath, writeOperationPath } from './paths'
import { readReading, type ReadingView } from './read-reading.server'
import { checkTyped, readTyped, toCall } from './typed.server'
import type { LinkView } from './view'

export interface TopicPage {
  page: 'topic'
  title: string
  about: string
  operations: readonly (LinkView & { summary: string; isReading: boolean })[]
}

interface Frame {
  title: string
  summary: string
  /** The topic that it is part of. */
  topic: LinkView
  /** Where its form is sent. */
  path: string
}

export interface ReadingPage extends Frame {
  page: 'reading'
  fields: readonly FieldView[]
  /** What is typed must not be in an address. */
  isPrivate: boolean
  /** Null: something is to be filled in first. */
  reading: ReadingView | null
  refusal: string | null
  /** What can be uncovered: 'whole mobile numbers'. */
  uncovers: string | null
  csv: string | null
  more: string | null
  /** Of an approval that was asked for at the desk: where a second person looks at it. */
  agreePath: string | null
  /** What can be done with the record. */
  next: readonly LinkView[]
}

export interface FormPage extends Frame {
  page: 'form'
  fields: readonly FieldView[]
  hasFile: boolean
  version: string | undefined
}

export type OperationPage =
  TopicPage | ReadingPage | FormPage | { page: 'forbidden'; title: string; words: string }

interface Place {
  topic: string
  operation: string | undefined
}

/** Null: there is no such page. */
export async function readOperationPage(
  actor: Actor,
  { topic: word, operation: second }: Place,
  query: URLSearchParams,
): Promise<OperationPage | null> {
  const topic = await findTopic(word)
  if (!topic) return null
  const operation = findInTopic(topic, second)
  if (!operation) return second === undefined ? describeTopic(topic, actor.role) : null
  if (!mayDo(actor.role, operation.role)) return explainForbidden(operation, actor.role)
  return isReading(operation)
    ? readReadingPage(operation, topic, actor, query)
    : readFormPage(operation, topic, actor, query)
}

export const isReading = ({ kind }: Operation): boolean => kind !== 'change' && kind !== 'job'

export const explainForbidden = ({ title, role: needed }: Operation, role: Role) => ({
  page: 'forbidden' as const,
  title,
  words: `This needs the role ${needed}; yours is ${role}.`,
})

const describeTopic = ({ name, about, topic }: FoundTopic, role: Role): TopicPage => ({
  page: 'topic',
  title: nameTopic(topic, name),
  about,
  operations: topic.operations
    .filter((one) => mayDo(role, one.role))
    .map((one) => ({
      title: one.title,
      to: writeOperationPath(one.name),
      summary: one.summary,
      isReading: isReading(one),
    })),
})

export const describeFrame = ({ title, summary, name }: Operation, topic: FoundTopic): Frame => ({
  title,
  summary,
  topic: { title: nameTopic(topic.topic, topic.name), to: writeOperationPath(topic.name) },
  path: writeOperationPath(name),
})

async function readReadingPage(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  query: URLSearchParams,
): Promise<ReadingPage> {
  const typed = readTyped(operation, query)
  const isPrivate = fieldsOf(operation).some(([, facts]) => facts.private)
  return showReading(operation, topic, actor, {
    typed: isPrivate ? {} : typed,
    uncovers: false,
    after: query.get('after'),
    isPrivate,
  })
}

interface Asked {
  typed: Typed
  uncovers: boolean
  after: string | null
  isPrivate: boolean
}

/** Reads what was typed, unless something is missing or wrong. */
export async function showReading(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  { typed, uncovers, after, isPrivate }: Asked,
): Promise<ReadingPage> {
  const masking: Masking = { role: actor.role, uncovers }
  const checked = checkTyped(operation, { typed, files: {} })
  const isEmpty = Object.keys(typed).length === 0
  let reading: ReadingView | null = null
  let refusal: string | null = null
  if (checked.ok)
    try {
      const call = toCall(operation, { typed, files: {}, uncovers }, checked.input, actor)
      reading = await readReading(call, topic.topic.operations, after)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusal = error.message
    }
  const query = toQuery(typed)
  return {
    page: 'reading',
    ...describeFrame(operation, topic),
    fields: describeFields(operation, {
      typed,
      errors: checked.ok || isEmpty ? {} : checked.errors,
      reader: masking,
    }),
    isPrivate,
    reading,
    refusal,
    uncovers: uncovers ? null : (operation.uncovers ?? null),
    csv:
      operation.kind === 'list' && !isPrivate
        ? `${writeOperationPath(operation.name)}/rows.csv${query}`
        : null,
    more:
      reading?.kind === 'list' && reading.after !== null ? writeMore(operation, typed, reading.after) : null,
    agreePath: await findAgreePath(operation, typed, actor.role),
    next:
      reading?.kind === 'answer' ? listOthers(reading, listNext(operation, topic, typed, actor.role)) : [],
  }
}

async function findAgreePath({ name }: Operation, { id }: Typed, role: Role): Promise<string | null> {
  if (name !== 'approvals show' || typeof id !== 'string') return null
  const found = await findApprovalInput(readId(id) ?? 0)
  return found && mayDo(role, (await findOperation(found.operation)).role) ? writeAgreePath(id) : null
}

const toPairs = (typed: Typed) =>
  Object.entries(typed).flatMap(([name, value]) => {
    if (value === undefined) return []
    const texts = typeof value === 'string' ? [value] : value
    return texts.map((text): [string, string] => [name, text])
  })

function toQuery(typed: Typed, more: Record<string, string> = {}): string {
  const query = new URLSearchParams([...toPairs(typed), ...Object.entries(more)]).toString()
  return query && `?${query}`
}

const writeMore = ({ name }: Operation, typed: Typed, after: string) =>
  writeOperationPath(name) + toQuery(typed, { after })

/** What the answer does not name. */
function listOthers({ answer }: Extract<ReadingView, { kind: 'answer' }>, links: readonly LinkView[]) {
  const named = new Set(answer.next.map(({ title }) => title))
  return links.filter(({ title }) => !named.has(title))
}

/** Changes and files of the same topic that are about the same record. */
function listNext(operation: Operation, { topic }: FoundTopic, typed: Typed, role: Role): LinkView[] {
  const subject = fieldsOf(operation).find(([, { place }]) => place === 'argument')?.[0]
  if (subject === undefined || operation.kind !== 'record') return []
  return topic.operations
    .filter((one) => !isReading(one) && mayDo(role, one.role))
    .flatMap((one) => {
      const field = [subject, `${subject}s`].find((name) => name in one.input.shape)
      const value = typed[subject]
      return field && typeof value === 'string'
        ? [{ title: one.title, to: writeOperationPath(one.name, { [field]: value }) }]
        : []
    })
}

async function readFormPage(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  query: URLSearchParams,
): Promise<FormPage> {
  const typed = readTyped(operation, query)
  const present = await readPresentOf(operation, typed)
  return describeForm(operation, topic, { actor, typed, present })
}

function describeForm(
  operation: Operation,
  topic: FoundTopic,
  { actor, typed, present }: { actor: Actor; typed: Typed; present: (Present & { version: string }) | null },
): FormPage {
  const reader: Masking = { role: actor.role, uncovers: false }
  return {
    page: 'form',
    ...describeFrame(operation, topic),
    fields: describeFields(operation, { typed, present, reader }),
    hasFile: fieldsOf(operation).some(([, { kind }]) => kind === 'file'),
    version: present?.version,
  }
}

/** Of the record that the address names; null without one, or where it is not there. */
async function readPresentOf(operation: Operation, typed: Typed) {
  const subjects = fieldsOf(operation).filter(([, { place }]) => place === 'argument')
  if (operation.kind !== 'change' || !subjects.every(([name]) => typed[name] !== undefined)) return null
  const input = Object.fromEntries(
    subjects.flatMap(([name]) => {
      const read = operation.input.shape[name]!.safeParse(typed[name])
      return read.success ? [[name, read.data]] : []
    }),
  )
  if (Object.keys(input).length < subjects.length) return null
  try {
    return await readPresent({
      operation: operation as unknown as ChangeOperation<never>,
      input: input as never,
    })
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
