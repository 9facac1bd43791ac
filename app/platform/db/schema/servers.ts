import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'

export const servers = pgTable('servers', {
  id: uuid().primaryKey().defaultRandom(),
  public_origin: text().notNull(),
  port: integer().notNull(),
  networks: jsonb().notNull(),
  started_at: createdAt(),
  seen_at: createdAt(),
})

export const networkSecrets = pgTable(
  'network_secrets',
  {
    network: text().notNull(),
    fingerprint: text().notNull(),
    last_used_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.network, t.fingerprint] })],
)

/**
 * Secrets in the addresses of postbacks, made by operators; once a network has a row, variables of its secret have no
 * effect. The one without an end is current; 'erased' after its end.
 */
export const postbackSecrets = pgTable(
  'postback_secrets',
  {
    id: id(),
    key: uuid().notNull().unique().defaultRandom(),
    network: text().notNull(),
    sealed: text().notNull(),
    made_by: text().notNull(),
    created_at: createdAt(),
    ends_at: instant(),
  },
  (t) => [
    index('postback_secrets_network').on(t.network, t.id),
    uniqueIndex('postback_secrets_current')
      .on(t.network)
      .where(sql`${t.ends_at} IS NULL`),
    check('postback_secrets_ends', sql`${t.ends_at} >= ${t.created_at}`),
  ],
)
