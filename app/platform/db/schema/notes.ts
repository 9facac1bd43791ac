import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'
import { conversions } from './conversions'
import { users } from './members'

/** Append-only; deleting the member's account erases the text. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).references(() => users.id),
    conversion_id: bigint({ mode: 'number' }).references(() => conversions.id),
    body: text().notNull(),
    os_user: text().notNull(),
    created_at: createdAt(),
    erased_at: instant(),
  },
  (t) => [
    index('notes_user').on(t.user_id, t.id),
    index('notes_conversion').on(t.conversion_id, t.id),
    check('notes_subject', sql`(${t.user_id} IS NULL) <> (${t.conversion_id} IS NULL)`),
    check('notes_body', sql`length(${t.body}) <= 2000 AND (${t.body} = '') = (${t.erased_at} IS NOT NULL)`),
  ],
)

/** Texts for replies to members, which all operators share. `{name}` and the like are filled from the record. */
export const replySnippets = pgTable(
  'reply_snippets',
  {
    id: id(),
    name: text().notNull(),
    body: text().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('reply_snippets_name').on(sql`lower(${t.name})`),
    check(
      'reply_snippets_lengths',
      sql`length(${t.name}) BETWEEN 1 AND 60 AND length(${t.body}) BETWEEN 1 AND 800`,
    ),
  ],
)
