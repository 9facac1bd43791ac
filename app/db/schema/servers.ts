import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'

export const servers = pgTable('servers', {
  id: uuid().primaryKey().defaultRandom(),
  public_origin: text().notNull(),
  port: integer().notNull(),
  networks: jsonb().notNull(),
  started_at: createdAt(),
  /** The last heartbeat; stale after a crash. */
  seen_at: createdAt(),
})

/** The last use of each URL secret and signature key, for rotations. */
export const networkSecrets = pgTable(
  'network_secrets',
  {
    network: text().notNull(),
    fingerprint: text().notNull(),
    last_used_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.network, t.fingerprint] })],
)
