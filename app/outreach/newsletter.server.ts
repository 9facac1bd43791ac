/** Who asked for the newsletter. */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { subscriptions } from '~/db/schema'
import { done, type Done } from '~/outcome'
import { subscriptionSchema } from './newsletter'

/**
 * Subscribes an address, which subscriptionSchema has checked. Twice is no error, and who left before is back: the
 * token of the first time stays valid.
 */
export async function subscribe(email: string): Promise<Done> {
  const { email: address } = subscriptionSchema.parse({ email })
  await db
    .insert(subscriptions)
    .values({ email: address, unsubscribe_token: randomBytes(24).toString('base64url') })
    .onConflictDoUpdate({ target: subscriptions.email, set: { unsubscribed_at: sql`NULL` } })
  return done()
}
