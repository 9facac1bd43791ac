import { eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'

/** The member gets no further mails until the address is confirmed again or changed; the account page says so. */
export async function stopAddress(email: string): Promise<void> {
  await db
    .update(users)
    .set({ email_stopped_at: sql`coalesce(${users.email_stopped_at}, now())` })
    .where(eq(users.email, email))
}
