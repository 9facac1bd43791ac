import { MOST_ENDED, MOST_LISTED_FIELDS } from '~/domain/catalog/feeds'
import type {
  ChangeTally,
  Doubt,
  HeldReport,
  ImportResult,
  OfferChange,
  RateChange,
  RateLoss,
  RowRefusal,
  UnlistedOffers,
} from '~/domain/catalog/feeds.server'
import { formatCount } from '~/platform/formats/count'
import { formatPlain } from '~/platform/formats/money'
import { describeColumns, describeData, describeRows, type Column, type Table } from '../columns'
import { formatOwner } from '../network-links'
import { warnOfHosts } from '../images'
import { noteChange } from '../changed'
import {
  listIf,
  see,
  type ApprovalState,
  type FieldChange,
  type Hint,
  type JobAnswer,
  type Remark,
} from '../operation'
import { LOSS, describeRateChangeColumns, describeRateColumns } from '../rate-columns'

const WHY = {
  commission: 'the feed raises or removes the commission',
  'above-commission': 'above the commission',
  'above-believed': 'high for an unknown commission',
  'more-than-double': 'more than double of 30 days',
}

export const formatDoubts = (doubts: readonly Doubt[]): string =>
  doubts
    .map((doubt) =>
      doubt.kind === 'link' ? `link of ${formatOwner(doubt)}` : `rate ${WHY[doubt.why]}: ${doubt.step}`,
    )
    .join('; ')

interface ImportReportOptions {
  source: string
  refusals: readonly RowRefusal[]
  apply: boolean
  /** Of each import that waits; null: nobody else has to agree. */
  approvals: ReadonlyMap<number, ApprovalState | null>
}

export async function describeImport(
  result: ImportResult,
  { source, refusals, apply, approvals }: ImportReportOptions,
): Promise<JobAnswer> {
  const { broken, counts, rates, changes, unlisted, unknownCategories, held } = result
  const words = Object.entries(counts).map(([name, n]) => `${name} ${n}`)
  const ends = unlisted?.problem === null && unlisted.offers > 0
  const unknown = unknownCategories.find(({ name }) => name !== null)
  const isEmpty = !ends && Object.values({ ...counts, refused: 0 }).every((n) => n === 0) && !held.rows
  const usable = counts.new + counts.changed + counts.unchanged + held.rows
  return {
    effect: `Imports ${source}: ${words.join(', ')}${ends ? `; ends ${formatShare(unlisted)} that the feed no longer lists` : ''}${held.rows ? `; ${formatCount(held.rows, 'offer waits', 'offers wait')}` : ''}`,
    isEmpty,
    facts: [
      ...describeData('text', { source, broken }),
      ...describeData('count', {
        ...counts,
        held: held.rows,
        fields_lost: changes.lossCount,
        rates_changed: rates.changed,
        rates_losing: rates.losing,
        ...(unlisted && {
          unlisted_offers: unlisted.offers,
          unlisted_live: unlisted.live,
          unlisted_edited: unlisted.edited.offers,
        }),
      }),
    ],
    tables: [
      describeRows('refusals', REFUSALS, refusals, { title: 'Refused' }),
      describeRows('held', HELD, held.examples, {
        title: `Offers that wait; shoppers see them as they were${formatPart(held.examples.length, held.rows)}`,
      }),
      describeLosses(changes),
      ...describeRateTables(rates),
      describeRows('unknownCategories', CATEGORIES, unknownCategories, {
        title: 'Categories that are not ours; these rows have none',
      }),
      describeRows('unlisted', UNLISTED, apply ? [] : (unlisted?.examples ?? []), {
        title: `No longer listed${unlisted ? formatPart(unlisted.examples.length, unlisted.offers) : ''}`,
      }),
    ],
    changed: toFieldChanges(changes),
    next: [...approvals.keys()].map((id) => ({ operation: 'catalogue accept', input: { import: id } })),
    notes: [
      ...[...approvals].map(([id, approval]) => explainHeld(id, approval)),
      ...listIf(unknown, `‘${unknown?.name}=Services’ as category puts such rows into a category of ours.`),
      ...listIf(changes.unlogged, explainUnlogged(changes)),
      ...(unlisted?.problem ? [describeUnlisted(unlisted)] : []),
      ...listIf(
        unlisted?.byHand,
        `Not listed either, but their end was set by hand, which counts: ${formatCount(unlisted?.byHand ?? 0, 'offer')}.`,
      ),
      ...(unlisted?.edited.offers ? [explainEdited(unlisted)] : []),
      ...(apply && counts.new + counts.changed > 0 ? await warnOfHosts() : []),
    ],
    problems: [
      ...listIf(broken !== null, `The file is damaged: ${broken}.`),
      ...listIf(counts.refused && !usable, 'No row of it could be used.'),
    ],
  }
}

const lossColumn = describeColumns<OfferChange>()
const LOSSES = [
  lossColumn.text('id', { title: 'id in the feed', width: 24 }),
  lossColumn.text('title', { width: 36 }),
  lossColumn.text('field', ({ field }) => FEED_NAMES[field] ?? field),
  lossColumn.text('before', ({ field, before }) => formatValue(field, before), { width: 60 }),
  lossColumn.text('after', ({ field, after }) => formatValue(field, after), { width: 40 }),
]

function formatValue(field: string, value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string') return JSON.stringify(value)
  return IN_HUNDREDTHS.has(field) ? formatPlain(BigInt(value)) : value
}

/** Of a percent, or of a rupee. */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set([
  'payout_hundredths',
  'commission_hundredths',
  'cap_paise',
])

/** Where docs/feeds.md has another name than the column. */
const FEED_NAMES: Readonly<Record<string, string>> = {
  description_html: 'description',
  kpi_html: 'kpi',
  category_id: 'category',
  payout_hundredths: 'payout',
  commission_hundredths: 'commission',
  cap_paise: 'cap',
}

export const describeLosses = ({ losses, lossCount }: ChangeTally): Table =>
  describeRows('losses', LOSSES, losses, {
    most: MOST_LISTED_FIELDS,
    title: `Fields that are emptied, and network ids that change${formatPart(losses.length, lossCount)}`,
  })

export const toFieldChanges = ({ logged }: ChangeTally): FieldChange[] =>
  logged.map(({ offer, field, before, after }) => noteChange(`offer ${offer}`, field, before, after))

const explainUnlogged = ({ unlogged }: ChangeTally) =>
  `The log does not keep ${formatCount(unlogged, 'changed field')} of it: too many changed at once.`

const refusal = describeColumns<RowRefusal>()
const REFUSALS = [refusal.count('line'), refusal.text('id'), refusal.text('reason')]

const heldColumn = describeColumns<HeldReport['examples'][number]>()
const HELD = [
  heldColumn.text('id', { title: 'id in the feed', width: 24 }),
  heldColumn.text('title', { width: 36 }),
  heldColumn.text('why', ({ doubts }) => formatDoubts(doubts), { width: 90 }),
]

function explainHeld(id: number, approval: ApprovalState | null): string {
  if (!approval) return `What waits of import ${id} can be looked at and let in.`
  return approval.state === 'refused'
    ? `They stay as they are: approval ${approval.id} was refused. Accepting import ${id} asks again.`
    : `A second person has to accept import ${id} (approval ${approval.id}).`
}

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

const formatPart = (part: number, all: number) => (part < all ? ` (${part} of ${all})` : '')

export const describeRateTables = (rates: ImportResult['rates']): Table[] => [
  describeRows(
    'rate_changes',
    [...describeNameColumns<RateChange>(), ...describeRateChangeColumns<RateChange>()],
    rates.changes,
    {
      title: `Rates that change${formatPart(rates.changes.length, rates.changed)}; clicks so far keep theirs`,
    },
  ),
  describeRows(
    'rate_losses',
    [...describeNameColumns<RateLoss>(), ...describeRateColumns<RateLoss>()],
    rates.losses,
    {
      title: `Warning: ${formatCount(rates.losing, 'offer')} of this feed at whose rate ${LOSS}${formatPart(rates.losses.length, rates.losing)}`,
    },
  ),
]

const formatShare = ({ offers, live, ofLive }: UnlistedOffers) =>
  `${formatCount(offers, 'offer')} (${live} of ${ofLive} live ones)`

const PROBLEMS = {
  unusable: ', but no row of it could be used: an empty feed ends nothing.',
  unnamed: ', but rows that were refused say no id and may be these.',
  'too-many': `, more than ${MOST_ENDED} percent.`,
}

/** In a preview: what would be refused. */
const describeUnlisted = (unlisted: UnlistedOffers): Remark =>
  unlisted.problem === 'unusable'
    ? explainUnlisted(unlisted)
    : {
        text: `${explainUnlisted(unlisted)} Nothing is done unless you allow that any number ends.`,
        fields: ['evenSo'],
      }

const explainEdited = ({ edited: { offers, kept } }: UnlistedOffers): Hint => ({
  text: `Of offers that were edited by hand, the feed no longer lists ${offers}: ${kept ? 'they stay' : 'they end with the others'}, as UNLISTED_EDITED_OFFERS says.`,
  next: [see('settings show', { name: 'UNLISTED_EDITED_OFFERS' })],
})

export const explainUnlisted = (unlisted: UnlistedOffers): string =>
  `The feed no longer lists ${formatShare(unlisted)}${unlisted.problem ? PROBLEMS[unlisted.problem] : '.'}`
