import type { Actor } from '~/desk/actor.server'
import { readDeskCall } from '../views/typed.server'
import { findOperation } from '~/desk/find-operation'
import { readReading } from '../views/read-reading.server'
import type { AnswerView } from '../views/view'
import { readDays, type Days } from './days.server'
import { readSteps, type ShopSteps } from './first-steps.server'

export interface Today {
  answer: AnswerView
  days: Days
  first: ShopSteps
}

export async function readToday(actor: Actor): Promise<Today> {
  const operation = await findOperation('today')
  const read = readDeskCall(operation, { typed: {}, files: {}, uncovers: false }, actor)
  if (!read.ok) throw new Error('today has no fields')
  const [reading, days, first] = await Promise.all([readReading(read.call, []), readDays(), readSteps(actor)])
  if (reading.kind !== 'answer') throw new Error('today is no list')
  return { answer: reading.answer, days, first }
}
