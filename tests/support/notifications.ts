import { desc, eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { notifications } from '~/platform/db/schema/notifications'

/** A member's, the newest first. */
export const listNotifications = (userId: number) =>
  db.select().from(notifications).where(eq(notifications.user_id, userId)).orderBy(desc(notifications.id))
