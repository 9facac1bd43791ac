/** Rates from a day on, in their list and on the pages of stores and offers. */
import { explainReason } from '~/domain/catalog/planned-rates'
import {
  listPlannedRates,
  type PlannedRate,
  type PlannedRateRow,
} from '~/domain/catalog/planned-rates.server'
import type { RateTarget } from '~/domain/catalog/set-rates.server'
import { formatLastDay } from '~/platform/formats/dates'
import { describeColumns, describeRows, type Table } from './columns'
import { see } from './operation'
import { formatStoredRate } from './rate-columns'

const column = describeColumns<PlannedRateRow>()

/** What may still be cancelled; a refused one, so that somebody notes having seen it. */
const isOpen = ({ state, ends_at }: PlannedRate): boolean =>
  state === 'waits' || state === 'refused' || (state === 'applied' && ends_at !== null)

export const PLANNED_COLUMNS = [
  column.id('id'),
  column.state('state'),
  column.text('cancel', (row) => (isOpen(row) ? 'Cancel' : null), {
    title: '',
    only: 'screen',
    next: (row) => (isOpen(row) ? see('rates cancel', { id: row.id }) : null),
  }),
  column.text('what', ({ store, title }) => title ?? store, {
    title: 'store or offer',
    width: 36,
    only: 'screen',
  }),
  column.store('store', { only: 'data' }),
  ...column.data('title'),
  column.offer('campaign_id', { title: 'offer', only: 'data' }),
  column.rate('payout', formatPlannedPayout),
  column.time('starts_at', { title: 'from' }),
  column.text('last day', ({ ends_at }) => ends_at && formatLastDay(ends_at), { only: 'screen' }),
  column.time('ends_at', { title: 'until', only: 'data' }),
  column.yes('sale', ({ sale_id }) => sale_id !== null, { title: 'flash sale' }),
  column.text('why', ({ reason }) => reason && explainReason(reason), { width: 90 }),
  column.text('made_by', { title: 'by' }),
]

export function formatPlannedPayout({ payout_hundredths, payout_model }: PlannedRate): string {
  return formatStoredRate(payout_hundredths, payout_model)
}

const MOST_SHOWN = 10

/** Of a record's page: the newest of these stores and offers. */
export async function describePlanned(targets: readonly RateTarget[]): Promise<Table> {
  const rows = await listPlannedRates({ targets }, { after: undefined, limit: MOST_SHOWN })
  return describeRows('planned', PLANNED_COLUMNS, rows, { title: 'Rates from a day on' })
}
