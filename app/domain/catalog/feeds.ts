import { type AmountFormat, parseAmount, parsePercent } from '~/platform/formats/amounts'
import type { CategoryKeys } from './feeds/category.server'

/** Other reasons are the operator's, and an import leaves them alone. */
export const HIDDEN_REASONS = ['regions without India', 'programme not joined'] as const
export type HiddenReason = (typeof HIDDEN_REASONS)[number]

/** Instants are ISO text, hundredths and paise digits: rows are hashed and stored as JSON. */
export interface FeedOffer {
  external_id: string
  title: string
  description_html: string
  description_text: string
  kpi_html: string
  code: string | null
  categories: string | null
  category_id: number | null
  type: string
  payout_hundredths: string | null
  payout_model: string
  currency: string
  /** Undefined if the feed does not state it, so that older rows keep their hash. */
  commission_hundredths?: string | undefined
  commission_model?: string | undefined
  logo_url: string | null
  banner_url: string | null
  img: string | null
  offer: string | null
  seo_title: string | null
  url: string
  network: string
  network_campaign_id: string
  tracking_url: string | null
  cap_paise: string | null
  rate_for?: string | undefined
  /** Whether an order with the code keeps its cashback; null: the row says that it is unknown. */
  keeps_cashback?: boolean | null | undefined
  guest_clicks: boolean
  locale: string
  tracking_script_cid: string | null
  starts_at: string | null
  ends_at: string | null
  hidden_reason: HiddenReason | null
}

/** A null field leaves the stored value as it is. */
export interface FeedStore {
  external_id: string
  name: string
  coupon_code: string | null
  seo_title: string | null
  img: string | null
  store_url: string | null
  verified_at: string | null
  tracks_in_hours?: string
  confirms_in_days?: string
  app_orders?: string
  takes_claims?: string
  voids?: string
  dos?: string
  donts?: string
}

/** `brand` and `brand_id`: the name of the store, and the source's id of it. */
export type Keepable =
  Exclude<keyof FeedOffer, 'external_id' | 'title' | 'url' | 'hidden_reason'> | 'brand' | 'brand_id'

export interface FeedRow {
  campaign: FeedOffer
  brand: FeedStore
  origin: string
  /** What the row does not say, and a known offer keeps. Absent in rows that wait since a release without it. */
  keeps?: readonly Keepable[]
}

export interface RowContext {
  categories: CategoryKeys
  payout: FeedPayout | null
  awinPublisherId: string | undefined
  /** An empty field empties the offer's; a field that is absent never does. */
  clears?: boolean | undefined
  /** Called for a row whose category is unknown; null: `categories` is not a JSON list of texts. */
  unknownCategory: (name: string | null) => void
}

/** Percent of a source's live offers; above it, the feed is more likely truncated than changed. */
export const MOST_ENDED = 20
/** Of what an import changes, in its preview. */
export const MOST_LISTED_FIELDS = 1000

export class RefusedRow extends Error {}

export interface FeedPayout {
  payout_hundredths: string | null
  payout_model: string
}

/** '%' wins over `model`. Null: the text has another format, or is more than 100 %. */
export function parsePayout(
  text: string,
  format: AmountFormat,
  model: string | null = null,
): FeedPayout | null {
  const payout_model = text.trimEnd().endsWith('%') ? 'percentage' : (model?.toLowerCase() ?? 'flat')
  const value = payout_model === 'percentage' ? parsePercent(text, format) : parseAmount(text, format)
  return value === null ? null : { payout_hundredths: String(value), payout_model }
}

export const isSource = (text: string): boolean => /^[\w.-]{1,60}$/.test(text)

export function readSourceName(name: string): string | null {
  const source = name
    .replace(/(?<=.)\.[^.]*$/, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
  return /\w/.test(source) ? source : null
}

export function findEncoding(name: string): 'json' | 'csv' | null {
  const ending = /\.[^.]*$/.exec(name)?.[0].toLowerCase()
  if (ending === '.csv') return 'csv'
  return ending === '.json' || name === '-' ? 'json' : null
}
