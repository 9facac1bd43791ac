import { upperFirst } from '~/platform/formats/upper-first'
import type { Operation, Topic } from '~/desk/operation'
import { mayDo, type Role } from '~/desk/roles'
import { TOPICS } from '~/desk/topics'
import { buildOperationPath } from './paths'
import type { LinkView } from './view'

export interface FoundTopic {
  name: string
  about: string
  topic: Topic
}

/** In any case, as all addresses. Null: there is none. */
export async function findTopic(word: string): Promise<FoundTopic | null> {
  const name = Object.keys(TOPICS).find((one) => one === word.toLowerCase())
  if (name === undefined) return null
  const { about, load } = TOPICS[name]!
  return { name, about, topic: (await load()).topic }
}

/** `word`: undefined for an operation of one word, such as 'today'. Null: there is none. */
export function findInTopic({ name, topic }: FoundTopic, word: string | undefined): Operation | null {
  const wanted = word === undefined ? name : `${name} ${word.toLowerCase()}`
  return topic.operations.find((one) => one.name === wanted) ?? null
}

export async function listTopics(role: Role): Promise<(LinkView & { about: string })[]> {
  const topics = await Promise.all(
    Object.entries(TOPICS).map(async ([name, { about, load }]) => ({ name, about, ...(await load()) })),
  )
  return topics
    .filter(({ topic }) => topic.operations.some((one) => mayDo(role, one.role)))
    .map(({ name, about, topic }) => ({
      title: nameTopic(topic, name),
      to: buildOperationPath(name),
      about,
    }))
}

export const nameTopic = ({ title }: Topic, name: string): string => title ?? upperFirst(name)
