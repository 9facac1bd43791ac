import type { RateChange, RateLoss } from '~/catalog/feeds/batch-rates.server'
import type { ImportResult, RowRefusal } from '~/catalog/feeds/import.server'
import { MOST_ENDED, type Unlisted } from '~/catalog/feeds/replace.server'
import { formatCount } from '~/formats/count'
import { countFacts, describeColumns, describeTable, type Column, type Table } from '../columns'
import { warnOfHosts } from '../images'
import { noteIf, type JobAnswer } from '../operation'
import { LOSS, rateChangeColumns, rateColumns } from '../rate-columns'

interface Manner {
  source: string
  refusals: readonly RowRefusal[]
  apply: boolean
}

export async function describeImport(
  result: ImportResult,
  { source, refusals, apply }: Manner,
): Promise<JobAnswer> {
  const { broken, counts, rates, unlisted, unknownCategories } = result
  const words = Object.entries(counts).map(([name, n]) => `${name} ${n}`)
  const ends = unlisted?.problem === null && unlisted.offers > 0
  const unknown = unknownCategories.find(({ name }) => name !== null)
  const usable = counts.new + counts.changed + counts.unchanged
  return {
    effect: `Imports ${source}: ${words.join(', ')}${ends ? `; ends ${formatShare(unlisted)} that the feed no longer lists` : ''}`,
    facts: [
      { name: 'source', kind: 'text', value: source, only: 'data' },
      { name: 'broken', kind: 'text', value: broken, only: 'data' },
      ...countFacts({ ...counts, rates_changed: rates.changed, rates_losing: rates.losing }),
      ...countFacts(unlisted ? { unlisted_offers: unlisted.offers, unlisted_live: unlisted.live } : {}),
    ],
    tables: [
      describeTable({ name: 'refusals', title: 'Refused', columns: REFUSALS, rows: refusals }),
      ...describeRates(result),
      describeTable({
        name: 'unknownCategories',
        title: 'Categories that are not ours; these rows have none',
        columns: CATEGORIES,
        rows: unknownCategories,
      }),
      describeTable({
        name: 'unlisted',
        title: `No longer listed${unlisted ? ofAll(unlisted.examples.length, unlisted.offers) : ''}`,
        columns: UNLISTED,
        rows: apply ? [] : (unlisted?.examples ?? []),
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
  category.text('category', ({ name }) => name ?? 'not a JSON list of texts', { only: 'screen', width: 60 }),
  category.text('name', { only: 'data' }),
  category.count('rows'),
  category.count('line', { title: 'first line' }),
]

const unlisted = describeColumns<Unlisted['examples'][number]>()
const UNLISTED = [unlisted.offer('id'), unlisted.text('title', { width: 60 })]

const nameColumns = <Row extends RateChange | RateLoss>(): Column<Row>[] => {
  const column = describeColumns<RateChange | RateLoss>()
  return [column.text('id', { width: 24 }), column.text('title', { width: 36 })]
}

/** ' (20 of 120)' if not all are shown. */
const ofAll = (shown: number, all: number) => (shown < all ? ` (${shown} of ${all})` : '')

const describeRates = ({ rates }: ImportResult): Table[] => [
  describeTable({
    name: 'rate_changes',
    title: `Rates that change${ofAll(rates.changes.length, rates.changed)}; clicks so far keep theirs`,
    columns: [...nameColumns<RateChange>(), ...rateChangeColumns<RateChange>()],
    rows: rates.changes,
  }),
  describeTable({
    name: 'rate_losses',
    title: `Warning: ${formatCount(rates.losing, 'offer')} of this feed at whose rate ${LOSS}${ofAll(rates.losses.length, rates.losing)}`,
    columns: [...nameColumns<RateLoss>(), ...rateColumns<RateLoss>()],
    rows: rates.losses,
  }),
]

const formatShare = ({ offers, live, ofLive }: Unlisted) =>
  `${formatCount(offers, 'offer')} (${live} of ${ofLive} live ones)`

const PROBLEMS = {
  unusable: ', but no row of it could be used: an empty feed ends nothing.',
  unnamed:
    ', but rows that were refused say no id and may be these. --dry-run shows them, --even-so ends the offers anyway.',
  'too-many': `, more than ${MOST_ENDED} percent. --dry-run shows them, --even-so ends them anyway.`,
}

export const explainUnlisted = (unlisted: Unlisted): string =>
  `The feed no longer lists ${formatShare(unlisted)}${unlisted.problem ? PROBLEMS[unlisted.problem] : '.'}`
