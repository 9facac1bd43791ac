import { sql } from 'drizzle-orm'
import type { FeedOffer } from '../feeds'

const COLUMNS: Record<
  | Exclude<keyof FeedOffer, 'hidden_reason' | 'keeps_cashback'>
  | 'row_hash'
  | 'slug'
  | 'brand_id'
  | 'overrides',
  string
> = {
  external_id: 'text',
  row_hash: 'text',
  slug: 'text',
  title: 'text',
  brand_id: 'bigint',
  category_id: 'integer',
  description_html: 'text',
  description_text: 'text',
  kpi_html: 'text',
  code: 'text',
  categories: 'text',
  type: 'text',
  payout_hundredths: 'bigint',
  payout_model: 'text',
  currency: 'text',
  commission_hundredths: 'bigint',
  commission_model: 'text',
  logo_url: 'text',
  banner_url: 'text',
  img: 'text',
  offer: 'text',
  seo_title: 'text',
  url: 'text',
  network: 'text',
  network_campaign_id: 'text',
  tracking_url: 'text',
  cap_paise: 'bigint',
  rate_for: 'text',
  guest_clicks: 'boolean',
  locale: 'text',
  tracking_script_cid: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  overrides: 'jsonb',
}

const names = Object.keys(COLUMNS)
export const LIST = sql.raw(names.join(', '))
export const RECORDSET = sql.raw(
  [
    ...names.map((name) => `${name} ${COLUMNS[name as keyof typeof COLUMNS]}`),
    'hidden_reason text',
    'keeps_cashback boolean',
  ].join(', '),
)
export const UPDATES = sql.raw(
  names
    .filter((name) => name !== 'slug' && name !== 'external_id')
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
)
