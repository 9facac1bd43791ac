import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { attemptColumns, bytea, createdAt, id, instant } from './columns'

/** Re-encoded images of feeds: the source for /img. */
export const images = pgTable(
  'images',
  {
    hash: text().primaryKey(),
    bytes: bytea().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    check('images_hash', sql`${t.hash} ~ '^[0-9a-f]{32}$'`),
    check('images_size', sql`octet_length(${t.bytes}) BETWEEN 1 AND 2097152`),
  ],
)

/** Addresses of images in feeds; only a job fetches them, from hosts of IMAGE_HOSTS. */
export const imageSources = pgTable(
  'image_sources',
  {
    id: id(),
    url: text().notNull().unique(),
    host: text().notNull(),
    /** Null until fetched; a later failure keeps the hash. */
    hash: text().references(() => images.hash),
    fetched_at: instant(),
    failure: text(),
    ...attemptColumns(),
    /** Null: removed by the operator, never fetched again. */
    next_attempt_at: instant().defaultNow(),
    created_at: createdAt(),
  },
  (t) => [
    check('image_sources_https', sql`${t.url} LIKE 'https://%'`),
    index('image_sources_due').on(t.next_attempt_at, t.id),
    index('image_sources_hash').on(t.hash),
    index('image_sources_host').on(t.host),
  ],
)
