import { sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, paiseColumn } from './columns'

/** The highest bit of `popularity`: the row is listed before all without it. */
export const WANTED = 1n << 62n

/** `match_key` and `aliases` hold only lower-case letters and digits (docs/rules.md#10). */
export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  match_key: text().notNull().unique(),
  aliases: text().array().notNull().default([]),
  position: integer().notNull(),
  in_menu: boolean().notNull().default(false),
  filter_position: integer(),
})

/** The host of a store's address without 'www.', as products' addresses are compared with it (docs/rules.md#64). */
export const selectStoreHost = (url: SQL): SQL<string | null> =>
  sql`lower(substring(${url} from '^https://(?:www\\.)?([^/?#:]+)'))`

/** Fields that an operator has edited, by column, with what the feed said last; null: it said nothing. As in the rows of feeds. */
export type Overrides = Readonly<Record<string, string | number | boolean | null>>

export const brands = pgTable(
  'brands',
  {
    id: id(),
    source: text().notNull(),
    external_id: text().notNull(),
    coupon_code: text().notNull().unique(),
    name: text().notNull(),
    seo_title: text(),
    img: text(),
    store_url: text(),
    verified_at: instant(),
    /** Null: the holding days of the network, or HOLDING_DAYS. */
    holding_days: integer(),
    /** Null: PROMISE_DAYS, which a store can only lengthen (docs/rules.md#58). */
    promise_days: integer(),
    /** Set by `rates set-store` (docs/rules.md#38). The share is in hundredths of a percent. */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text(),
    commission_hundredths: bigint({ mode: 'bigint' }),
    commission_model: text(),
    share_hundredths: bigint({ mode: 'bigint' }),
    /** The lowest `rank` has the highest `popularity` (app/domain/catalog/ranking.server.ts); ties are by name. Ranks have gaps. */
    clicks_30d: integer().notNull().default(0),
    popularity: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`4611686018427387904`),
    rank: integer().notNull().default(2147483647),
    /** Figures of the store's listed offers, kept by triggers; payouts in hundredths. */
    live_count: integer().notNull().default(0),
    live_codes: integer().notNull().default(0),
    live_products: integer().notNull().default(0),
    up_to_percent: bigint({ mode: 'bigint' }),
    up_to_rupees: bigint({ mode: 'bigint' }),
    /** Facts on the store's page (docs/rules.md#46); null: unknown. The last three have one point per line. */
    tracks_in_hours: integer(),
    confirms_in_days: integer(),
    app_orders: boolean(),
    takes_claims: boolean(),
    voids: text(),
    dos: text(),
    donts: text(),
    overrides: jsonb().$type<Overrides>().notNull().default({}),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    check('brands_tracks_in_hours', sql`${t.tracks_in_hours} BETWEEN 1 AND 8760`),
    check('brands_confirms_in_days', sql`${t.confirms_in_days} BETWEEN 1 AND 365`),
    check('brands_holding_days', sql`${t.holding_days} BETWEEN 0 AND 365`),
    check('brands_promise_days', sql`${t.promise_days} BETWEEN 1 AND 3650`),
    check('brands_payout', sql`${t.payout_hundredths} >= 0`),
    check('brands_commission', sql`${t.commission_hundredths} >= 0`),
    check('brands_share', sql`${t.share_hundredths} BETWEEN 0 AND 10000`),
    check('brands_overrides', sql`jsonb_typeof(${t.overrides}) = 'object'`),
    unique('brands_source').on(t.source, t.external_id),
    index('brands_rank')
      .on(t.rank, t.id)
      .where(sql`${t.live_count} > 0`),
    // Serves lists by name in any collation.
    index('brands_letter')
      .on(sql`lower(${t.name}) text_pattern_ops`)
      .where(sql`${t.live_count} > 0`),
    index('brands_name').on(sql`lower(${t.name})`, t.rank, t.id),
    index('brands_host').on(selectStoreHost(sql`${t.store_url}`)),
  ],
)

/** A network's programme or a card of its brand. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    source: text().notNull(),
    external_id: text().notNull(),
    /** SHA-256 of the normalized feed row: an unchanged row is skipped. */
    row_hash: text().notNull(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    brand_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => brands.id),
    category_id: integer().references(() => categories.id),
    description_html: text().notNull().default(''),
    description_text: text().notNull().default(''),
    kpi_html: text().notNull().default(''),
    code: text(),
    /** A JSON array, as in the feed. */
    categories: text(),
    type: text().notNull().default('deal'),
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text().notNull().default('percentage'),
    currency: text().notNull().default('Rs.'),
    commission_hundredths: bigint({ mode: 'bigint' }),
    commission_model: text(),
    /** The operator sets this payout; imports do not change it. */
    set_payout_hundredths: bigint({ mode: 'bigint' }),
    set_payout_model: text(),
    logo_url: text(),
    banner_url: text(),
    img: text(),
    /** What the photo shows, by an operator, for the photo of now; null: nothing is said, and it counts as decoration. */
    img_alt: text(),
    offer: text(),
    seo_title: text(),
    url: text().notNull(),
    network: text().notNull(),
    network_campaign_id: text().notNull(),
    /** The link from the feed; null: it is built from the network's template. */
    tracking_url: text(),
    rate_for: text(),
    cap_paise: paiseColumn(),
    guest_clicks: boolean().notNull().default(false),
    locale: text().notNull().default('en'),
    tracking_script_cid: text(),
    /** Whether its link can lead to a product; null: as its network's documentation says. */
    product_links: boolean(),
    /** Whether an order with this code keeps its cashback, who said so ('feed', 'operator'), and since which day; null: unknown. */
    keeps_cashback: boolean(),
    keeps_source: text(),
    keeps_since: date({ mode: 'string' }),
    starts_at: instant(),
    ends_at: instant(),
    hidden_at: instant(),
    hidden_reason: text(),
    overrides: jsonb().$type<Overrides>().notNull().default({}),
    clicks_30d: integer().notNull().default(0),
    popularity: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`4611686018427387904`),
    rank: integer().notNull().default(2147483647),
    /** Was live at the last write or check of dates; set by a trigger (docs/decisions/0080-lists-end.md). */
    listed: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    unique('campaigns_source').on(t.source, t.external_id),
    // Includes title and end date, so that lists and searches by rank read only the index.
    index('campaigns_rank')
      .on(t.rank, t.id, t.title, t.ends_at)
      .where(sql`${t.listed}`),
    index('campaigns_category')
      .on(t.category_id, t.rank, t.id, t.title, t.ends_at)
      .where(sql`${t.listed}`),
    index('campaigns_brand').on(t.brand_id, t.listed, t.rank, t.id, t.ends_at),
    index('campaigns_brand_product')
      .on(t.brand_id, t.rank, t.id, t.ends_at)
      .where(sql`${t.listed} AND lower(${t.type}) = 'product'`),
    index('campaigns_brand_code')
      .on(t.brand_id, t.rank, t.id, t.ends_at)
      .where(sql`${t.listed} AND ${t.code} IS NOT NULL`),
    index('campaigns_category_brand')
      .on(t.category_id, t.brand_id)
      .where(sql`${t.listed}`),
    index('campaigns_rate_for')
      .on(t.brand_id, t.rank, t.id)
      .where(sql`${t.listed} AND ${t.rate_for} IS NOT NULL`),
    index('campaigns_banner')
      .on(t.rank, t.id)
      .where(sql`${t.listed} AND ${t.banner_url} IS NOT NULL`),
    index('campaigns_code')
      .on(t.rank, t.id, t.ends_at)
      .where(sql`${t.listed} AND ${t.code} IS NOT NULL`),
    index('campaigns_title').on(sql`lower(${t.title}) text_pattern_ops`, t.rank, t.id),
    index('campaigns_code_text')
      .on(sql`lower(${t.code})`)
      .where(sql`${t.listed} AND ${t.code} IS NOT NULL`),
    index('campaigns_listed')
      .on(t.id)
      .where(sql`${t.listed}`),
    index('campaigns_ending')
      .on(t.ends_at)
      .where(sql`${t.listed}`),
    index('campaigns_coming')
      .on(sql`coalesce(${t.ends_at}, 'infinity'::timestamptz)`)
      .where(sql`NOT ${t.listed} AND ${t.hidden_at} IS NULL`),
    check('campaigns_https', sql`${t.url} LIKE 'https://%'`),
    check('campaigns_tracking_https', sql`${t.tracking_url} IS NULL OR ${t.tracking_url} LIKE 'https://%'`),
    check('campaigns_payout', sql`${t.payout_hundredths} IS NULL OR ${t.payout_hundredths} >= 0`),
    check('campaigns_commission', sql`${t.commission_hundredths} >= 0`),
    check(
      'campaigns_keeps',
      sql`num_nulls(${t.keeps_cashback}, ${t.keeps_source}, ${t.keeps_since}) IN (0, 3) AND ${t.keeps_source} IN ('feed', 'operator')`,
    ),
    check(
      'campaigns_img_alt',
      sql`${t.img_alt} IS NULL OR (char_length(${t.img_alt}) BETWEEN 1 AND 200 AND ${t.img} IS NOT NULL)`,
    ),
    check('campaigns_set_payout', sql`${t.set_payout_hundredths} >= 0`),
    check('campaigns_overrides', sql`jsonb_typeof(${t.overrides}) = 'object'`),
  ],
)

/** Triggers increment its one row. Older pages are stale; those before `purged` are deleted. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: smallint().primaryKey(),
  version: bigint({ mode: 'number' }).notNull().default(1),
  purged: bigint({ mode: 'number' }).notNull().default(0),
  /** The CASHBACK_SHARE of `brands.up_to_percent`, in hundredths of a percent. */
  share_hundredths: bigint({ mode: 'bigint' }),
  updated_at: createdAt(),
})

/** Hosts and publishers whose links an offer may have, beside those that the environment names (docs/rules.md#57). */
export const allowedLinks = pgTable(
  'allowed_links',
  {
    id: id(),
    network: text().notNull(),
    host: text().notNull(),
    publisher: text().notNull(),
    allowed_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [unique('allowed_links_once').on(t.network, t.host, t.publisher)],
)

/** Hosts of a store that operators named: a host has one store. Hosts of `brands.store_url` count beside them. */
export const storeHosts = pgTable('store_hosts', {
  host: text().primaryKey(),
  store_id: bigint({ mode: 'number' })
    .notNull()
    .references(() => brands.id),
  created_at: createdAt(),
})

/** The offer that an address of a product leads to; without a row, the best ranked one that fits (docs/rules.md#64). */
export const linkOffers = pgTable('link_offers', {
  store_id: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => brands.id),
  campaign_id: bigint({ mode: 'number' })
    .notNull()
    .references(() => campaigns.id),
  created_at: createdAt(),
})

/** A run of a feed of which rows wait. */
export const heldImports = pgTable('held_imports', {
  id: id(),
  source: text().notNull(),
  created_at: createdAt(),
})

/** Rows of feeds that wait for a second person, the newest of each offer; deleted when it goes in or is replaced. */
export const heldRows = pgTable(
  'held_rows',
  {
    source: text().notNull(),
    external_id: text().notNull(),
    import_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => heldImports.id),
    row_hash: text().notNull(),
    /** The normalized row; `json` keeps the order of its fields, which the hash is of. */
    row: json().notNull(),
    doubts: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.external_id] }),
    index('held_rows_import').on(t.import_id, t.external_id),
  ],
)

/** The highest rates of a store's listed offers from `at` on, in hundredths; kept for ever, written by update_stores(). */
export const storeRates = pgTable(
  'store_rates',
  {
    store: bigint({ mode: 'number' }).notNull(),
    at: createdAt(),
    percent: bigint({ mode: 'bigint' }),
    rupees: bigint({ mode: 'bigint' }),
  },
  (t) => [index('store_rates_store').on(t.store, t.at)],
)

/** What an offer paid before a fall, in hundredths; kept for 30 days, written by triggers alone. */
export const offerRates = pgTable(
  'offer_rates',
  {
    id: id(),
    campaign_id: bigint({ mode: 'number' }).notNull(),
    until: createdAt(),
    percent: bigint({ mode: 'bigint' }),
    rupees: bigint({ mode: 'bigint' }),
  },
  (t) => [index('offer_rates_campaign').on(t.campaign_id, t.until), index('offer_rates_until').on(t.until)],
)

export const PLAN_STATES = ['waits', 'applied', 'ended', 'cancelled', 'refused', 'replaced'] as const

/** The payout of one store or offer from a day on, perhaps until a day; a flash sale is one of today alone (docs/rules.md#68). */
export const plannedRates = pgTable(
  'planned_rates',
  {
    id: id(),
    campaign_id: bigint({ mode: 'number' }).references(() => campaigns.id),
    brand_id: bigint({ mode: 'number' }).references(() => brands.id),
    /** Null: none is set, so that the next source applies (docs/rules.md#38). */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text(),
    starts_at: instant().notNull(),
    /** Null: it stays. Else what was set before returns then. */
    ends_at: instant(),
    /** The row of flash_sales that it is of, which may be deleted since. */
    sale_id: bigint({ mode: 'number' }),
    state: text({ enum: PLAN_STATES }).notNull().default('waits'),
    /** Why it was refused, or ended early (app/domain/catalog/planned-rates.ts). */
    reason: text(),
    /** The doubts of the guard that were seen when it was entered; any other refuses it at its time. */
    agreed: text().array().notNull().default([]),
    /** What was set when it was applied. */
    before_hundredths: bigint({ mode: 'bigint' }),
    before_model: text(),
    made_by: text().notNull(),
    created_at: createdAt(),
    changed_at: createdAt(),
  },
  (t) => [
    check('planned_rates_target', sql`num_nonnulls(${t.campaign_id}, ${t.brand_id}) = 1`),
    check(
      'planned_rates_payout',
      sql`num_nulls(${t.payout_hundredths}, ${t.payout_model}) IN (0, 2) AND ${t.payout_hundredths} >= 0`,
    ),
    check('planned_rates_period', sql`${t.ends_at} > ${t.starts_at}`),
    check(
      'planned_rates_sale',
      sql`${t.sale_id} IS NULL OR num_nulls(${t.campaign_id}, ${t.ends_at}, ${t.payout_hundredths}) = 0`,
    ),
    check(
      'planned_rates_state',
      sql`${t.state} IN (${sql.raw(PLAN_STATES.map((state) => `'${state}'`).join(', '))})`,
    ),
    // The sale of a day begins once, or again where one that took its place is gone.
    uniqueIndex('planned_rates_sale_day')
      .on(t.sale_id, t.ends_at)
      .where(sql`${t.sale_id} IS NOT NULL AND ${t.reason} IS DISTINCT FROM 'gave way'`),
    index('planned_rates_waits')
      .on(t.starts_at)
      .where(sql`${t.state} = 'waits'`),
    index('planned_rates_applied')
      .on(t.ends_at)
      .where(sql`${t.state} = 'applied'`),
    index('planned_rates_campaign').on(t.campaign_id),
    index('planned_rates_brand').on(t.brand_id),
  ],
)
