/** A row of a feed after reading: what becomes a campaign and its brand, whichever feed it came from. */

/** Why an import hides a campaign; whatever else hides one is the operator's, and no import touches it. */
export const HIDDEN_REASONS = ['regions without India', 'programme not joined'] as const
export type HiddenReason = (typeof HIDDEN_REASONS)[number]

/** Instants are ISO text, hundredths and paise are digits: a row is hashed and sent to the database as JSON. */
export interface CampaignRow {
  external_id: string
  title: string
  description_html: string
  description_text: string
  kpi_html: string
  code: string | null
  /** The feed's own text. */
  categories: string | null
  category_id: number | null
  type: string
  payout_hundredths: string | null
  payout_model: string
  currency: string
  /** What the network pays for a sale. Left out where the feed does not say, so that such a row keeps its hash. */
  commission_hundredths?: string
  commission_model?: string
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
  guest_clicks: boolean
  locale: string
  tracking_script_cid: string | null
  starts_at: string | null
  ends_at: string | null
  /** Why the import hides it; null: it does not. */
  hidden_reason: HiddenReason | null
}

/** Null: the row does not say; what the brand has stays. */
export interface BrandRow {
  external_id: string
  name: string
  coupon_code: string | null
  seo_title: string | null
  img: string | null
  store_url: string | null
  verified_at: string | null
}

export interface FeedRow {
  campaign: CampaignRow
  brand: BrandRow
  /** The origin of the campaign's url: a new brand's store_url where the feed gives none. */
  origin: string
}

/** Why a row cannot be used: 'url: only https addresses are taken'. */
export class RefusedRow extends Error {}
