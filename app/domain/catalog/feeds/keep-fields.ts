/** What a row of a feed does not say, a known offer keeps; and what changes of it, for the preview and the log. */
import type { campaigns } from '~/platform/db/schema/catalogue'
import { MOST_LISTED_FIELDS, type FeedOffer, type FeedRow, type Keepable } from '../feeds'
import { toFeedRecord, toFeedValue } from '../overrides'

export type StoredOffer = typeof campaigns.$inferSelect & { store_id: string; store_name: string }

/** Undefined in a row where the feed does not state them. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'commission_hundredths',
  'commission_model',
  'rate_for',
  'keeps_cashback',
])

/** The row with what the feed said last where it says nothing. Without a stored offer it is as it was. */
export function keepFields(row: FeedRow, known: StoredOffer | undefined): FeedRow {
  if (!known) return row
  const stored = toFeedRecord(known)
  const keeps = row.keeps ?? []
  const kept = keeps
    .filter(
      (field): field is Exclude<Keepable, 'brand' | 'brand_id'> => field !== 'brand' && field !== 'brand_id',
    )
    // An offer that --replace has ended is live again where the row says no end.
    .filter((field) => field !== 'ends_at' || stored.row_hash !== '')
    .map((field) => {
      const value = toFeedValue(stored[field])
      return [field, value === null && OPTIONAL.has(field) ? undefined : value]
    })
  const isSameStore =
    keeps.includes('brand_id') &&
    (keeps.includes('brand') || row.brand.name.toLowerCase() === stored.store_name.toLowerCase())
  const offer = Object.assign({ ...row.campaign }, Object.fromEntries(kept)) as FeedOffer
  // The word was about the former code.
  if (keeps.includes('keeps_cashback') && offer.code !== stored.code) offer.keeps_cashback = undefined
  return {
    ...row,
    campaign: offer,
    brand: isSameStore ? { ...row.brand, external_id: stored.store_id } : row.brand,
  }
}

/** A known store keeps its name where the row says none. */
export const keepStoreName = (row: FeedRow, store: { name: string } | undefined): FeedRow =>
  store && row.keeps?.includes('brand') ? { ...row, brand: { ...row.brand, name: store.name } } : row

/** `id`: the row's. Values are those of the database, as in the log. */
export interface OfferChange {
  offer: number
  id: string
  title: string
  field: string
  before: unknown
  after: unknown
}

/** Fields of a known offer that differ from the row. A new offer has none. */
export function listOfferChanges(
  { campaign: offer, brand: store }: FeedRow,
  stored: StoredOffer | undefined,
): OfferChange[] {
  if (!stored) return []
  const fields = Object.keys(offer).filter(
    (name) =>
      !DERIVED.has(name) &&
      !(name in stored.overrides) &&
      !(name === 'keeps_cashback' && isSetByOperator(stored) && offer.code === stored.code),
  ) as (keyof FeedOffer)[]
  const pairs: [field: string, before: unknown, after: unknown][] = fields.map((field) => [
    field,
    toFeedValue(stored[field]),
    offer[field] ?? null,
  ])
  if (store.external_id !== stored.store_id) pairs.push(['store', stored.store_name, store.name])
  const { id: offerId } = stored
  const { external_id: id, title } = offer
  return pairs
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]) => ({ offer: offerId, id, title, field, before, after }))
}

/** A feed does not replace the value of an operator while the offer has the same code. */
const isSetByOperator = ({ keeps_source }: StoredOffer): boolean => keeps_source === 'operator'

/** The text follows from the HTML; why an offer is hidden is no field of a row. */
const DERIVED: ReadonlySet<string> = new Set(['description_text', 'hidden_reason'])

/** What these have without a value; every other field is then empty. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  type: 'deal',
  currency: 'Rs.',
  locale: 'en',
  guest_clicks: false,
}

const isEmptied = ({ field, after }: OfferChange) =>
  after === null || after === '' || after === DEFAULTS[field]

const NETWORK_IDS: ReadonlySet<string> = new Set(['network', 'network_campaign_id'])

/** Characters of the former and new values that the log keeps of one import. */
const MOST_LOGGED = 1_000_000

export class ChangeTally {
  /** Emptied fields, and network ids that change. */
  lossCount = 0
  readonly losses: OfferChange[] = []
  readonly logged: OfferChange[] = []
  /** Beyond what the log keeps. */
  unlogged = 0
  private characters = 0

  add(changes: readonly OfferChange[]): void {
    for (const change of changes) {
      if (isEmptied(change) || NETWORK_IDS.has(change.field)) {
        this.lossCount++
        if (this.losses.length < MOST_LISTED_FIELDS) this.losses.push(change)
      }
      this.characters += String(change.before).length + String(change.after).length
      if (this.characters <= MOST_LOGGED) this.logged.push(change)
      else this.unlogged++
    }
  }
}
