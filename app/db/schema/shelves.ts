import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { brands, categories } from './catalogue'
import { createdAt } from './columns'

/** Number of offers or stores on a shelf: 'all', 'code', 'category:3', 'brand:7', 'brand:7:code', 'brand:7:product', 'stores'. */
export const shelves = pgTable('shelves', {
  shelf: text().primaryKey(),
  total: integer().notNull(),
})

/** `place` entries of the shelf stand before (rank, id). About every 60th place of a shelf is stored. */
export const shelfPlaces = pgTable(
  'shelf_places',
  {
    shelf: text().notNull(),
    rank: integer().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    place: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shelf, t.rank, t.id] }),
    index('shelf_places_rank').on(t.rank),
    index('shelf_places_place').on(t.shelf, t.place, t.rank, t.id),
  ],
)

/** Stores with listed offers in a category; `rank` is that of the store. */
export const brandShelves = pgTable(
  'brand_shelves',
  {
    brand_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    category_id: integer()
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    rank: integer().notNull(),
    offers: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.brand_id, t.category_id] }),
    index('brand_shelves_rank').on(t.category_id, t.rank, t.brand_id),
  ],
)

/** The best 1,001 offers of a shelf of more than 2,000, in each order (app/catalog/lists/sort-shelves.server.ts). */
export const sortedShelves = pgTable(
  'sorted_shelves',
  {
    shelf: text().notNull(),
    sort: text().notNull(),
    ids: bigint({ mode: 'number' }).array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.sort] })],
)

/**
 * The best-ranked offers whose titles hold one or two characters; of three letters or digits, only how many titles hold them,
 * by a sample (app/catalog/search/grams.server.ts).
 */
export const titleGrams = pgTable('title_grams', {
  gram: text().primaryKey(),
  begins: bigint({ mode: 'number' }).array().notNull(),
  ids: bigint({ mode: 'number' }).array().notNull(),
  titles: integer().notNull().default(0),
})

/** Words of titles, stores and categories, for typing errors: `sound` by soundOf(), `text` what to search for instead. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    text: text().notNull(),
    sound: text().notNull(),
    /** Titles with it; a store's name counts more than any. */
    times: integer().notNull(),
  },
  (t) => [index('search_words_prefix').on(sql`${t.word} text_pattern_ops`)],
)

/** Searches of a day in India that found nothing, as words without the person. */
export const missedSearches = pgTable(
  'missed_searches',
  {
    on_day: date().notNull(),
    words: text().notNull(),
    times: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.on_day, t.words] }),
    check('missed_searches_words', sql`length(${t.words}) <= 60`),
  ],
)

/** Filled and emptied by the triggers of one statement. */
export const shelfChanges = pgTable('shelf_changes', {
  id: bigint({ mode: 'number' }).notNull(),
  rank: integer().notNull(),
  brand_id: bigint({ mode: 'number' }),
  category_id: integer(),
  shelves: text().array().notNull(),
  delta: integer().notNull(),
})

/** One row; triggers increment it on every change of the catalogue. Pages rendered before are stale; before `purged`, gone. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: smallint().primaryKey(),
  version: bigint({ mode: 'number' }).notNull().default(1),
  purged: bigint({ mode: 'number' }).notNull().default(0),
  /** CASHBACK_SHARE, in hundredths of a percent, by which `brands.up_to_percent` was computed. */
  share_hundredths: bigint({ mode: 'bigint' }),
  updated_at: createdAt(),
})
