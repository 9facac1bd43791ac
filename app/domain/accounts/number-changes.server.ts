import { and, eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { findUsedLink } from './address/links.server'

export async function findWaitingChange(userId: number): Promise<{ phone: string; due: Date } | null> {
  const { new_phone, due_at, user_id, state } = numberChanges
  const [change] = await db
    .select({ phone: new_phone, due: due_at })
    .from(numberChanges)
    .where(and(eq(user_id, userId), eq(state, 'waiting')))
  return change ?? null
}

export async function findBegunChange(token: string): Promise<{ due: Date } | null> {
  const link = await findUsedLink(db, token, 'number')
  return link && findWaitingChange(link.user_id)
}
