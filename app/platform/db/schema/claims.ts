import { sql } from 'drizzle-orm'
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
import { DECLINE_REASONS } from '~/platform/config/network'
import { brands } from './catalogue'
import { clicks } from './clicks'
import { createdAt, id, instant, paiseColumn } from './columns'
import { conversions } from './conversions'
import { adjustments } from './ledger'
import { users } from './members'
import { withdrawals } from './withdrawals'

export const CLAIM_KINDS = ['missing', 'wrong-amount', 'other-order', 'withdrawal', 'question'] as const
export const CLAIM_STATES = ['received', 'sent', 'answered', 'credited', 'declined'] as const

/** What a member asks us to settle about a visit or a withdrawal (docs/rules.md#55). */
export const claims = pgTable(
  'claims',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text({ enum: CLAIM_KINDS }).notNull(),
    click_id: text().references(() => clicks.id),
    withdrawal_id: bigint({ mode: 'number' }).references(() => withdrawals.id),
    brand_id: bigint({ mode: 'number' }).references(() => brands.id),
    /** As the member typed it; erased with the account. */
    order_number: text(),
    /** Letters and digits of the order number, for comparisons; not erased with the account. */
    order_key: text(),
    amount_paise: paiseColumn(),
    state: text({ enum: CLAIM_STATES }).notNull().default('received'),
    /** Whether the last word is the member's. */
    waits_for_us: boolean().notNull().default(true),
    answer_by: instant().notNull(),
    created_at: createdAt(),
    ended_at: instant(),
    appealed_at: instant(),
    decline_reason: text({ enum: DECLINE_REASONS }),
    conversion_id: bigint({ mode: 'number' })
      .unique('claims_sale')
      .references(() => conversions.id),
    /** No network has reported the credited sale since: its next report is set against the credit. */
    awaits_report: boolean().notNull().default(false),
    adjustment_id: bigint({ mode: 'number' })
      .unique('claims_adjustment')
      .references(() => adjustments.id),
  },
  (t) => [
    uniqueIndex('claims_visit')
      .on(t.click_id)
      .where(sql`${t.kind} <> 'question'`),
    uniqueIndex('claims_visit_question')
      .on(t.click_id)
      .where(sql`${t.kind} = 'question'`),
    uniqueIndex('claims_withdrawal').on(t.withdrawal_id, t.kind),
    unique('claims_order').on(t.brand_id, t.order_key, t.user_id),
    index('claims_order_key')
      .on(t.order_key)
      .where(sql`${t.order_key} IS NOT NULL`),
    index('claims_user').on(t.user_id, t.id),
    index('claims_state').on(t.state, t.id),
    index('claims_due')
      .on(t.answer_by, t.id)
      .where(sql`${t.state} IN ('received', 'sent')`),
    index('claims_waiting')
      .on(t.id)
      .where(sql`${t.waits_for_us}`),
    index('claims_unreported')
      .on(t.id)
      .where(sql`${t.awaits_report}`),
    index('claims_brand').on(t.brand_id, t.id),
    index('claims_kind').on(t.kind, t.id),
    check('claims_subject', sql`(${t.click_id} IS NULL) <> (${t.withdrawal_id} IS NULL)`),
    check('claims_store', sql`(${t.click_id} IS NULL) = (${t.brand_id} IS NULL)`),
    check('claims_end', sql`(${t.state} IN ('received', 'sent')) = (${t.ended_at} IS NULL)`),
    check('claims_reason', sql`${t.state} = 'declined' OR ${t.decline_reason} IS NULL`),
    check(
      'claims_credit',
      sql`(${t.state} = 'credited') = (num_nonnulls(${t.conversion_id}, ${t.adjustment_id}) = 1)`,
    ),
    check('claims_awaits', sql`NOT ${t.awaits_report} OR ${t.conversion_id} IS NOT NULL`),
    check('claims_amount', sql`${t.amount_paise} BETWEEN 1 AND 100000000000`),
    check('claims_order_length', sql`length(${t.order_number}) BETWEEN 1 AND 60`),
  ],
)

export const claimMessages = pgTable(
  'claim_messages',
  {
    id: id(),
    claim_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => claims.id),
    author: text({ enum: ['member', 'operator'] }).notNull(),
    step: text({ enum: CLAIM_STATES }),
    /** Empty: a step without words, or erased with the account. */
    body: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('claim_messages_claim').on(t.claim_id, t.id),
    check('claim_messages_length', sql`length(${t.body}) <= 2000`),
  ],
)

/** Files of members, sealed and never opened; erased 180 days after the claim's end, and with the account. */
export const claimProofs = pgTable(
  'claim_proofs',
  {
    id: id(),
    claim_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => claims.id),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    media: text({ enum: ['jpeg', 'png', 'webp', 'pdf'] }).notNull(),
    size: integer().notNull(),
    /** SHA-256 of the file in hex, which is part of the place of the seal. */
    sha256: text().notNull(),
    sealed: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('claim_proofs_once').on(t.claim_id, t.sha256),
    index('claim_proofs_user').on(t.user_id, t.created_at),
    check('claim_proofs_size', sql`${t.size} BETWEEN 1 AND 5242880`),
  ],
)
