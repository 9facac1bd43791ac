/**
 * `*_paise` is paise; `payout_hundredths` is hundredths of a percent ('percentage') or of the currency's unit.
 * Constraints that drizzle cannot express, triggers and views are only in drizzle/*.sql.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const paise = () => bigint({ mode: 'bigint' })
const instant = () => timestamp({ withTimezone: true, mode: 'date' })
const createdAt = () => instant().notNull().defaultNow()
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Members start at 1001. Row 9 is the guest (docs/rules.md#3), which can never sign in, earn or refer. */
export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    username: text().notNull(),
    /** +91XXXXXXXXXX; null for the guest and for deleted accounts. */
    phone_number: text().unique(),
    email: text().unique(),
    /** argon2id; null: no sign-in by password. */
    password_hash: text(),
    referral_code: text().unique(),
    referred_by: bigint({ mode: 'number' }),
    terms_version: text(),
    terms_accepted_at: instant(),
    payout_hold_until: instant(),
    payout_hold_reason: text(),
    /** When payout details were first saved; kept when they are deleted. */
    first_destination_at: instant(),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    index('users_referred_by').on(t.referred_by),
    check('users_not_own_referrer', sql`${t.referred_by} IS DISTINCT FROM ${t.id}`),
  ],
)

/** Re-encoded 256 x 256 WebP, never the uploaded file. */
export const profileImages = pgTable(
  'profile_images',
  {
    user_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => users.id),
    /** SHA-256, part of the image's URL. */
    version: text().notNull(),
    webp: bytea().notNull(),
    created_at: createdAt(),
  },
  (t) => [check('profile_images_small', sql`octet_length(${t.webp}) BETWEEN 1 AND 262144`)],
)

/** Only the hash of the token is stored; the token is in the cookie or with an API client. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: text().primaryKey(),
    kind: text({ enum: ['cookie', 'bearer'] }).notNull(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    remember: boolean().notNull().default(false),
    /** After a code alone, a change of payout details needs the password. */
    opened_by: text({ enum: ['password', 'code', 'sign-up'] }).notNull(),
    confirmed_at: instant(),
    agent: text(),
    created_at: createdAt(),
    last_seen_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.user_id), index('sessions_expiry').on(t.expires_at)],
)

/** One OTP, bound to phone, purpose and browser. A verified challenge is a proof that is consumed once. */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid().primaryKey().defaultRandom(),
    purpose: text({ enum: ['sign-up', 'otp-sign-in', 'forgot-password'] }).notNull(),
    phone_number: text().notNull(),
    /** Keyed hash; null if the provider keeps the code. */
    code_hash: text(),
    demo_code: text(),
    provider: text().notNull(),
    provider_reference: text(),
    /** The known browser that requested it, else ''. A new code invalidates only codes of its own lane. */
    lane: text().notNull().default(''),
    /** Sign-up only: the data of the future account, with the password hashed. */
    payload: jsonb(),
    attempts: integer().notNull().default(0),
    sent_at: createdAt(),
    expires_at: instant().notNull(),
    verified_at: instant(),
    consumed_at: instant(),
  },
  (t) => [index('otp_challenges_phone').on(t.phone_number, t.purpose, t.sent_at)],
)

/** Job locks: last start and result of work that one process does for all. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  started_at: instant().notNull(),
  finished_at: instant(),
  result: jsonb(),
})

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
)

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
    /** Days between the first approval of a sale and its withdrawal; null: those of the network, or HOLDING_DAYS. */
    holding_days: integer(),
    /** Set by `rates set` (docs/rules.md#38). Units as in campaigns; the share in hundredths of a percent. */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text(),
    commission_hundredths: bigint({ mode: 'bigint' }),
    commission_model: text(),
    share_hundredths: bigint({ mode: 'bigint' }),
    /** `rank` is dense: 1 has the most clicks, ties by name. */
    clicks_30d: integer().notNull().default(0),
    rank: integer().notNull().default(2147483647),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    check('brands_holding_days', sql`${t.holding_days} BETWEEN 0 AND 365`),
    check('brands_payout', sql`${t.payout_hundredths} >= 0`),
    check('brands_commission', sql`${t.commission_hundredths} >= 0`),
    check('brands_share', sql`${t.share_hundredths} BETWEEN 0 AND 10000`),
    unique('brands_source').on(t.source, t.external_id),
    index('brands_rank').on(t.rank, t.id),
    index('brands_name').on(sql`lower(${t.name})`, t.rank, t.id),
  ],
)

/** A network's programme and a card of its brand (docs/decisions/0006-one-campaign-table.md). */
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
    /** Sanitized by the import. */
    description_html: text().notNull().default(''),
    description_text: text().notNull().default(''),
    kpi_html: text().notNull().default(''),
    code: text(),
    /** As in the feed: a JSON array whose first element is like 'Category & Subcategory'. */
    categories: text(),
    type: text().notNull().default('deal'),
    /** From the feed, null if it has none. The effective rate is rateOf() of app/catalog/rates/rates.ts. */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text().notNull().default('percentage'),
    currency: text().notNull().default('Rs.'),
    commission_hundredths: bigint({ mode: 'bigint' }),
    commission_model: text(),
    /** Set by the operator; imports do not change it. */
    set_payout_hundredths: bigint({ mode: 'bigint' }),
    set_payout_model: text(),
    logo_url: text(),
    banner_url: text(),
    img: text(),
    offer: text(),
    seo_title: text(),
    url: text().notNull(),
    network: text().notNull(),
    /** The network's id of the programme, for its tracking URL. */
    network_campaign_id: text().notNull(),
    /** A ready-made link from the feed (Awin's urlTracking); null: built from the network's template. */
    tracking_url: text(),
    /** The most that one sale credits; null: no cap. */
    cap_paise: paise(),
    guest_clicks: boolean().notNull().default(false),
    locale: text().notNull().default('en'),
    tracking_script_cid: text(),
    starts_at: instant(),
    ends_at: instant(),
    hidden_at: instant(),
    hidden_reason: text(),
    clicks_30d: integer().notNull().default(0),
    rank: integer().notNull().default(2147483647),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    unique('campaigns_source').on(t.source, t.external_id),
    index('campaigns_rank').on(t.rank, t.id),
    index('campaigns_brand').on(t.brand_id, t.rank, t.id),
    index('campaigns_category').on(t.category_id, t.rank, t.id),
    index('campaigns_banner')
      .on(t.rank, t.id)
      .where(sql`${t.banner_url} IS NOT NULL`),
    index('campaigns_code')
      .on(t.rank, t.id)
      .where(sql`${t.code} IS NOT NULL`),
    index('campaigns_title').on(sql`lower(${t.title})`, t.rank, t.id),
    check('campaigns_https', sql`${t.url} LIKE 'https://%'`),
    check('campaigns_tracking_https', sql`${t.tracking_url} IS NULL OR ${t.tracking_url} LIKE 'https://%'`),
    check('campaigns_payout', sql`${t.payout_hundredths} IS NULL OR ${t.payout_hundredths} >= 0`),
    check('campaigns_commission', sql`${t.commission_hundredths} >= 0`),
    check('campaigns_set_payout', sql`${t.set_payout_hundredths} >= 0`),
  ],
)

/** On one calendar day in India or one weekday (0 = Sunday), never both (docs/rules.md#13). */
export const flashSales = pgTable(
  'flash_sales',
  {
    id: id(),
    campaign_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id),
    weekday: smallint().unique(),
    on_date: date({ mode: 'string' }).unique(),
    created_at: createdAt(),
  },
  (t) => [
    check(
      'flash_sales_when',
      sql`(${t.weekday} IS NULL) <> (${t.on_date} IS NULL) AND (${t.weekday} IS NULL OR ${t.weekday} BETWEEN 0 AND 6)`,
    ),
  ],
)

export const testimonials = pgTable('testimonials', {
  id: id(),
  name: text().notNull(),
  body: text().notNull(),
  position: integer().notNull().default(0),
})

export const seoTexts = pgTable('seo_texts', {
  campaign_id: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => campaigns.id),
  title: text().notNull(),
  description: text().notNull(),
  structured_data: jsonb(),
})

export const feedback = pgTable(
  'feedback',
  {
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    campaign_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id),
    vote: text({ enum: ['yes', 'no'] }).notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.campaign_id] }), index('feedback_campaign').on(t.campaign_id)],
)

/** One row; triggers increment it on every change of the catalogue. Part of the cache key of pages. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: smallint().primaryKey(),
  version: bigint({ mode: 'number' }).notNull().default(1),
  updated_at: createdAt(),
})

/** A tracked exit, with the rate promised at that moment (docs/rules.md#1). */
export const clicks = pgTable(
  'clicks',
  {
    /** 128 random bits in base32, which the network returns. */
    id: text().primaryKey(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    campaign_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id),
    network: text().notNull(),
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text().notNull(),
    currency: text().notNull(),
    cap_paise: paise(),
    /** Keyed hash of address and user agent; empty after a year. */
    visitor_hash: text().notNull(),
    claimed_by: bigint({ mode: 'number' }).references(() => users.id),
    claimed_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('clicks_user').on(t.user_id, t.created_at),
    index('clicks_campaign').on(t.campaign_id, t.created_at),
    index('clicks_created').on(t.created_at),
    index('clicks_visitor').on(t.visitor_hash, t.created_at),
    index('clicks_claimed')
      .on(t.claimed_by, t.created_at)
      .where(sql`${t.claimed_by} IS NOT NULL`),
  ],
)

/** SQL: not processed, or in quarantine and not resolved. */
export const unsettled = (t: { resolved_at: AnyPgColumn; outcome: AnyPgColumn }) =>
  sql`${t.resolved_at} IS NULL AND (${t.outcome} IS NULL OR ${t.outcome} = 'quarantined')`

/** Every authenticated postback. Ids grow in the order of receipt. */
export const postbackInbox = pgTable(
  'postback_inbox',
  {
    id: id(),
    network: text().notNull(),
    method: text().notNull(),
    raw: jsonb().$type<Record<string, string>>().notNull(),
    received_at: createdAt(),
    /** Parsed on receipt; null if unreadable. */
    click_id: text(),
    external_id: text(),
    report: text({ enum: ['pending', 'approved', 'rejected', 'reversed'] }),
    sale_paise: paise(),
    outcome: text({ enum: ['applied', 'repeat', 'stale', 'quarantined', 'superseded'] }),
    reason: text(),
    conversion_id: bigint({ mode: 'number' }),
    processed_at: instant(),
    attempts: integer().notNull().default(0),
    error: text(),
    next_attempt_at: instant()
      .notNull()
      .default(sql`now() + interval '10 seconds'`),
    resolved_at: instant(),
    resolution: text(),
  },
  (t) => [
    index('postback_inbox_open')
      .on(t.received_at)
      .where(sql`${t.processed_at} IS NULL`),
    index('postback_inbox_due')
      .on(t.next_attempt_at)
      .where(sql`${t.processed_at} IS NULL`),
    index('postback_inbox_outcome').on(t.outcome, t.id),
    index('postback_inbox_network').on(t.network, t.id),
    index('postback_inbox_conversion').on(t.conversion_id, t.id),
    index('postback_inbox_received').on(t.received_at),
    // Dismissed reports belong to no sale and are found by their click.
    index('postback_inbox_dismissed')
      .on(t.click_id, t.id)
      .where(sql`${t.resolved_at} IS NOT NULL AND ${t.conversion_id} IS NULL`),
    index('postback_inbox_unsettled_click').on(t.network, t.click_id, t.id).where(unsettled(t)),
    index('postback_inbox_unsettled_sale').on(t.network, t.external_id, t.id).where(unsettled(t)),
  ],
)

/** One row per sale (network, external id). `granted_paise` is the shopper's current cashback of it. */
export const conversions = pgTable(
  'conversions',
  {
    id: id(),
    network: text().notNull(),
    external_id: text().notNull(),
    click_id: text()
      .notNull()
      .references(() => clicks.id),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    referrer_id: bigint({ mode: 'number' }).references(() => users.id),
    campaign_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id),
    status: text({ enum: ['pending', 'approved', 'rejected', 'reversed'] }).notNull(),
    sale_paise: paise(),
    /** The platform's commission (docs/books.md), never credited to the shopper (docs/rules.md#2). */
    network_payout_paise: paise(),
    pending_paise: paise()
      .notNull()
      .default(sql`0`),
    granted_paise: paise()
      .notNull()
      .default(sql`0`),
    referral_paise: paise()
      .notNull()
      .default(sql`0`),
    /** End of the holding period; null: none. */
    withdrawable_at: instant(),
    /** The current report (postback_inbox.id): of those with the highest rank, the last received. */
    report_id: bigint({ mode: 'number' }),
    /** Accepted by an operator: rate, cap and limits do not apply. */
    accepted: boolean().notNull().default(false),
    /** Increases with each change of state or amount; part of the ledger references. */
    revision: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    unique('conversions_external').on(t.network, t.external_id),
    index('conversions_user').on(t.user_id, t.id),
    index('conversions_referrer').on(t.referrer_id, t.id),
    index('conversions_click').on(t.click_id),
    index('conversions_status').on(t.status, t.id),
    index('conversions_network').on(t.network, t.id),
    index('conversions_campaign').on(t.campaign_id, t.created_at),
    index('conversions_created').on(t.created_at),
    index('conversions_holding')
      .on(t.user_id, t.withdrawable_at)
      .where(sql`${t.withdrawable_at} IS NOT NULL`),
    index('conversions_holding_referrer')
      .on(t.referrer_id, t.withdrawable_at)
      .where(sql`${t.withdrawable_at} IS NOT NULL AND ${t.referrer_id} IS NOT NULL`),
    check(
      'conversions_not_negative',
      sql`${t.pending_paise} >= 0 AND ${t.granted_paise} >= 0 AND ${t.referral_paise} >= 0`,
    ),
    check('conversions_pending_only', sql`${t.status} = 'pending' OR ${t.pending_paise} = 0`),
    check(
      'conversions_granted_only',
      sql`${t.status} = 'approved' OR (${t.granted_paise} = 0 AND ${t.referral_paise} = 0)`,
    ),
  ],
)

/** /{slug} redirects to the tracking URL of the campaign (docs/rules.md#4). */
export const shortlinks = pgTable('shortlinks', {
  slug: text().primaryKey(),
  campaign_id: bigint({ mode: 'number' })
    .notNull()
    .references(() => campaigns.id),
  created_at: createdAt(),
})

/** user_id 0 is the platform, whose accounts have no floor (minimum balance) and no cached sums: no hot row. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    code: text().notNull(),
    user_id: bigint({ mode: 'number' }).notNull().default(0),
    normal_side: text({ enum: ['debit', 'credit'] }).notNull(),
    floor_paise: paise(),
    debits_paise: paise()
      .notNull()
      .default(sql`0`),
    credits_paise: paise()
      .notNull()
      .default(sql`0`),
  },
  (t) => [
    unique('ledger_accounts_owner').on(t.code, t.user_id),
    index('ledger_accounts_user').on(t.user_id),
    check('ledger_accounts_sums', sql`${t.debits_paise} >= 0 AND ${t.credits_paise} >= 0`),
    check(
      'ledger_accounts_floor',
      sql`${t.floor_paise} IS NULL OR CASE ${t.normal_side} WHEN 'credit' THEN ${t.credits_paise} - ${t.debits_paise} ELSE ${t.debits_paise} - ${t.credits_paise} END >= ${t.floor_paise}`,
    ),
  ],
)

/** One debit and one credit. Append-only by trigger. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    reference: text().notNull().unique(),
    kind: text().notNull(),
    debit_account: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    credit_account: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    amount_paise: paise().notNull(),
    ref_type: text({
      enum: ['conversion', 'withdrawal', 'departure', 'adjustment', 'settlement', 'bank_entry'],
    }).notNull(),
    ref_id: bigint({ mode: 'number' }).notNull(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('ledger_transfers_debit').on(t.debit_account, t.id),
    index('ledger_transfers_credit').on(t.credit_account, t.id),
    index('ledger_transfers_ref').on(t.ref_type, t.ref_id),
    index('ledger_transfers_created').on(t.created_at),
    check('ledger_transfers_amount', sql`${t.amount_paise} BETWEEN 1 AND 100000000000`),
    check('ledger_transfers_two_accounts', sql`${t.debit_account} <> ${t.credit_account}`),
  ],
)

/** Only the decision is written later, once, by another OS account than `asked_by` if it needs approval. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['credit', 'debit', 'goodwill', 'write-off'] }).notNull(),
    amount_paise: paise().notNull(),
    reason: text().notNull(),
    conversion_id: bigint({ mode: 'number' }).references(() => conversions.id),
    /** Idempotency key given by the operator. */
    request_key: text(),
    asked_by: text().notNull(),
    needs_approval: boolean().notNull(),
    created_at: createdAt(),
    state: text({ enum: ['waiting', 'applied', 'refused'] }).notNull(),
    /** The requester, if no approval is needed. */
    decided_by: text(),
    decided_at: instant(),
    refusal: text(),
  },
  (t) => [
    unique('adjustments_key').on(t.request_key),
    index('adjustments_user').on(t.user_id, t.id),
    index('adjustments_waiting')
      .on(t.id)
      .where(sql`${t.state} = 'waiting'`),
    check('adjustments_amount', sql`${t.amount_paise} BETWEEN 1 AND 100000000000`),
    check('adjustments_reason', sql`length(${t.reason}) BETWEEN 1 AND 200`),
    check(
      'adjustments_decided',
      sql`(${t.state} = 'waiting') = (${t.decided_by} IS NULL) AND (${t.decided_by} IS NULL) = (${t.decided_at} IS NULL) AND (${t.state} = 'refused') = (${t.refusal} IS NOT NULL)`,
    ),
    check(
      'adjustments_four_eyes',
      sql`CASE WHEN ${t.needs_approval} THEN ${t.decided_by} IS DISTINCT FROM ${t.asked_by} ELSE ${t.state} = 'applied' AND ${t.decided_by} = ${t.asked_by} END`,
    ),
  ],
)

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    amount_paise: paise().notNull(),
    method: text({ enum: ['bank', 'upi'] }).notNull(),
    status: text({
      enum: ['requested', 'processing', 'unknown', 'paid', 'failed', 'refunded', 'cancelled', 'returned'],
    })
      .notNull()
      .default('requested'),
    /** Idempotency key made by the server for each form. */
    request_key: uuid().notNull(),
    /** A sealed copy of the payout details at the time of the request. */
    destination: text().notNull(),
    destination_hint: text().notNull(),
    /** Blind index of the bank account or UPI ID; null for rows older than this column. */
    destination_index: text(),
    /** Why an operator approved it although the member owed money. */
    debt_override: text(),
    utr: text(),
    /** Normalized by a trigger. Null with a UTR: an old row with a duplicate UTR, which the audit reports. */
    utr_key: text(),
    reason: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    unique('withdrawals_request_key').on(t.user_id, t.request_key),
    unique('withdrawals_utr').on(t.utr_key),
    index('withdrawals_user').on(t.user_id, t.id),
    index('withdrawals_status').on(t.status, t.id),
    index('withdrawals_created').on(t.created_at),
    index('withdrawals_destination').on(t.destination_index),
    check('withdrawals_amount', sql`${t.amount_paise} > 0`),
  ],
)

/** Append-only; a reversal has negated amounts. `settled_paise`: bank amount plus withheld TDS, less GST on top. */
export const networkSettlements = pgTable(
  'network_settlements',
  {
    id: id(),
    network: text().notNull(),
    kind: text({ enum: ['payment', 'write-off', 'reversal'] }).notNull(),
    /** The UTR or the network's reference; the key has only its letters and digits. */
    reference: text(),
    reference_key: text(),
    /** Number of earlier reversed payments with this reference: only one payment per reference is in force. */
    corrections: integer().notNull().default(0),
    invoice: text(),
    paid_on: date({ mode: 'string' }).notNull(),
    amount_paise: paise().notNull(),
    tds_paise: paise().notNull(),
    gst_paise: paise().notNull(),
    /** Negative if it writes off commission that was paid for sales reversed later. */
    settled_paise: paise().notNull(),
    reverses: bigint({ mode: 'number' })
      .unique('network_settlements_reversed_once')
      .references((): AnyPgColumn => networkSettlements.id),
    reason: text(),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('network_settlements_reference').on(t.reference_key, t.corrections),
    index('network_settlements_network').on(t.network, t.id),
    check('network_settlements_kind', sql`${t.kind} IN ('payment', 'write-off', 'reversal')`),
    check(
      'network_settlements_sum',
      sql`${t.settled_paise} <> 0 AND (${t.kind} = 'write-off' OR ${t.settled_paise} = ${t.amount_paise} + ${t.tds_paise} - ${t.gst_paise} OR ${t.kind} = 'reversal')`,
    ),
    check(
      'network_settlements_payment',
      sql`(${t.kind} = 'payment') = (coalesce(${t.reference_key}, '') <> '') AND (${t.kind} <> 'payment' OR (${t.amount_paise} >= ${t.gst_paise} AND ${t.tds_paise} >= 0 AND ${t.gst_paise} >= 0 AND ${t.settled_paise} > 0))`,
    ),
    check(
      'network_settlements_write_off',
      sql`${t.kind} <> 'write-off' OR (${t.amount_paise}, ${t.tds_paise}, ${t.gst_paise}) = (0, 0, 0)`,
    ),
    check(
      'network_settlements_reason',
      sql`(${t.kind} = 'payment' OR coalesce(${t.reason}, '') <> '') AND (${t.kind} = 'reversal') = (${t.reverses} IS NOT NULL)`,
    ),
  ],
)

/** Negative if the network took it back. Append-only. The unallocated rest of a payment is an advance. */
export const networkSettlementItems = pgTable(
  'network_settlement_items',
  {
    id: id(),
    settlement_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => networkSettlements.id),
    conversion_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => conversions.id),
    amount_paise: paise().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('network_settlement_items_settlement').on(t.settlement_id),
    index('network_settlement_items_sale').on(t.conversion_id),
    check('network_settlement_items_amount', sql`${t.amount_paise} <> 0`),
  ],
)

/** Append-only; `entry_key` makes the import idempotent. The statement's texts are not stored: they may name people. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: id(),
    kind: text({ enum: ['withdrawal', 'return', 'network', 'fee'] }).notNull(),
    entry_key: text().notNull().unique(),
    on_day: date({ mode: 'string' }).notNull(),
    /** Negative: debited from the bank account. */
    amount_paise: paise().notNull(),
    withdrawal_id: bigint({ mode: 'number' }).references(() => withdrawals.id),
    settlement_id: bigint({ mode: 'number' }).references(() => networkSettlements.id),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('bank_entries_withdrawal').on(t.withdrawal_id),
    index('bank_entries_settlement').on(t.settlement_id),
    index('bank_entries_day').on(t.on_day, t.id),
    check(
      'bank_entries_kind',
      sql`CASE ${t.kind} WHEN 'withdrawal' THEN ${t.withdrawal_id} IS NOT NULL AND ${t.amount_paise} < 0 WHEN 'return' THEN ${t.withdrawal_id} IS NOT NULL AND ${t.amount_paise} > 0 WHEN 'network' THEN ${t.settlement_id} IS NOT NULL AND ${t.amount_paise} > 0 WHEN 'fee' THEN ${t.amount_paise} <> 0 ELSE false END`,
    ),
  ],
)

/** Allowed status changes; a trigger rejects all others. */
export const withdrawalEdges = pgTable(
  'withdrawal_edges',
  { from_status: text().notNull(), to_status: text().notNull() },
  (t) => [primaryKey({ columns: [t.from_status, t.to_status] })],
)

/** Written by a trigger; append-only. A row with an unchanged status corrects the UTR, and must precede that update. */
export const withdrawalSteps = pgTable(
  'withdrawal_steps',
  {
    id: id(),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    status: text().notNull(),
    utr: text(),
    reason: text(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [index('withdrawal_steps_withdrawal').on(t.withdrawal_id, t.id)],
)

/** Written before the provider is called: after a crash it shows what may have been sent. */
export const payoutOrders = pgTable(
  'payout_orders',
  {
    withdrawal_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => withdrawals.id),
    provider: text({ enum: ['razorpayx', 'cashfree'] }).notNull(),
    /** ready: never sent. sending: in flight, or the sender crashed. asking: sent, result unknown. done: final. */
    stage: text({ enum: ['ready', 'sending', 'asking', 'sent', 'done'] })
      .notNull()
      .default('ready'),
    provider_reference: text(),
    provider_status: text(),
    /** Attempts since the last news, for the backoff. */
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    /** End of the worker's lease; after it, another worker takes over. */
    leased_until: instant(),
    /** When to query a settled payout again, because a paid one may be returned. Null: never. */
    recheck_at: instant(),
    /** The kind of the last error, never the provider's text. */
    error: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    index('payout_orders_due')
      .on(t.next_attempt_at)
      .where(sql`${t.stage} <> 'done'`),
    index('payout_orders_recheck')
      .on(t.recheck_at)
      .where(sql`${t.recheck_at} IS NOT NULL`),
  ],
)

/** A payment file for the bank; `id` is the batch number. Only `written_at` changes later. */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: id(),
    made_by: text().notNull(),
    created_at: createdAt(),
    count: integer().notNull(),
    sum_paise: paise().notNull(),
    sha256: text().notNull(),
    /** Null: printed to the terminal. */
    file_name: text(),
    /** Null: the command was interrupted before the file was written. */
    written_at: instant(),
  },
  (t) => [
    check('payout_batches_not_empty', sql`${t.count} > 0 AND ${t.sum_paise} > 0`),
    check('payout_batches_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** A withdrawal is in one batch at a time. Append-only except left_at and left_because. */
export const payoutBatchItems = pgTable(
  'payout_batch_items',
  {
    batch_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => payoutBatches.id),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    /** When the bank's rejection removed it; the next export includes it. */
    left_at: instant(),
    left_because: text(),
  },
  (t) => [
    primaryKey({ columns: [t.batch_id, t.withdrawal_id] }),
    uniqueIndex('payout_batch_items_one')
      .on(t.withdrawal_id)
      .where(sql`${t.left_at} IS NULL`),
    check('payout_batch_items_left', sql`(${t.left_at} IS NULL) = (${t.left_because} IS NULL)`),
  ],
)

/** Provider reports that contradict our books: no money was moved, an operator investigates. Each is stored once. */
export const payoutConflicts = pgTable(
  'payout_conflicts',
  {
    id: id(),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    provider: text({ enum: ['razorpayx', 'cashfree'] }).notNull(),
    reason: text().notNull(),
    word: text().notNull(),
    number: text().notNull(),
    amount_paise: paise().notNull(),
    utr: text(),
    found_at: createdAt(),
    resolved_at: instant(),
    resolution: text(),
  },
  (t) => [
    unique('payout_conflicts_once').on(t.withdrawal_id, t.reason, t.word, t.amount_paise),
    index('payout_conflicts_open')
      .on(t.id)
      .where(sql`${t.resolved_at} IS NULL`),
  ],
)

/** Webhook events of payout providers: stored before they are applied, each once. */
export const payoutEvents = pgTable(
  'payout_events',
  {
    id: id(),
    provider: text({ enum: ['razorpayx', 'cashfree'] }).notNull(),
    event_id: text().notNull(),
    kind: text().notNull(),
    /** The sealed request body, which contains account numbers. */
    body: text().notNull(),
    received_at: createdAt(),
    outcome: text({ enum: ['applied', 'repeat', 'ignored', 'conflict'] }),
    reason: text(),
    withdrawal_id: bigint({ mode: 'number' }),
    attempts: integer().notNull().default(0),
    /** The request that stored the event applies it; if that fails, the worker retries. */
    next_attempt_at: instant()
      .notNull()
      .default(sql`now() + interval '10 seconds'`),
    processed_at: instant(),
  },
  (t) => [
    unique('payout_events_once').on(t.provider, t.event_id),
    index('payout_events_due')
      .on(t.next_attempt_at)
      .where(sql`${t.processed_at} IS NULL`),
    index('payout_events_withdrawal').on(t.withdrawal_id, t.id),
  ],
)

const payoutDetails = () => ({
  user_id: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id),
  sealed: text().notNull(),
  hint: text().notNull(),
  /** Keyed hash of the account, to detect one that several members use. */
  blind_index: text().notNull(),
  created_at: createdAt(),
  updated_at: createdAt(),
})

export const bankDetails = pgTable('bank_details', payoutDetails(), (t) => [
  index('bank_details_blind').on(t.blind_index),
])
export const upiDetails = pgTable('upi_details', payoutDetails(), (t) => [
  index('upi_details_blind').on(t.blind_index),
])

/** A new account with the same number inherits both for 90 days (docs/decisions/0020-payout-destinations.md). */
export const departures = pgTable(
  'departures',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .unique()
      .references(() => users.id),
    /** Keyed hash of the number; null after three years. */
    phone_hash: text(),
    /** On the day of the deletion; the current debt is in the ledger. */
    debt_paise: paise().notNull(),
    hold_until: instant(),
    hold_reason: text(),
    left_at: createdAt(),
    /** `inherited` if the new account was created in time. */
    returned_as: bigint({ mode: 'number' }).references(() => users.id),
    returned_at: instant(),
    inherited: boolean().notNull().default(false),
    /** The debt moved to that account; after lifting, the part not moved back because it was written off. */
    moved_paise: paise()
      .notNull()
      .default(sql`0`),
    lifted_at: instant(),
    lifted_reason: text(),
  },
  (t) => [
    index('departures_phone').on(t.phone_hash),
    index('departures_returned').on(t.returned_as),
    check('departures_not_negative', sql`${t.debt_paise} >= 0 AND ${t.moved_paise} >= 0`),
    check('departures_returned', sql`(${t.returned_as} IS NULL) = (${t.returned_at} IS NULL)`),
    check('departures_moved', sql`${t.moved_paise} = 0 OR ${t.inherited}`),
    check('departures_lifted', sql`(${t.lifted_at} IS NULL) = (${t.lifted_reason} IS NULL)`),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).notNull(),
    /** Deduplicates events: 'conversion:12:r3', 'withdrawal:7:paid'. */
    reference: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    href: text().notNull(),
    created_at: createdAt(),
    read_at: instant(),
  },
  (t) => [
    unique('notifications_reference').on(t.user_id, t.reference),
    index('notifications_user').on(t.user_id, t.id),
    index('notifications_unread')
      .on(t.user_id)
      .where(sql`${t.read_at} IS NULL`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    email: text().primaryKey(),
    unsubscribe_token: text().notNull(),
    created_at: createdAt(),
    unsubscribed_at: instant(),
  },
  (t) => [uniqueIndex('subscriptions_token').on(t.unsubscribe_token)],
)

/** History of holds on withdrawals, written by a trigger. Append-only. The last row equals the hold in users. */
export const holdSteps = pgTable(
  'hold_steps',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).notNull(),
    hold_until: instant(),
    reason: text(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [index('hold_steps_user').on(t.user_id, t.id)],
)

/** A hash chain over added rows (app/wallet/audit/checkpoints.server.ts). Append-only. */
export const checkpoints = pgTable('checkpoints', {
  /** Consecutive, without gaps. */
  id: bigint({ mode: 'number' }).primaryKey(),
  made_at: instant().notNull(),
  previous: text().notNull(),
  /** For each table the ids, the row count and their SHA-256. */
  ranges: jsonb().notNull(),
  hash: text().notNull(),
})

/** Append-only; deleting the member's account erases the text. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).references(() => users.id),
    conversion_id: bigint({ mode: 'number' }).references(() => conversions.id),
    body: text().notNull(),
    os_user: text().notNull(),
    created_at: createdAt(),
    erased_at: instant(),
  },
  (t) => [
    index('notes_user').on(t.user_id, t.id),
    index('notes_conversion').on(t.conversion_id, t.id),
    check('notes_subject', sql`(${t.user_id} IS NULL) <> (${t.conversion_id} IS NULL)`),
    check('notes_body', sql`length(${t.body}) <= 2000 AND (${t.body} = '') = (${t.erased_at} IS NOT NULL)`),
  ],
)

/** Append-only except the outcome, which is written once; a row without one is running or was interrupted. */
export const operatorLog = pgTable('operator_log', {
  id: id(),
  os_user: text().notNull(),
  command: text().notNull(),
  started_at: createdAt(),
  finished_at: instant(),
  outcome: text({ enum: ['done', 'partly', 'refused', 'failed'] }),
})

export const servers = pgTable('servers', {
  id: uuid().primaryKey().defaultRandom(),
  public_origin: text().notNull(),
  port: integer().notNull(),
  networks: jsonb().notNull(),
  started_at: createdAt(),
  /** The last heartbeat; stale after a crash. */
  seen_at: createdAt(),
})

/** The last use of each URL secret and signature key, for rotations. */
export const networkSecrets = pgTable(
  'network_secrets',
  {
    network: text().notNull(),
    fingerprint: text().notNull(),
    last_used_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.network, t.fingerprint] })],
)

/** At most one open alert per cause (app/alerts/causes.ts) and subject. Contains no personal data. */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    cause: text().notNull(),
    /** Empty if the cause has only one subject. */
    subject: text().notNull(),
    detail: text().notNull(),
    opened_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    cleared_at: instant(),
  },
  (t) => [
    uniqueIndex('alerts_open')
      .on(t.cause, t.subject)
      .where(sql`${t.cleared_at} IS NULL`),
  ],
)

/** Outbox of the alert webhook, written in the same transaction. Retries send the same id and body. */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: uuid().primaryKey(),
    alert_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => alerts.id),
    event: text({ enum: ['opened', 'cleared'] }).notNull(),
    body: text().notNull(),
    created_at: createdAt(),
    attempts: integer().notNull().default(0),
    /** Also the end of the lease during a request. */
    next_attempt_at: createdAt(),
    /** Never contains text from the receiver. */
    error: text(),
    delivered_at: instant(),
  },
  (t) => [
    unique('alert_events_once').on(t.alert_id, t.event),
    index('alert_events_due')
      .on(t.next_attempt_at)
      .where(sql`${t.delivered_at} IS NULL`),
  ],
)

/** Only stops automatic approval of withdrawals. `facts` is a keyed hash or a number, never personal data. */
export const signals = pgTable(
  'signals',
  {
    id: id(),
    kind: text({
      enum: ['same-destination', 'referral-device', 'sign-up-burst', 'click-burst', 'returning-number'],
    }).notNull(),
    facts: text().notNull(),
    raised_at: createdAt(),
    /** A cleared row does not change again: a further member raises a new signal. */
    cleared_at: instant(),
    cleared_reason: text(),
  },
  (t) => [
    uniqueIndex('signals_open')
      .on(t.kind, t.facts)
      .where(sql`${t.cleared_at} IS NULL`),
    index('signals_facts').on(t.kind, t.facts),
    check('signals_cleared', sql`(${t.cleared_at} IS NULL) = (${t.cleared_reason} IS NULL)`),
  ],
)

export const signalMembers = pgTable(
  'signal_members',
  {
    signal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => signals.id, { onDelete: 'cascade' }),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    added_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.signal_id, t.user_id] }), index('signal_members_user').on(t.user_id)],
)

/** Keyed hash of the network of each sign-up, kept for a week to detect bursts. */
export const signUpPlaces = pgTable(
  'sign_up_places',
  {
    user_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => users.id),
    place_hash: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [index('sign_up_places_place').on(t.place_hash, t.created_at)],
)
