import {
  listFlashSales,
  setFlashSale,
  type FlashSaleRow,
  type SaleDay,
} from '~/domain/catalog/manual-overrides.server'
import { getOfferState } from '~/domain/catalog/offers'
import { dayInIndia, isDay } from '~/platform/formats/dates'
import { listChanges } from './changed'
import { describeColumns } from './columns'
import { defineChange, defineList } from './define'
import { makeField, type Field } from './field'
import * as field from './fields'
import { explainNotShown, NO_OFFER } from './lookups.server'
import { see, type Topic } from './operation'
import { presentFlashSale } from './present-records.server'
import { requireDone } from './refusal'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function isToday({ weekday, on_date }: FlashSaleRow): boolean {
  const today = dayInIndia(new Date())
  return weekday === null ? on_date === today.date : weekday === today.weekday
}

const column = describeColumns<FlashSaleRow>()

const list = defineList({
  name: 'flash-sale list',
  title: 'Flash sales',
  summary: 'list the schedule: weekdays, then single days, which take precedence',
  role: 'viewer',
  one: 'flash sale',
  none: 'No day has a flash sale.',
  starts: [see('flash-sale set')],
  columns: [
    column.state('', (row) => (isToday(row) ? 'today' : ''), { only: 'screen' }),
    column.text('day', ({ weekday, on_date }) => (weekday === null ? on_date : WEEKDAYS[weekday]), {
      only: 'screen',
    }),
    ...column.data('weekday'),
    column.day('on_date', { only: 'data' }),
    column.offer('campaign_id', { title: 'offer' }),
    column.state('state', (row) => getOfferState(row)),
    column.text('title', { width: 60 }),
    column.rate('payout'),
    column.yes('today', isToday, { only: 'data' }),
  ],
  read: () => listFlashSales(),
})

function parseDay(typed: string): SaleDay | undefined {
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === typed.toLowerCase())
  if (weekday >= 0) return { weekday }
  return isDay(typed) ? { on_date: typed } : undefined
}

const formatSaleDay = (day: SaleDay): string => ('weekday' in day ? WEEKDAYS[day.weekday]! : day.on_date)

const nameDay = (day: SaleDay): string => `flash sale of ${formatSaleDay(day)}`

const offer: Field<string | null> = field.offer('the offer, or none for no sale', {
  place: 'argument',
  clearedBy: 'none',
})

const set = defineChange({
  name: 'flash-sale set',
  title: 'Set a flash sale',
  summary: 'set the offer of a day (time zone of India), replacing the previous one',
  role: 'catalogue',
  input: {
    day: makeField(
      'text',
      'a weekday such as friday, or a date such as 2026-11-30',
      'It must be a weekday such as friday, or a date such as 2026-11-30.',
      parseDay,
      { place: 'argument' },
    ),
    offer,
  },
  examples: [
    'flash-sale set friday 12',
    'flash-sale set 2026-12-25 winter-kettles',
    'flash-sale set 2026-12-25 none',
  ],
  present: ({ day }, reader) => presentFlashSale(nameDay(day), day, reader),
  async run({ day, offer }, _, tx) {
    const { offer: found, before } = requireDone(await setFlashSale(day, offer, tx), 'offer', {
      ...NO_OFFER,
      'not-shown': (refusal) => `${explainNotShown(refusal.offer, refusal.state)} It cannot be on sale then.`,
    })
    return {
      effect: `Sets the flash sale of ${'weekday' in day ? 'every ' : ''}${formatSaleDay(day)} to ${found ? `‘${found.title}’` : 'none'}`,
      changed: listChanges(nameDay(day), { campaign_id: before }, { campaign_id: found?.id }),
    }
  },
})

export const topic: Topic = { operations: [list, set] }
