/**
 * Every table, in one file: read it first. Constraints, triggers and views that drizzle cannot express are SQL, in
 * drizzle/0001_rules.sql.
 *
 * Units: `*_paise` is integer paise. `payout_hundredths` is hundredths of a percent where payout_model is 'percentage'
 * and hundredths of the currency's unit (paise for rupees) in any other model. Times are UTC instants.
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

// ---- accounts: who -------------------------------------------------------------------------------------------------

/** Members start at 1001. Row 9 is the guest (docs/rules.md#3): it has no password and can never sign in, earn or refer. */
export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    username: text().notNull(),
    /** +91XXXXXXXXXX; null for the guest and for deleted accounts. */
    phone_number: text().unique(),
    /** Trimmed, lower-cased. */
    email: text().unique(),
    /** argon2id; null: no one can sign in with a password. */
    password_hash: text(),
    referral_code: text().unique(),
    referred_by: bigint({ mode: 'number' }),
    terms_version: text(),
    terms_accepted_at: instant(),
    /** No withdrawal before this time, with the reason shown to the person. */
    payout_hold_until: instant(),
    payout_hold_reason: text(),
    /** When payout details of either kind were first saved; stays when they are gone. */
    first_destination_at: instant(),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    index('users_referred_by').on(t.referred_by),
    check('users_not_own_referrer', sql`${t.referred_by} IS DISTINCT FROM ${t.id}`),
  ],
)

/** What a person looks like: 256 x 256 WebP that we made ourselves, never the file as it came. */
export const profileImages = pgTable(
  'profile_images',
  {
    user_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the bytes, hex: the image's address changes with it, and damage shows. */
    version: text().notNull(),
    webp: bytea().notNull(),
    created_at: createdAt(),
  },
  (t) => [check('profile_images_small', sql`octet_length(${t.webp}) BETWEEN 1 AND 262144`)],
)

/** A session keeps only the hash of its token; the value lives in the cookie `token` or with an API client. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the 256 random bits, hex. */
    token_hash: text().primaryKey(),
    kind: text({ enum: ['cookie', 'bearer'] }).notNull(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    remember: boolean().notNull().default(false),
    /** How the person authenticated. After a code alone, a change of payout details needs the password. */
    opened_by: text({ enum: ['password', 'code', 'sign-up'] }).notNull(),
    /** When the password was last confirmed in this session. */
    confirmed_at: instant(),
    agent: text(),
    created_at: createdAt(),
    last_seen_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.user_id), index('sessions_expiry').on(t.expires_at)],
)

/** One OTP on its way: bound to phone, purpose and browser; verified it is a proof, consumed once. */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid().primaryKey().defaultRandom(),
    purpose: text({ enum: ['sign-up', 'otp-sign-in', 'forgot-password'] }).notNull(),
    phone_number: text().notNull(),
    /** Keyed hash of the code; null where a provider keeps the code itself. */
    code_hash: text(),
    /** The readable code: the demo provider's rows only. */
    demo_code: text(),
    provider: text().notNull(),
    provider_reference: text(),
    /** The known browser that asked for it; '' for all others. A code ends only those of its own lane. */
    lane: text().notNull().default(''),
    /** Sign-up only: what the account will be made of, the password hashed. */
    payload: jsonb(),
    attempts: integer().notNull().default(0),
    sent_at: createdAt(),
    expires_at: instant().notNull(),
    verified_at: instant(),
    consumed_at: instant(),
  },
  (t) => [index('otp_challenges_phone').on(t.phone_number, t.purpose, t.sent_at)],
)

/** Work that one process does for all at a time: when it last began, and what it came to. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  started_at: instant().notNull(),
  finished_at: instant(),
  result: jsonb(),
})

/** The table of rate-limiter-flexible; every node counts here. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
)

// ---- catalog: what is on the shelves -------------------------------------------------------------------------------

/** One table of categories (docs/rules.md#10). `match_key` and `aliases` hold only lower-case letters and digits. */
export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  match_key: text().notNull().unique(),
  aliases: text().array().notNull().default([]),
  position: integer().notNull(),
  /** Listed in the Popular Categories panel. */
  in_menu: boolean().notNull().default(false),
  /** Listed among the checkboxes of the category page, in this order; null: not listed. */
  filter_position: integer(),
})

export const brands = pgTable(
  'brands',
  {
    id: id(),
    source: text().notNull(),
    external_id: text().notNull(),
    /** The last part of /Offers/{coupon_code}. */
    coupon_code: text().notNull().unique(),
    name: text().notNull(),
    seo_title: text(),
    img: text(),
    /** The store's own https address. */
    store_url: text(),
    verified_at: instant(),
    /** Days between a sale's first approval and its withdrawal; null: those of the network, or HOLDING_DAYS. */
    holding_days: integer(),
    /** What the operator set: `rates set`, docs/rules.md#38. Units as those of campaigns; the share in hundredths of a percent. */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text(),
    commission_hundredths: bigint({ mode: 'bigint' }),
    commission_model: text(),
    share_hundredths: bigint({ mode: 'bigint' }),
    /** Clicks of 30 days; `rank` is dense, 1 = most clicked, then by name. */
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

/**
 * A network's programme and, at the same time, a card of its brand: a coupon, deal, store and offer are all
 * rows of this table (docs/decisions/0006-one-campaign-table.md).
 */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    source: text().notNull(),
    external_id: text().notNull(),
    /** SHA-256 of the normalized feed row: the same feed twice changes nothing. */
    row_hash: text().notNull(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    brand_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => brands.id),
    category_id: integer().references(() => categories.id),
    /** Cleaned by the allow-list of the import. */
    description_html: text().notNull().default(''),
    /** The same as plain text, for lists. */
    description_text: text().notNull().default(''),
    kpi_html: text().notNull().default(''),
    code: text(),
    /** The feed's own text: a JSON array whose first element looks like 'Category & Subcategory'. */
    categories: text(),
    type: text().notNull().default('deal'),
    /**
     * What the feed says; see the head of this file, null: it says none. What counts is rateOf() of app/catalog/rates.ts.
     */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text().notNull().default('percentage'),
    currency: text().notNull().default('Rs.'),
    /** What the network pays for a sale, as the feed says. */
    commission_hundredths: bigint({ mode: 'bigint' }),
    commission_model: text(),
    /** The payout that the operator set for this offer; no import changes it. */
    set_payout_hundredths: bigint({ mode: 'bigint' }),
    set_payout_model: text(),
    logo_url: text(),
    banner_url: text(),
    img: text(),
    /** The short text of the card, e.g. 'Flat 20% off'. */
    offer: text(),
    seo_title: text(),
    /** The store's own https address: where the shopper lands. */
    url: text().notNull(),
    network: text().notNull(),
    /** The network's own id of the programme: campaign_id of its tracking URL. */
    network_campaign_id: text().notNull(),
    /** The network's ready-made link where its feed carries one (Awin's urlTracking); else built from the template. */
    tracking_url: text(),
    /** The most one conversion may credit; more is quarantined. */
    cap_paise: paise(),
    guest_clicks: boolean().notNull().default(false),
    /** 'es': the detail page's own texts are Spanish. */
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
    // Home's banners, and the lists of what has a code: by rank, without reading past the others.
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

/** On sale on one calendar day in India or on a weekday (0 = Sunday), never both (docs/rules.md#13). */
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

/** Title, description and structured data of a campaign's page for search engines. */
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

/** One row; triggers raise it on every change of the catalogue. Part of the key of every cached page. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: smallint().primaryKey(),
  version: bigint({ mode: 'number' }).notNull().default(1),
  updated_at: createdAt(),
})

// ---- tracking: clicks, postbacks, conversions ----------------------------------------------------------------------

/** A tracked exit, with the rate promised at that moment (docs/rules.md#1). */
export const clicks = pgTable(
  'clicks',
  {
    /** 128 random bits, base32: what the network gives back. */
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
    /** Keyed hash of address and agent. */
    visitor_hash: text().notNull(),
    /** A guest's click: who claimed it, once. */
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

/** SQL: not applied yet, or in quarantine and not resolved. */
export const unsettled = (t: { resolved_at: AnyPgColumn; outcome: AnyPgColumn }) =>
  sql`${t.resolved_at} IS NULL AND (${t.outcome} IS NULL OR ${t.outcome} = 'quarantined')`

/** Every authenticated postback as it came, and what became of it. Ids grow in the order of receipt. */
export const postbackInbox = pgTable(
  'postback_inbox',
  {
    id: id(),
    network: text().notNull(),
    method: text().notNull(),
    /** The parameters as sent, names as the network spells them. */
    raw: jsonb().$type<Record<string, string>>().notNull(),
    received_at: createdAt(),
    /** Its fields as parsed on receipt; null where they could not be parsed. */
    click_id: text(),
    external_id: text(),
    report: text({ enum: ['pending', 'approved', 'rejected', 'reversed'] }),
    sale_paise: paise(),
    outcome: text({ enum: ['applied', 'repeat', 'stale', 'quarantined', 'superseded'] }),
    reason: text(),
    conversion_id: bigint({ mode: 'number' }),
    processed_at: instant(),
    /** Failed attempts to apply it, the last one's error (kind and place), and when the worker tries again. */
    attempts: integer().notNull().default(0),
    error: text(),
    next_attempt_at: instant()
      .notNull()
      .default(sql`now() + interval '10 seconds'`),
    /** Quarantined and seen to: the operator's word on it. */
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
    // Lets a later report of the same sale find open and quarantined ones.
    index('postback_inbox_unsettled_click').on(t.network, t.click_id, t.id).where(unsettled(t)),
    index('postback_inbox_unsettled_sale').on(t.network, t.external_id, t.id).where(unsettled(t)),
  ],
)

/** What a network reported: one row a (network, external id). `granted_paise` is what the shopper holds of it now. */
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
    /** Whoever referred the shopper at the time of the first report; null: nobody. */
    referrer_id: bigint({ mode: 'number' }).references(() => users.id),
    campaign_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id),
    status: text({ enum: ['pending', 'approved', 'rejected', 'reversed'] }).notNull(),
    sale_paise: paise(),
    /** What the network pays us: booked while the sale is approved (docs/books.md), never what is credited (docs/rules.md#2). */
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
    /** When the holding period ends that began with the first approval; null: there was none. */
    withdrawable_at: instant(),
    /** The postback (postback_inbox.id) that the sale shows: of those with the highest state, the one received last. */
    report_id: bigint({ mode: 'number' }),
    /** Accepted by the operator: rate, cap and limits do not apply to this amount. */
    accepted: boolean().notNull().default(false),
    /** Grows with each change of state or amount; part of every ledger reference of this conversion. */
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

/** /{slug} sends the browser to the tracking URL of this campaign (docs/rules.md#4). */
export const shortlinks = pgTable('shortlinks', {
  /** Lower-cased. */
  slug: text().primaryKey(),
  campaign_id: bigint({ mode: 'number' })
    .notNull()
    .references(() => campaigns.id),
  created_at: createdAt(),
})

// ---- wallet: ledger, withdrawals, where the money goes ---------------------------------------------------------------

/** user_id 0 is the house. Accounts with a floor cache their sums; house accounts have none, so there is no hot row. */
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

/** One row = one debit and one credit. Append-only by trigger. */
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

/**
 * Corrections of a member's balance by an operator: facts that never change, and a decision that is made once (by trigger).
 * One that needs approval waits until another account on the operating system has decided.
 */
export const adjustments = pgTable(
  'adjustments',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['credit', 'debit', 'goodwill', 'write-off'] }).notNull(),
    amount_paise: paise().notNull(),
    /** For operators and the member. */
    reason: text().notNull(),
    /** The sale that it corrects. */
    conversion_id: bigint({ mode: 'number' }).references(() => conversions.id),
    /** Given by the operator: the same key twice is one adjustment. */
    request_key: text(),
    /** The account on the operating system that asked for it. */
    asked_by: text().notNull(),
    needs_approval: boolean().notNull(),
    created_at: createdAt(),
    state: text({ enum: ['waiting', 'applied', 'refused'] }).notNull(),
    /** Without approval: whoever asked for it. */
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
    /** Made by the server for each form: the same key twice is one withdrawal and one answer. */
    request_key: uuid().notNull(),
    /** A sealed copy of the payout details at the time of the request. */
    destination: text().notNull(),
    /** '•••• 1234': what screens and lists show. */
    destination_hint: text().notNull(),
    /** The blind index of this bank account or UPI ID, by which withdrawals to it are found; null: older than this column. */
    destination_index: text(),
    /** Why an operator approved it although its owner owed us; null: nothing was owed. */
    debt_override: text(),
    /** The payment's reference at the bank, as the operator or the provider gave it. */
    utr: text(),
    /**
     * The UTR in upper case and without blanks, set by a trigger. Null beside a UTR: the row is older than this column, and
     * another row has the same UTR; the audit reports it.
     */
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

/**
 * What settled commission that a network owed us: its payment, a write-off, or the reversal of either. Append-only.
 * `settled_paise` is what the receivable falls by: of a payment the amount at the bank and the TDS withheld, less the GST on
 * top of the commission. Of a reversal all amounts are those of what it takes back, below zero.
 */
export const networkSettlements = pgTable(
  'network_settlements',
  {
    id: id(),
    network: text().notNull(),
    kind: text({ enum: ['payment', 'write-off', 'reversal'] }).notNull(),
    /** The UTR or the network's reference of the payment, as typed and by its letters and digits. */
    reference: text(),
    reference_key: text(),
    /** How many payments with this reference were reversed before: of those that stand, each reference has one. */
    corrections: integer().notNull().default(0),
    /** The number of the invoice. */
    invoice: text(),
    /** The day at the bank, or of the write-off. */
    paid_on: date({ mode: 'string' }).notNull(),
    amount_paise: paise().notNull(),
    tds_paise: paise().notNull(),
    gst_paise: paise().notNull(),
    /** Below zero: a write-off of what we were paid for sales that were taken back later. */
    settled_paise: paise().notNull(),
    /** The settlement that a reversal takes back. */
    reverses: bigint({ mode: 'number' })
      .unique('network_settlements_reversed_once')
      .references((): AnyPgColumn => networkSettlements.id),
    reason: text(),
    /** The name of the account on the operating system. */
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

/**
 * What a settlement settled of each sale; below zero where the network took back what it had paid. Append-only. What a payment
 * has beyond these rows is an advance of the network.
 */
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

/**
 * What a bank statement confirmed: a payment of ours, one that came back, a network's payment; and the fees of payouts, which are
 * posted from it. Keeps nothing of the statement's texts, which may name people. `entry_key` keeps a row from being taken twice.
 * Append-only.
 */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: id(),
    kind: text({ enum: ['withdrawal', 'return', 'network', 'fee'] }).notNull(),
    entry_key: text().notNull().unique(),
    /** The day at the bank. */
    on_day: date({ mode: 'string' }).notNull(),
    /** Below zero: out of the account. */
    amount_paise: paise().notNull(),
    /** The withdrawal that was paid or came back, or whose fee this is. */
    withdrawal_id: bigint({ mode: 'number' }).references(() => withdrawals.id),
    settlement_id: bigint({ mode: 'number' }).references(() => networkSettlements.id),
    /** The name of the account on the operating system. */
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

/** The allowed changes of a withdrawal's status; a trigger refuses every other. */
export const withdrawalEdges = pgTable(
  'withdrawal_edges',
  { from_status: text().notNull(), to_status: text().notNull() },
  (t) => [primaryKey({ columns: [t.from_status, t.to_status] })],
)

/**
 * What happened to each withdrawal, in order; written by a trigger, so that no step can be left out. Append-only. A row with
 * the status of the row before it is a correction of the UTR, with its reason; a trigger on withdrawals requires it before
 * the UTR is changed there.
 */
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

/**
 * A withdrawal that a payout provider is to pay: written together with `processing`, before the provider hears of it, so
 * that whoever follows a worker that died knows what may have been sent.
 */
export const payoutOrders = pgTable(
  'payout_orders',
  {
    withdrawal_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => withdrawals.id),
    provider: text({ enum: ['razorpayx', 'cashfree'] }).notNull(),
    /**
     * ready: it was never sent. sending: it is being sent, or whoever sent it died. asking: it was sent and nobody knows
     * what came of it. sent: the provider has it. done: nothing more is to be asked.
     */
    stage: text({ enum: ['ready', 'sending', 'asking', 'sent', 'done'] })
      .notNull()
      .default('ready'),
    /** The provider's own number and word for it. */
    provider_reference: text(),
    provider_status: text(),
    /** Attempts since anything was last learnt; the pause grows with them. */
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    /** The worker at it has until then; after it another one takes over. */
    leased_until: instant(),
    /** When to ask once more about what is settled: what was paid may come back. Null: never again. */
    recheck_at: instant(),
    /** What went wrong last: a kind, never a provider's words. */
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

/**
 * A payment file for the bank: who made it, when, and the hash of its content. Only `written_at` is set later. The batch
 * number is `id`.
 */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: id(),
    /** The name of the account on the operating system. */
    made_by: text().notNull(),
    created_at: createdAt(),
    count: integer().notNull(),
    sum_paise: paise().notNull(),
    /** Of the file's bytes, hex. */
    sha256: text().notNull(),
    /** Null: it was printed. */
    file_name: text(),
    /** When the file was written; null: the command was interrupted before. */
    written_at: instant(),
  },
  (t) => [
    check('payout_batches_not_empty', sql`${t.count} > 0 AND ${t.sum_paise} > 0`),
    check('payout_batches_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** The withdrawals of each batch; a withdrawal is in one batch at a time. Append-only but for left_at and left_because. */
export const payoutBatchItems = pgTable(
  'payout_batch_items',
  {
    batch_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => payoutBatches.id),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    /** When it was taken out because the bank rejected it; the next export includes it. */
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

/**
 * Where a provider says of a withdrawal what does not fit our books: nothing was moved, and the operator looks into it. The
 * same word is noted once.
 */
export const payoutConflicts = pgTable(
  'payout_conflicts',
  {
    id: id(),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    provider: text({ enum: ['razorpayx', 'cashfree'] }).notNull(),
    /** Why it does not fit: 'paid after it was refunded'. */
    reason: text().notNull(),
    /** The provider's own word, number and amount, and the bank's reference if it gave one. */
    word: text().notNull(),
    number: text().notNull(),
    amount_paise: paise().notNull(),
    utr: text(),
    found_at: createdAt(),
    resolved_at: instant(),
    /** What the operator found, in the operator's words. */
    resolution: text(),
  },
  (t) => [
    unique('payout_conflicts_once').on(t.withdrawal_id, t.reason, t.word, t.amount_paise),
    index('payout_conflicts_open')
      .on(t.id)
      .where(sql`${t.resolved_at} IS NULL`),
  ],
)

/** What a payout provider reported by a webhook: stored before it is applied, each event once. */
export const payoutEvents = pgTable(
  'payout_events',
  {
    id: id(),
    provider: text({ enum: ['razorpayx', 'cashfree'] }).notNull(),
    event_id: text().notNull(),
    kind: text().notNull(),
    /** The body as it came, sealed: it has account numbers in it. */
    body: text().notNull(),
    received_at: createdAt(),
    outcome: text({ enum: ['applied', 'repeat', 'ignored', 'conflict'] }),
    reason: text(),
    withdrawal_id: bigint({ mode: 'number' }),
    attempts: integer().notNull().default(0),
    /** The request that stored it applies it; the worker follows when that came to nothing. */
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
  /** The fields as JSON, sealed (AES-256-GCM, app/db/seal.server.ts). */
  sealed: text().notNull(),
  hint: text().notNull(),
  /** Keyed hash of the account: one account used by many people becomes visible. */
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

/**
 * Accounts that were deleted while they owed something or were on hold; an account with the same number inherits both for
 * 90 days (docs/decisions/0020-payout-destinations.md).
 */
export const departures = pgTable(
  'departures',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .unique()
      .references(() => users.id),
    /** Keyed hash of the number; null once it is erased, three years later. */
    phone_hash: text(),
    /** Owed on the day of the deletion; what is owed now is in the ledger. */
    debt_paise: paise().notNull(),
    hold_until: instant(),
    hold_reason: text(),
    left_at: createdAt(),
    /** The new account with the same number, and whether it was made in time to inherit. */
    returned_as: bigint({ mode: 'number' }).references(() => users.id),
    returned_at: instant(),
    inherited: boolean().notNull().default(false),
    /** The debt that was moved to that account; once it is lifted, what was not given back, as it was written off since. */
    moved_paise: paise()
      .notNull()
      .default(sql`0`),
    /** When and why an operator lifted the inheritance. */
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

// ---- outreach --------------------------------------------------------------------------------------------------------

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).notNull(),
    /** One event tells once: 'conversion:12:r3', 'withdrawal:7:paid'. */
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

// ---- operations ------------------------------------------------------------------------------------------------------

/**
 * Every change of a hold on a person's withdrawals, in order; written by a trigger, so that none is left out. Append-only.
 * The last one equals the hold in users.
 */
export const holdSteps = pgTable(
  'hold_steps',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).notNull(),
    /** Null: lifted. */
    hold_until: instant(),
    reason: text(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [index('hold_steps_user').on(t.user_id, t.id)],
)

/** A hash over the rows added since the last checkpoint, chained to it: app/wallet/audit/checkpoints.server.ts. Append-only. */
export const checkpoints = pgTable('checkpoints', {
  /** Consecutive, without gaps. */
  id: bigint({ mode: 'number' }).primaryKey(),
  made_at: instant().notNull(),
  /** The hash of the one before it. */
  previous: text().notNull(),
  /** For each table the ids, how many rows, and their SHA-256. */
  ranges: jsonb().notNull(),
  hash: text().notNull(),
})

/**
 * Support notes about a member or a sale, with the operating-system user who wrote them. Append-only; deleting the member's
 * account erases the text.
 */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).references(() => users.id),
    conversion_id: bigint({ mode: 'number' }).references(() => conversions.id),
    /** Empty after erasure. */
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

/**
 * Who ran which command; a row without an outcome is a command that was interrupted. Append-only but for the outcome,
 * which is written once.
 */
export const operatorLog = pgTable('operator_log', {
  id: id(),
  /** The name of the account on the operating system. */
  os_user: text().notNull(),
  command: text().notNull(),
  started_at: createdAt(),
  finished_at: instant(),
  outcome: text({ enum: ['done', 'partly', 'refused', 'failed'] }),
})

/** A running server process with its network settings, for the command line, whose own environment may differ. */
export const servers = pgTable('servers', {
  id: uuid().primaryKey().defaultRandom(),
  public_origin: text().notNull(),
  port: integer().notNull(),
  /** By network: whether it is open, its signature settings and addresses, and keyed hashes of its secrets. */
  networks: jsonb().notNull(),
  started_at: createdAt(),
  /** The last heartbeat; an old one belongs to a process that was killed. */
  seen_at: createdAt(),
})

/** When a network last used a secret (URL) or a key (signature): shows which one it uses during a rotation. */
export const networkSecrets = pgTable(
  'network_secrets',
  {
    network: text().notNull(),
    /** Keyed hash of the secret. */
    fingerprint: text().notNull(),
    last_used_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.network, t.fingerprint] })],
)

/**
 * Alerts about detected problems, at most one open per cause and subject. Contains no personal data. The causes are in
 * app/alerts/causes.ts.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    cause: text().notNull(),
    /** Such as an audit check, a network or 'withdrawal 7'; empty if the cause has only one subject. */
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

/**
 * The outbox of the alert webhook: one row when an alert opens and one when it clears, inserted in the same transaction. A row is
 * retried until the receiver accepts it, always with the same id and body.
 */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: uuid().primaryKey(),
    alert_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => alerts.id),
    event: text({ enum: ['opened', 'cleared'] }).notNull(),
    /** The exact JSON that is sent. */
    body: text().notNull(),
    created_at: createdAt(),
    attempts: integer().notNull().default(0),
    /** During a request: when the lease expires, so that another process may send it. */
    next_attempt_at: createdAt(),
    /** Why the last attempt failed; never contains text from the receiver. */
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

// ---- signals: what may be fraud --------------------------------------------------------------------------------------

/**
 * Signals of possible fraud. An open one stops the automatic approval of its members' withdrawals, nothing else. `facts`
 * is a keyed hash or a number, never readable personal data.
 */
export const signals = pgTable(
  'signals',
  {
    id: id(),
    kind: text({
      enum: ['same-destination', 'referral-device', 'sign-up-burst', 'click-burst', 'returning-number'],
    }).notNull(),
    facts: text().notNull(),
    raised_at: createdAt(),
    /** When an operator reviewed it, and the finding. A cleared row stays as it is: a further member raises a new signal. */
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

/** The members that a signal is about. */
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

/** A keyed hash of the network of each sign-up, kept for a week: many sign-ups from one network raise a signal. */
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
