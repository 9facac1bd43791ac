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

/** Shown by `position`. One that is no demo needs a consent (docs/rules.md#16). */
export const testimonials = pgTable(
  'testimonials',
  {
    id: id(),
    name: text().notNull(),
    body: text().notNull(),
    position: integer().notNull().default(0),
    is_demo: boolean().notNull().default(false),
    /** Where it was said, such as 'by mail', with its address where it has one. */
    source: text(),
    source_url: text(),
    said_on: date({ mode: 'string' }),
    consent_on: date({ mode: 'string' }),
    consent_how: text(),
  },
  (t) => [
    check('testimonials_consent', sql`num_nulls(${t.consent_on}, ${t.consent_how}) IN (0, 2)`),
    check('testimonials_source_url', sql`${t.source_url} LIKE 'https://%'`),
  ],
)

/** What operators changed of the FAQ and About; without a row, a text is as in app/messages (docs/rules.md#69). */
export const pageTexts = pgTable(
  'page_texts',
  {
    name: text().primaryKey(),
    /** Of the FAQ. */
    question: text(),
    body: text().notNull(),
    updated_at: createdAt(),
  },
  (t) => [
    check(
      'page_texts_lengths',
      sql`length(${t.question}) BETWEEN 1 AND 200 AND length(${t.body}) BETWEEN 1 AND 1000`,
    ),
  ],
)

/** Offers in front of those that the ranking chooses for the banners of home, by `position` (docs/rules.md#70). */
export const featuredOffers = pgTable(
  'featured_offers',
  {
    campaign_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => campaigns.id),
    position: integer().notNull(),
    /** Days in India, both included; null: without a limit. */
    first_day: date({ mode: 'string' }),
    last_day: date({ mode: 'string' }),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [check('featured_offers_days', sql`${t.first_day} <= ${t.last_day}`)],
)

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
