import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Words of titles, stores and categories, for typing errors: `sound` by encodePhonetic(), `text` is the corrected search.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    text: text().notNull(),
    sound: text().notNull(),
    /** The number of titles with it; a store's name counts more than any. */
    times: integer().notNull(),
  },
  (t) => [index('search_words_prefix').on(sql`${t.word} text_pattern_ops`)],
)

/** Searches of a day in India without a result, without the person. */
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
