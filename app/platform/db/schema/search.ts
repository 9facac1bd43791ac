import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Words for correcting typing errors: `sound` by encodePhonetic(), `text` is the corrected search. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    text: text().notNull(),
    sound: text().notNull(),
    /** The number of titles with the word; names of stores count more than any word. */
    times: integer().notNull(),
  },
  (t) => [
    index('search_words_prefix').on(sql`${t.word} text_pattern_ops`),
    index('search_words_same_sound').on(t.sound),
  ],
)

/** Searches of a day without a result, without the person. */
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

/** Stores that shoppers asked for, without the person. */
export const storeRequests = pgTable(
  'store_requests',
  {
    name: text().primaryKey(),
    times: integer().notNull().default(1),
    first_on: date().notNull(),
    last_on: date().notNull(),
  },
  (t) => [check('store_requests_name', sql`length(${t.name}) BETWEEN 2 AND 40`)],
)

/** Hosts of a day whose products shoppers pasted and that no store has, without the address and the person. */
export const askedHosts = pgTable(
  'asked_hosts',
  {
    on_day: date().notNull(),
    host: text().notNull(),
    times: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.on_day, t.host] }),
    check('asked_hosts_host', sql`length(${t.host}) <= 253`),
  ],
)
