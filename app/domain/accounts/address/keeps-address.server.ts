import { sql, type SQL } from 'drizzle-orm'
import { users } from '~/platform/db/schema/members'
import { canSendMail } from '~/domain/outreach/queue-mail.server'

/** SQL: no other member can take the address. Without mails none is ever confirmed, so all are kept. */
export const keepsAddress = (): SQL<boolean> =>
  canSendMail()
    ? sql<boolean>`(${users.email_confirmed_at} IS NOT NULL
        OR coalesce(${users.email_set_at}, ${users.created_at}) > now() - interval '7 days')`
    : sql<boolean>`true`
