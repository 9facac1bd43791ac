/** Clicks, the inbox of postbacks, conversions, and what servers accept of networks. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  type AnyPgColumn,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { campaigns } from './catalogue'
import { createdAt, id, instant, paise } from './columns'
import { users } from './members'

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
    /** The referrer's share of the cashback, in hundredths of a percent. */
    referral_hundredths: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`2000`),
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
    check('clicks_referral', sql`${t.referral_hundredths} BETWEEN 0 AND 10000`),
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

/** One row per sale. `granted_paise` is the shopper's current cashback of it. */
export const conversions = pgTable(
  'conversions',
  {
    id: id(),
    network: text().notNull(),
    /** The id that its first report had: of the conversion, the order or the click. */
    external_id: text().notNull(),
    /** The network's id, which identifies the sale (docs/rules.md#49); null: none was reported. */
    conversion_id: text(),
    /** The shop's: items of one order share it. */
    order_number: text(),
    /**
     * From before orders and conversions were kept apart, with reports that name no single conversion. The default is for
     * older processes during an update.
     */
    legacy: boolean().notNull().default(true),
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
    /** The last end of the cashback in held_money, for display; null: none. */
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
    unique('conversions_conversion').on(t.network, t.conversion_id),
    uniqueIndex('conversions_unnamed')
      .on(t.network, t.external_id)
      .where(sql`${t.conversion_id} IS NULL`),
    index('conversions_external_id').on(t.network, t.external_id),
    index('conversions_order').on(t.network, t.order_number),
    index('conversions_loss')
      .on(t.id)
      .where(
        sql`${t.status} = 'approved' AND NOT ${t.accepted} AND ${t.network_payout_paise} < ${t.granted_paise} + ${t.referral_paise}`,
      ),
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

/**
 * Cashback or a referrer's share that a change of a sale granted and that cannot be withdrawn yet. `granted` is in the
 * wallet, `waiting` is pending until a signal is cleared, `ended` came to nothing. By trigger, rows only become less.
 */
export const heldMoney = pgTable(
  'held_money',
  {
    id: id(),
    conversion_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => conversions.id),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['cashback', 'referral'] }).notNull(),
    /** Of the change of the sale: its entry is 'conversion:12:r3:cashback'. */
    revision: integer().notNull(),
    amount_paise: paise().notNull(),
    /** A midnight in India. Null: held by a signal alone. */
    until: instant(),
    state: text({ enum: ['granted', 'waiting', 'ended'] }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('held_money_change').on(t.conversion_id, t.kind, t.revision),
    index('held_money_user').on(t.user_id, t.until),
    index('held_money_waiting')
      .on(t.id)
      .where(sql`${t.state} = 'waiting'`),
    check('held_money_amount', sql`${t.amount_paise} >= 0`),
    check(
      'held_money_state',
      sql`${t.kind} IN ('cashback', 'referral') AND ${t.state} IN ('granted', 'waiting', 'ended') AND (${t.kind} = 'referral' OR ${t.state} = 'granted')`,
    ),
  ],
)
