import type { Actor } from '~/operations/actor.server'
import { toCall } from '../views/typed.server'
import { findOperation } from '~/operations/find-operation'
import { readReading } from '../views/read-reading.server'
import type { AnswerView, TableView } from '../views/view'
import { readDays } from './days.server'
import { readSteps, type Steps } from './first-steps.server'

export interface Today {
  answer: AnswerView
  days: TableView
  first: Steps
}

export async function readToday(actor: Actor): Promise<Today> {
  const operation = await findOperation('today')
  const call = toCall(operation, { typed: {}, files: {}, uncovers: false }, {} as never, actor)
  const [reading, days, first] = await Promise.all([readReading(call, []), readDays(), readSteps()])
  if (reading.kind !== 'answer') throw new Error('today is no list')
  return { answer: reading.answer, days, first }
}
