import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { campaigns } from './catalogue'
import { createdAt, instant, paiseColumn } from './columns'
import { users } from './members'

/** The terms of an offer as they were at clicks, each text once. */
export const visitTerms = pgTable('visit_terms', {
  /** SHA-256 of the text, hex. */
  hash: text().primaryKey(),
  html: text().notNull(),
})

/**
 * How long sales take, computed each night from our own sales, and how often the promised date was kept. `subject` is
 * brands.id or the name of a network.
 */
export const waitingTimes = pgTable(
  'waiting_times',
  {
    scope: text({ enum: ['store', 'network'] }).notNull(),
    subject: text().notNull(),
    /** From the click to the first report, or from the first report to its approval. */
    step: text({ enum: ['tracked', 'confirmed'] }).notNull(),
    /** Sales that the figures rest on. */
    sample: integer().notNull(),
    p50_hours: integer().notNull(),
    p90_hours: integer().notNull(),
    /** Of 100 later sales, how many came by the promised date; null: too few. */
    kept: integer(),
    computed_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.subject, t.step] }),
    check('waiting_times_order', sql`0 <= ${t.p50_hours} AND ${t.p50_hours} <= ${t.p90_hours}`),
  ],
)

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
    cap_paise: paiseColumn(),
    /** The referrer's share of the cashback, in hundredths of a percent. */
    referral_hundredths: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`2000`),
    /** Keyed hash of address and user agent; empty after a year. */
    visitor_hash: text().notNull(),
    /** Counts visits; people read it as 'DV-' and eight characters (app/tracking/visit-number.ts). */
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Null: a click from before terms were recorded. */
    terms_hash: text().references(() => visitTerms.hash),
    claimed_by: bigint({ mode: 'number' }).references(() => users.id),
    claimed_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('clicks_user').on(t.user_id, t.created_at),
    index('clicks_campaign').on(t.campaign_id, t.created_at),
    index('clicks_created').on(t.created_at),
    unique('clicks_seq').on(t.seq),
    index('clicks_visitor').on(t.visitor_hash, t.created_at),
    index('clicks_claimed')
      .on(t.claimed_by, t.created_at)
      .where(sql`${t.claimed_by} IS NOT NULL`),
    check('clicks_referral', sql`${t.referral_hundredths} BETWEEN 0 AND 10000`),
  ],
)
