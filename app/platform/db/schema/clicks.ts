import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { campaigns } from './catalogue'
import { createdAt, instant, paiseColumn } from './columns'
import { users } from './members'

/** Terms of offers as they were at clicks, each text once. */
export const visitTerms = pgTable('visit_terms', {
  hash: text().primaryKey(),
  html: text().notNull(),
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
    cap_paise: paiseColumn(),
    /** The referrer's share of the cashback, in hundredths of a percent. */
    referral_hundredths: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`2000`),
    /** Keyed hash of address and user agent; empty after a year. */
    visitor_hash: text().notNull(),
    /** Counts visits; people read it as 'DV-' and eight characters (app/domain/tracking/visit-number.ts). */
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** How long the rate is kept, locked at the click (docs/rules.md#58). Null: of a click from before this was stored. */
    promise_days: integer(),
    /** Only of clicks from before `promise_days` was stored: 90 days from the release that brought it. */
    promised_until: instant(),
    terms_hash: text().references(() => visitTerms.hash),
    /** Led to the product whose address was pasted; which one is not stored. */
    to_product: boolean().notNull().default(false),
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
    check('clicks_promise', sql`${t.promise_days} IS NULL OR ${t.promised_until} IS NULL`),
  ],
)
