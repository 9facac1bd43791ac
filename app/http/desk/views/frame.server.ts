import type { Operation } from '~/desk/operation'
import { nameTopic, type FoundTopic } from './find-page.server'
import { buildOperationPath } from './paths'
import type { LinkView } from './view'

export interface Frame {
  title: string
  summary: string
  topic: LinkView
  path: string
}

export const describeFrame = ({ title, summary, name }: Operation, topic: FoundTopic): Frame => ({
  title,
  summary,
  topic: { title: nameTopic(topic.topic, topic.name), to: buildOperationPath(topic.name) },
  path: buildOperationPath(name),
})

export const isReading = ({ kind }: Operation): boolean => kind !== 'change' && kind !== 'job'
