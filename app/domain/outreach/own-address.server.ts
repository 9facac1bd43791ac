/** An unconfirmed address may be a stranger's. Without mails no address is ever confirmed, so that all count. */
import { sql } from 'drizzle-orm'
import { canSendMail } from './queue-mail.server'

export const isOwnAddress = ({ email_confirmed_at }: { email_confirmed_at: Date | null }): boolean =>
  !canSendMail() || email_confirmed_at !== null

/** SQL, of the user `u`. */
export const selectIsOwnAddress = () => (canSendMail() ? sql`u.email_confirmed_at IS NOT NULL` : sql`true`)
