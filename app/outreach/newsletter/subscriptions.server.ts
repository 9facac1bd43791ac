import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '~/db/client.server'
import { newsletterRequests } from '~/db/schema/newsletter'
import { subscriptions } from '~/db/schema/notifications'

/** Idempotent: restores an ended subscription with its token. */
export async function addSubscription(tx: Reader, email: string): Promise<void> {
  await tx
    .insert(subscriptions)
    .values({ email, unsubscribe_token: randomBytes(24).toString('base64url') })
    .onConflictDoUpdate({ target: subscriptions.email, set: { unsubscribed_at: sql`NULL` } })
}

/** Also cancels waiting mails, and ends links that could subscribe the address again. */
export async function endSubscription(tx: Tx, email: string): Promise<void> {
  // In the order of confirmSubscription(), so that neither waits for the other.
  await tx.delete(newsletterRequests).where(eq(newsletterRequests.email, email))
  await tx
    .update(subscriptions)
    .set({ unsubscribed_at: sql`now()` })
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at)))
  await cancelWaiting(tx, sql`address = ${email}`)
}

export async function cancelWaiting(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(sql`
    UPDATE deliveries SET state = 'cancelled', answer = 'left', content = NULL, address = NULL, leased_until = NULL, ended_at = now()
     WHERE channel = 'email' AND state = 'waiting' AND topic = 'newsletter' AND notification_id IS NULL AND ${which}`)
}

export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***')
