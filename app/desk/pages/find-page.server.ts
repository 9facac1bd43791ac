/** The operation of an address of the desk. */
import type { Operation, Topic } from '~/operations/operation'
import { TOPICS } from '~/operations/topics'

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
