import {
  listFlashSales,
  listSaleDoubts,
  setFlashSale,
  type FlashSaleRow,
  type SaleDay,
} from '~/domain/catalog/manual-overrides.server'
import { getOfferState } from '~/domain/catalog/offers'
import { explainReason, type Medians } from '~/domain/catalog/planned-rates'
import type { PlanStep } from '~/domain/catalog/planned-rates.server'
import type { SetRate } from '~/domain/catalog/rates'
import { db } from '~/platform/db/client.server'
import { dayInIndia, isDay } from '~/platform/formats/dates'
import { listChanges } from './changed'
import { describeColumns } from './columns'
import { defineChange, defineList } from './define'
import { makeField, type InputField } from './field'
import * as field from './fields'
import { explainNotShown, NO_OFFER } from './lookups.server'
import { listIf, see, type Topic } from './operation'
import { presentFlashSale } from './present-records.server'
import { describeDoubts, DOUBTED, formatSetRate, formatStoredRate, LOSS } from './rate-columns'
import { RefusalError, requireDone } from './refusal'

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
    column.state('state', (row) => (row.sale_hundredths === null ? 'has no rate' : getOfferState(row))),
    column.text('title', { width: 60 }),
    column.rate(
      'payout',
      (row) => (row.sale_hundredths === null ? null : formatStoredRate(row.sale_hundredths, row.sale_model)),
      { title: 'on that day' },
    ),
    column.rate('pays', { title: 'pays now' }),
    column.yes('today', isToday, { only: 'data' }),
  ],
  read: () => listFlashSales(),
  notes: (rows) =>
    listIf(
      rows.some(({ sale_hundredths }) => sale_hundredths === null),
      'A sale without a rate of its day is from before sales had one, and is not shown: set it again.',
    ),
})

function parseDay(typed: string): SaleDay | undefined {
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === typed.toLowerCase())
  if (weekday >= 0) return { weekday }
  return isDay(typed) ? { on_date: typed } : undefined
}

const formatSaleDay = (day: SaleDay): string => ('weekday' in day ? WEEKDAYS[day.weekday]! : day.on_date)

const nameDay = (day: SaleDay): string => `flash sale of ${formatSaleDay(day)}`

const offer: InputField<string | null> = field.offer('the offer, or none for no sale', {
  place: 'argument',
  clearedBy: 'none',
})

const payout = field.payout('what the shopper gets on that day: 9% or 250')

const isSale = (offer: string | null): offer is string => offer !== null

/** In the unit of the rate, where the store has one. */
function explainMedian({ percent, rupees }: Medians, { model }: SetRate): string {
  const isPercent = model === 'percentage' ? percent > 0n : rupees === 0n
  const median = isPercent ? percent : rupees
  return median > 0n ? `, which is ${formatStoredRate(median, isPercent ? 'percentage' : 'flat')}` : ''
}

function explainStep({ plan, state, reason }: PlanStep): string {
  const why = reason ? `: ${explainReason(reason)}` : ''
  if (plan.state === 'waits')
    return state === 'applied' ? 'Today’s sale begins at once.' : `Today’s sale cannot begin now${why}.`
  return state === 'refused' ? `The sale of now cannot end${why}.` : 'The sale of now ends at once.'
}

const set = defineChange({
  name: 'flash-sale set',
  title: 'Set a flash sale',
  summary: 'set the offer of a day (time zone of India) and what it pays on it, replacing the previous one',
  role: 'catalogue',
  confirm: 'money',
  input: {
    day: makeField(
      'text',
      'a weekday such as friday, or a date such as 2026-11-30',
      'It must be a weekday such as friday, or a date such as 2026-11-30.',
      parseDay,
      { place: 'argument' },
    ),
    offer,
    payout: payout.optional(),
  },
  help: `
The offer pays the rate of its sale on that day alone: clicks lock it, and at midnight what it paid before returns. The rate has to be above the
store’s median of the last 30 days, and above what the offer pays without it, when it is set and again on each day; else there is nothing to count
down to, and home shows no sale.`,
  examples: [
    'flash-sale set friday 12 --payout 9%',
    'flash-sale set 2026-12-25 winter-kettles --payout 250',
    'flash-sale set 2026-12-25 none',
  ],
  needsSecondPerson: async ({ offer, payout }) =>
    isSale(offer) && !!payout && (await listSaleDoubts(db, offer, payout)).length > 0,
  present: ({ day }, reader) => presentFlashSale(nameDay(day), day, reader),
  async run({ day, offer, payout }, { by, hand }, tx) {
    if (isSale(offer) && !payout)
      throw new RefusalError('A flash sale has a rate of its day: say what the offer pays on it.', 'payout')
    const sale =
      isSale(offer) && payout ? { which: offer, payout, by, mayDoubt: hand.consent !== 'none' } : null
    const made = requireDone(await setFlashSale(day, sale, tx), 'offer', {
      ...NO_OFFER,
      'not-shown': (refusal) => `${explainNotShown(refusal.offer, refusal.state)} It cannot be on sale then.`,
      doubted: () => new RefusalError(DOUBTED, 'payout'),
      'not-above': ({ medians }) =>
        new RefusalError(
          `A flash sale needs a rate above the store’s median of the last 30 days${explainMedian(medians, payout!)}, and above what the offer pays without it.`,
          'payout',
        ),
    })
    const { offer: found, rate: judged, before, steps } = made
    const rate = payout && found ? ` at ${formatSetRate(payout)}` : ''
    return {
      effect: `Sets the flash sale of ${'weekday' in day ? 'every ' : ''}${formatSaleDay(day)} to ${found ? `‘${found.title}’${rate}` : 'none'}`,
      facts: describeDoubts(judged?.doubts ?? []),
      notes: [
        ...listIf(judged?.doubts.length, 'A second person has to agree to the doubts.'),
        ...listIf(judged?.plan.losing, `Warning: at the rate of the sale ${LOSS}.`),
        ...listIf(
          found,
          'The offer pays that rate on that day alone; at midnight what it paid before returns.',
        ),
        ...steps.map(explainStep),
      ],
      changed: [
        ...listChanges(
          nameDay(day),
          {
            campaign_id: before?.campaign_id,
            payout_hundredths: before?.payout_hundredths,
            payout_model: before?.payout_model,
          },
          {
            campaign_id: found?.id,
            payout_hundredths: sale?.payout.hundredths,
            payout_model: sale?.payout.model,
          },
        ),
        ...steps.flatMap(({ changed }) => changed),
      ],
    }
  },
})

export const topic: Topic = { title: 'Flash sales', operations: [list, set] }
