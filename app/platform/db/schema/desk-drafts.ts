import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'
import { approvals, operators } from './operations'

/** Forms sent at the desk: what was typed and seen, and what became of it. Deleted after a day. */
export const deskDrafts = pgTable(
  'desk_drafts',
  {
    id: id(),
    /** Part of the draft's address, and the request key of its confirmation. */
    key: uuid().notNull().unique('desk_drafts_key'),
    operator_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => operators.id),
    operation: text().notNull(),
    input: text().notNull(),
    /** Sealed: errors, preview, result. */
    state: text().notNull(),
    /** The draft waits for a second person, who looks at the same input. */
    approval_id: bigint({ mode: 'number' }).references(() => approvals.id),
    created_at: createdAt(),
  },
  (t) => [
    index('desk_drafts_created').on(t.created_at),
    index('desk_drafts_operator').on(t.operator_id),
    index('desk_drafts_approval').on(t.approval_id),
  ],
)
