import type { RateChange, RateLoss } from '~/catalog/feeds/batch-rates.server'
import type { ImportResult, RowRefusal } from '~/catalog/feeds/import.server'
import { MOST_ENDED, type UnlistedOffers } from '~/catalog/feeds/replace.server'
import { formatCount } from '~/formats/count'
import { describeColumns, describeData, describeRows, type Column, type Table } from '../columns'
import { warnOfHosts } from '../images'
import { noteIf, type JobAnswer } from '../operation'
import { LOSS, describeRateChangeColumns, describeRateColumns } from '../rate-columns'

interface ImportReportOptions {
  source: string
  refusals: readonly RowRefusal[]
  apply: boolean
}

export async function describeImport(
  result: ImportResult,
  { source, refusals, apply }: ImportReportOptions,
): Promise<JobAnswer> {
  const { broken, counts, rates, unlisted, unknownCategories } = result
  const words = Object.entries(counts).map(([name, n]) => `${name} ${n}`)
  const ends = unlisted?.problem === null && unlisted.offers > 0
  const unknown = unknownCategories.find(({ name }) => name !== null)
  const isEmpty = !ends && Object.values({ ...counts, refused: 0 }).every((n) => n === 0)
  const usable = counts.new + counts.changed + counts.unchanged
  return {
    effect: `Imports ${source}: ${words.join(', ')}${ends ? `; ends ${formatShare(unlisted)} that the feed no longer lists` : ''}`,
    isEmpty,
    facts: [
      ...describeData('text', { source, broken }),
      ...describeData('count', {
        ...counts,
        rates_changed: rates.changed,
        rates_losing: rates.losing,
        ...(unlisted && { unlisted_offers: unlisted.offers, unlisted_live: unlisted.live }),
      }),
    ],
    tables: [
      describeRows('refusals', REFUSALS, refusals, { title: 'Refused' }),
      ...describeRates(result),
      describeRows('unknownCategories', CATEGORIES, unknownCategories, {
        title: 'Categories that are not ours; these rows have none',
      }),
      describeRows('unlisted', UNLISTED, apply ? [] : (unlisted?.examples ?? []), {
        title: `No longer listed${unlisted ? writePart(unlisted.examples.length, unlisted.offers) : ''}`,
      }),
    ],
    notes: [
      ...noteIf(unknown, `--category "${unknown?.name}=Services" puts such rows into a category of ours.`),
      ...(unlisted?.problem ? [explainUnlisted(unlisted)] : []),
      ...(apply && counts.new + counts.changed > 0 ? await warnOfHosts() : []),
    ],
    problems: [
      ...noteIf(broken !== null, `The file is damaged: ${broken}.`),
      ...noteIf(counts.refused && !usable, 'No row of it could be used.'),
    ],
  }
}

const refusal = describeColumns<RowRefusal>()
const REFUSALS = [refusal.count('line'), refusal.text('id'), refusal.text('reason')]

const category = describeColumns<ImportResult['unknownCategories'][number]>()
const CATEGORIES = [
  category.text('name', {
    title: 'category',
    screen: ({ name }) => name ?? 'not a JSON list of texts',
    width: 60,
  }),
  category.count('rows'),
  category.count('line', { title: 'first line' }),
]

const unlisted = describeColumns<UnlistedOffers['examples'][number]>()
const UNLISTED = [unlisted.offer('id'), unlisted.text('title', { width: 60 })]

const describeNameColumns = <Row extends RateChange | RateLoss>(): Column<Row>[] => {
  const column = describeColumns<RateChange | RateLoss>()
  return [column.text('id', { width: 24 }), column.text('title', { width: 36 })]
}

const writePart = (part: number, all: number) => (part < all ? ` (${part} of ${all})` : '')

const describeRates = ({ rates }: ImportResult): Table[] => [
  describeRows(
    'rate_changes',
    [...describeNameColumns<RateChange>(), ...describeRateChangeColumns<RateChange>()],
    rates.changes,
    {
      title: `Rates that change${writePart(rates.changes.length, rates.changed)}; clicks so far keep theirs`,
    },
  ),
  describeRows(
    'rate_losses',
    [...describeNameColumns<RateLoss>(), ...describeRateColumns<RateLoss>()],
    rates.losses,
    {
      title: `Warning: ${formatCount(rates.losing, 'offer')} of this feed at whose rate ${LOSS}${writePart(rates.losses.length, rates.losing)}`,
    },
  ),
]

const formatShare = ({ offers, live, ofLive }: UnlistedOffers) =>
  `${formatCount(offers, 'offer')} (${live} of ${ofLive} live ones)`

const PROBLEMS = {
  unusable: ', but no row of it could be used: an empty feed ends nothing.',
  unnamed:
    ', but rows that were refused say no id and may be these. --dry-run shows them, --even-so ends the offers anyway.',
  'too-many': `, more than ${MOST_ENDED} percent. --dry-run shows them, --even-so ends them anyway.`,
}

export const explainUnlisted = (unlisted: UnlistedOffers): string =>
  `The feed no longer lists ${formatShare(unlisted)}${unlisted.problem ? PROBLEMS[unlisted.problem] : '.'}`
