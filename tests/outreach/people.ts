import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'

/** A member whose address is confirmed. */
export async function addConfirmedMember(email: string): Promise<number> {
  const [row] = await db
    .insert(users)
    .values({ username: 'Asha Rao', email, email_confirmed_at: sql`now()` })
    .returning({ id: users.id })
  return row!.id
}
