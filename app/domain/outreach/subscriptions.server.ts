import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { newsletterRequests } from '~/platform/db/schema/newsletter'
import { subscriptions } from '~/platform/db/schema/notifications'
import { cancelNewsletters } from './delivery-queue.server'

/** Idempotent: restores an ended subscription with its token. */
export async function addSubscription(tx: Reader, email: string): Promise<void> {
  await tx
    .insert(subscriptions)
    .values({ email, unsubscribe_token: randomBytes(24).toString('base64url') })
    .onConflictDoUpdate({ target: subscriptions.email, set: { unsubscribed_at: sql`NULL` } })
}

/** Also cancels waiting mails, and ends links that could subscribe the address again. */
export async function endSubscription(tx: Tx, email: string): Promise<void> {
  // The lock order is that of confirmSubscription(), against deadlocks.
  await tx.delete(newsletterRequests).where(eq(newsletterRequests.email, email))
  await tx
    .update(subscriptions)
    .set({ unsubscribed_at: sql`now()` })
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at)))
  await cancelNewsletters(tx, sql`channel = 'email' AND address = ${email}`)
}
