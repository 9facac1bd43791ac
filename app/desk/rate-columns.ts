import {
  formatShare,
  formatCommission,
  type Rate,
  type SetRate,
  computeMargin,
  losesMoney,
  type Margin,
} from '~/domain/catalog/rates'
import { formatPayout, formatPlain } from '~/platform/formats/money'
import { explainDoubt } from '~/domain/catalog/planned-rates'
import { noteChange } from './changed'
import { describeColumns, describeFacts, type Column, type Fact } from './columns'
import { listIf, type FieldChange } from './operation'

export const LOSS = 'cashback plus referral exceeds the commission'

export const DOUBTED =
  'The rates have changed meanwhile, and a second person has to agree by now: look at the preview once more.'

const MOST_DOUBTS = 5

/** Of the guard, which a second person has to agree to. */
export function describeDoubts(doubts: readonly string[]): Fact[] {
  if (!doubts.length) return []
  const more = doubts.length - MOST_DOUBTS
  const words = doubts.slice(0, MOST_DOUBTS).map(explainDoubt)
  return describeFacts('text', { doubts: [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') })
}

/** `plans`: rates with an end that were in force where another one is set. */
export const explainReplaced = (plans: readonly number[]): string[] =>
  listIf(
    plans.length,
    plans.length === 1
      ? 'A rate with an end was in force: it is replaced, and does not end by itself any more.'
      : `${plans.length} rates with an end were in force: they are replaced, and do not end by themselves any more.`,
  )

export const noteReplaced = (plans: readonly number[]): FieldChange[] =>
  plans.map((id) => noteChange(`planned rate ${id}`, 'state', 'applied', 'replaced'))

export const formatSetRate = (rate: SetRate | null): string =>
  rate === null
    ? 'default'
    : formatPayout({ payout_hundredths: rate.hundredths, payout_model: rate.model, currency: 'Rs.' })

export const formatStoredRate = (hundredths: bigint | null, model: SetRate['model'] | null): string =>
  formatSetRate(hundredths === null || model === null ? null : { hundredths, model })

const SOURCES = { offer: 'set for the offer', store: 'set for the store', feed: 'feed', none: '' }

const explainSource = ({ source, commissionOf, shareOf }: Rate) =>
  source === 'commission' ? `commission (${commissionOf}) x share (${shareOf})` : SOURCES[source]

const formatPayoutCell = ({ payout }: Rate) => formatPayout(payout)

const formatMargin = (which: keyof Margin) => (rate: Rate) => {
  const margin = computeMargin(rate)
  return margin ? formatPayout(margin[which]) : rate.commission && 'depends on sale'
}

/** For spreadsheets: a number, with its unit in another column. */
const plainMargin = (which: keyof Margin) => (rate: Rate) => {
  const margin = computeMargin(rate)
  return margin && formatPlain(margin[which].payout_hundredths!)
}

function findUnit(rate: Rate): string | null {
  const margin = computeMargin(rate)
  return margin && (margin.alone.payout_model === 'percentage' ? '%' : margin.alone.currency)
}

export function describeRateColumns<Row extends { rate: Rate }>(): Column<Row>[] {
  const rate = describeColumns<Rate>()
  const columns = [
    rate.rate('payout', formatPayoutCell),
    rate.text('from', explainSource, { only: 'screen' }),
    ...rate.data('source'),
    rate.rate('commission', formatCommission),
    rate.text('commission_of', ({ commissionOf }) => commissionOf, { only: 'data' }),
    rate.rate('share', ({ share }) => (share === null ? null : formatShare(share))),
    rate.text('share_of', ({ shareOf }) => shareOf, { only: 'data' }),
    rate.rate('margin', formatMargin('alone'), { only: 'screen' }),
    rate.rate('with referrer', formatMargin('referred'), { only: 'screen' }),
    rate.rate('margin', plainMargin('alone'), { only: 'data' }),
    rate.rate('margin_with_referrer', plainMargin('referred'), { only: 'data' }),
    rate.text('margin_unit', findUnit, { only: 'data' }),
    rate.text('', (row) => (losesMoney(row) ? 'loss' : ''), { only: 'screen' }),
    rate.yes('loses', losesMoney, { only: 'data' }),
  ]
  return columns.map((column) => ({
    ...column,
    screen: undefined,
    next: undefined,
    value: (row) => column.value(row.rate),
  }))
}

const formatArrow = (before: string | null, after: string | null) =>
  before === after ? after : `${before ?? 'unknown'} -> ${after ?? 'unknown'}`

export function describeRateChangeColumns<Row extends { before: Rate; after: Rate }>(): Column<Row>[] {
  const column = describeColumns<Row>()
  const describeBoth = (name: string, write: (rate: Rate) => string | null, title = name) => [
    column.rate(title, ({ before, after }) => formatArrow(write(before), write(after)), { only: 'screen' }),
    column.rate(`${name}_before`, ({ before }) => write(before), { only: 'data' }),
    column.rate(name, ({ after }) => write(after), { only: 'data' }),
  ]
  return [
    ...describeBoth('payout', formatPayoutCell),
    ...describeBoth('commission', formatCommission),
    ...describeBoth('margin', formatMargin('alone')),
    ...describeBoth('margin_with_referrer', formatMargin('referred'), 'with referrer'),
  ]
}
