import { and, gt, inArray } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { REPEATABLE } from './sessions.server'

export async function findJustDeleted(userIds: number[]): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), gt(users.deleted_at, REPEATABLE)))
  return rows.map(({ id }) => id)
}
