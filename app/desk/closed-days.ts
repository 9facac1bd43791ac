import type { DayRefusal } from '~/domain/books/closed-months.server'
import { isMonth, readMonthOfDay } from '~/platform/formats/months'
import { makeField, type InputField, type FieldFacts } from './field'
import type { Reasons } from './refusal'

export const month = (description: string, options: Partial<FieldFacts> = {}): InputField<string> =>
  makeField(
    'month',
    description,
    'It must be a month such as 2026-10.',
    (typed) => (isMonth(typed.trim()) ? typed.trim() : undefined),
    { placeholder: 'month', whenTyped: 'such as 2026-10', ...options },
  )

export const forMonth = month('the closed month that it corrects').optional()

export const DAY_REFUSALS: Reasons<DayRefusal> = {
  'open-month': (unfit) => ({ text: `${unfit.month} is not closed: name no month.`, fields: ['forMonth'] }),
  'closed-day': ({ day, firstOpen }) => ({
    text: `${day} is in a closed month: the first open day is ${firstOpen}. Post it there, for the month ${readMonthOfDay(day)}.`,
    fields: ['forMonth'],
  }),
}
