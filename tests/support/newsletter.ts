import { and, eq, isNull } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { subscriptions } from '~/platform/db/schema/notifications'

export const isSubscribed = async (email: string): Promise<boolean> =>
  (await db.$count(
    subscriptions,
    and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at)),
  )) > 0
