import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { campaigns } from './catalogue'
import { createdAt, id } from './columns'
import { users } from './members'

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
    /** What the offer pays on that day alone; null: a row from before sales had a rate, which begins nothing. */
    payout_hundredths: bigint({ mode: 'bigint' }),
    payout_model: text(),
    /** As in planned_rates, of which each day makes a row. */
    agreed: text().array().notNull().default([]),
    made_by: text(),
    created_at: createdAt(),
  },
  (t) => [
    check(
      'flash_sales_payout',
      sql`num_nulls(${t.payout_hundredths}, ${t.payout_model}, ${t.made_by}) IN (0, 3) AND ${t.payout_hundredths} > 0`,
    ),
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
  is_demo: boolean().notNull().default(false),
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
    /** The member had clicked the offer before; only such votes count for its reliability. */
    has_click: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.campaign_id] }), index('feedback_campaign').on(t.campaign_id)],
)

/** /{slug} redirects to the tracking URL of the offer (docs/rules.md#4). */
export const shortlinks = pgTable('shortlinks', {
  slug: text().primaryKey(),
  campaign_id: bigint({ mode: 'number' })
    .notNull()
    .references(() => campaigns.id),
  created_at: createdAt(),
})
