import { sql } from 'drizzle-orm'
import { DECLINE_REASONS } from '~/platform/config/network'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { campaigns } from './catalogue'
import { clicks } from './clicks'
import { createdAt, id, instant, paiseColumn } from './columns'
import { users } from './members'

/** One row per sale. `granted_paise` is the shopper's current cashback. */
export const conversions = pgTable(
  'conversions',
  {
    id: id(),
    network: text().notNull(),
    /** The id of its first report: of the conversion, the order or the click. */
    external_id: text().notNull(),
    /** The network's id, which identifies the sale (docs/rules.md#49); null: none was reported. */
    conversion_id: text(),
    /** Shared by the items of one order. */
    order_number: text(),
    /** True: the row is from before ids were distinguished. The default is for older processes during an update. */
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
    sale_paise: paiseColumn(),
    /** The platform's commission (docs/books.md), never credited to the shopper (docs/rules.md#2). */
    network_payout_paise: paiseColumn(),
    pending_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
    granted_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
    referral_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
    /** The latest end in held_money, for display. */
    withdrawable_at: instant(),
    /** postback_inbox.id of the last received report among those of the highest rank. */
    report_id: bigint({ mode: 'number' }),
    /** The reason decides about no money. */
    decline_reason: text({ enum: DECLINE_REASONS }),
    /** Accepted by an operator: rate, cap and limits do not apply. */
    accepted: boolean().notNull().default(false),
    /** Rises with each change; part of the ledger references. */
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
    index('conversions_order_key').on(sql`utr_key_of(${t.order_number})`),
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
 * How much an operator's command raised the cashback of a sale, beyond what a network's own reports had said: one row a change,
 * append-only by trigger. Adjustments have their own rows (docs/rules.md#59).
 */
export const manualCredits = pgTable(
  'manual_credits',
  {
    id: id(),
    conversion_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => conversions.id),
    /** postback_inbox.id of what was credited. */
    report_id: bigint({ mode: 'number' }).notNull(),
    /** A credit of a claim, a report that waited, or a row of a file that the operator has brought. */
    source: text({ enum: ['claim', 'report', 'file'] }).notNull(),
    amount_paise: paiseColumn().notNull(),
    made_by: text().notNull(),
    /** An independent second person agreed: it does not count. */
    agreed: boolean().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('manual_credits_conversion').on(t.conversion_id),
    index('manual_credits_created').on(t.created_at),
    check('manual_credits_amount', sql`${t.amount_paise} > 0`),
  ],
)
