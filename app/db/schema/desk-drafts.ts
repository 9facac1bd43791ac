import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'
import { approvals, operators } from './operations'

/** Forms that were sent at the desk: what was typed, what was seen, what became of it. Deleted after a day. */
export const deskDrafts = pgTable(
  'desk_drafts',
  {
    id: id(),
    /** In its address, and the request key of its confirmation. */
    key: uuid().notNull().unique('desk_drafts_key'),
    operator_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => operators.id),
    operation: text().notNull(),
    /** Sealed: what was typed, with its files (app/desk/drafts/drafts.server.ts). */
    input: text().notNull(),
    /** Sealed: errors, preview, result. */
    state: text().notNull(),
    /** Sealed: the files that it made. */
    output: text(),
    /** It waits for a second person, who looks at the same input. */
    approval_id: bigint({ mode: 'number' }).references(() => approvals.id),
    created_at: createdAt(),
  },
  (t) => [
    index('desk_drafts_created').on(t.created_at),
    index('desk_drafts_operator').on(t.operator_id),
    index('desk_drafts_approval').on(t.approval_id),
  ],
)
