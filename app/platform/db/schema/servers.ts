import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'

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
