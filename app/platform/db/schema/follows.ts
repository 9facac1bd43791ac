import { bigint, boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { brands, campaigns } from './catalogue'
import { createdAt, id } from './columns'
import { users } from './members'

export const followedStores = pgTable(
  'followed_stores',
  {
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    brand_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** store_news.id: news up to it is done, with or without a message. */
    seen_news: bigint({ mode: 'number' }).notNull().default(0),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.brand_id] }),
    index('followed_stores_brand').on(t.brand_id, t.user_id),
  ],
)

/** Changes of followed stores, written by triggers; deleted after a week. */
export const storeNews = pgTable(
  'store_news',
  {
    id: id(),
    brand_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['rate', 'code'] }).notNull(),
    /** The rate is higher than before; a lower rate alone causes no message. */
    rises: boolean().notNull().default(true),
    percent_before: bigint({ mode: 'bigint' }),
    rupees_before: bigint({ mode: 'bigint' }),
    campaign_id: bigint({ mode: 'number' }).references(() => campaigns.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    index('store_news_brand').on(t.brand_id, t.id),
    index('store_news_campaign').on(t.campaign_id),
    index('store_news_created').on(t.created_at),
    check('store_news_code', sql`(${t.kind} = 'code') = (${t.campaign_id} IS NOT NULL)`),
  ],
)
