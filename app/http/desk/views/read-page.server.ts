import type { Actor } from '~/desk/actor.server'
import { listFields } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { recordForbidden } from '~/desk/logged-call.server'
import { mayDo, type Role } from '~/desk/roles'
import { findInTopic, findTopic, nameTopic, type FoundTopic } from './find-page.server'
import { isReading } from './frame.server'
import { buildOperationPath } from './paths'
import { readFormPage, type FormView } from './read-form.server'
import { showReading, type FramedReading } from './show-reading.server'
import { readTyped } from './typed.server'
import type { LinkView } from './view'

export interface TopicPage {
  page: 'topic'
  title: string
  about: string
  operations: readonly (LinkView & { summary: string; isReading: boolean })[]
}

export type OperationView =
  TopicPage | FramedReading | FormView | { page: 'forbidden'; title: string; words: string }

interface Place {
  topic: string
  operation: string | undefined
}

/** Null: there is no such page. */
export async function readOperationPage(
  actor: Actor,
  { topic: word, operation: second }: Place,
  query: URLSearchParams,
): Promise<OperationView | null> {
  const topic = await findTopic(word)
  if (!topic) return null
  const operation = findInTopic(topic, second)
  if (!operation) return second === undefined ? describeTopic(topic, actor.role) : null
  if (!mayDo(actor.role, operation.role)) return forbid(operation, actor)
  return isReading(operation)
    ? readReadingPage(operation, topic, actor, query)
    : readFormPage(operation, topic, actor, query)
}

export const readTopicPage = async (word: string, role: Role): Promise<TopicPage> =>
  describeTopic((await findTopic(word))!, role)

/** The page for an operator without the role; the log tells of it. */
export async function forbid(operation: Operation, actor: Actor) {
  await recordForbidden(actor, operation)
  return {
    page: 'forbidden' as const,
    title: operation.title,
    words: `This needs the role ${operation.role}; yours is ${actor.role}.`,
  }
}

const describeTopic = ({ name, about, topic }: FoundTopic, role: Role): TopicPage => ({
  page: 'topic',
  title: nameTopic(topic, name),
  about,
  operations: topic.operations
    .filter((one) => mayDo(role, one.role))
    .map((one) => ({
      title: one.title,
      to: buildOperationPath(one.name),
      summary: one.summary,
      isReading: isReading(one),
    })),
})

async function readReadingPage(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  query: URLSearchParams,
): Promise<FramedReading> {
  const typed = readTyped(operation, query)
  const isPrivate = listFields(operation).some(([, facts]) => facts.private)
  return showReading(operation, topic, actor, {
    typed: isPrivate ? {} : typed,
    uncovers: false,
    after: query.get('after'),
    order: query.get('order'),
    choosesAll: query.get('choose') === 'all',
  })
}
