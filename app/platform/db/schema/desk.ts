import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'
import { operators } from './operations'

/** How an operator signs in. The second factor is in `operators`, because `--as` asks for it, too. */
export const deskAccess = pgTable(
  'desk_access',
  {
    operator_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => operators.id),
    /** argon2id; null: invited, and nothing is chosen yet. */
    password_hash: text(),
    enrolled_at: instant(),
    /** SHA-256 of the token of an invitation to an operator who is there already. */
    invite_hash: text(),
    invite_ends_at: instant(),
    /** Sealed: recovery codes that the operator has not confirmed to have kept. */
    new_codes: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('desk_access_invite').on(t.invite_hash),
    check('desk_access_invite_end', sql`(${t.invite_hash} IS NULL) = (${t.invite_ends_at} IS NULL)`),
    check('desk_access_enrolled', sql`${t.enrolled_at} IS NULL OR ${t.password_hash} IS NOT NULL`),
  ],
)

/** Only the hash of the token is stored. 'code': the password was right; 'set-up': an invitation is being accepted. */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    id: id(),
    token_hash: text().notNull().unique('desk_sessions_token'),
    operator_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => operators.id),
    stage: text({ enum: ['code', 'set-up', 'open'] }).notNull(),
    code_at: instant(),
    agent: text(),
    created_at: createdAt(),
    last_seen_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (t) => [
    index('desk_sessions_operator').on(t.operator_id),
    index('desk_sessions_expiry').on(t.expires_at),
    check('desk_sessions_code', sql`(${t.stage} = 'open') = (${t.code_at} IS NOT NULL)`),
  ],
)

export const deskRecoveryCodes = pgTable(
  'desk_recovery_codes',
  {
    id: id(),
    operator_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => operators.id),
    /** Keyed hash. */
    code_hash: text().notNull(),
    created_at: createdAt(),
    used_at: instant(),
  },
  (t) => [unique('desk_recovery_codes_once').on(t.operator_id, t.code_hash)],
)

/** Filters of lists that an operator keeps under a name, for this operator alone. */
export const deskFilters = pgTable(
  'desk_filters',
  {
    id: id(),
    operator_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => operators.id),
    /** The name of the operation: 'claims list'. */
    list: text().notNull(),
    name: text().notNull(),
    /** What is typed into its filter, as in an address: 'state=sent&late=yes'. */
    query: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('desk_filters_name').on(t.operator_id, t.list, t.name),
    check(
      'desk_filters_lengths',
      sql`length(${t.name}) BETWEEN 1 AND 40 AND length(${t.query}) BETWEEN 1 AND 500`,
    ),
  ],
)
