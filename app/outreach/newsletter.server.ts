import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { db, inTransaction, type Tx } from '~/db/client.server'
import { defineAddressLimit, consumeAll } from '~/db/limits.server'
import { subscriptions } from '~/db/schema/notifications'
import { env } from '~/config/env.server'
import { errorFacts, log } from '~/runtime/log.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { subscriptionSchema } from './newsletter'
import { TRAP } from './trap'

let limit: ReturnType<typeof defineAddressLimit> | undefined
function perAddress() {
  const most = env().NEWSLETTER_PER_ADDRESS_HOUR
  return (limit ??= defineAddressLimit('newsletter', { v4: most, v6: most }, 3600))
}

type Subscribed = Done | Refused<'tooMany', { minutes: number }> | Refused<'failed'>

/**
 * Idempotent: restores an ended subscription with its token. A filled honeypot reports success and stores nothing.
 * `address` is the client's IP; '' skips the rate limit.
 */
export async function subscribe(
  given: { email: string; [TRAP]?: string },
  address = '',
): Promise<Subscribed> {
  const { email, [TRAP]: trap } = subscriptionSchema.parse(given)
  if (trap) return done()
  try {
    const full = address ? await consumeAll(perAddress()(address)) : null
    if (full) return refused('tooMany', full)
    await db
      .insert(subscriptions)
      .values({ email, unsubscribe_token: randomBytes(24).toString('base64url') })
      .onConflictDoUpdate({ target: subscriptions.email, set: { unsubscribed_at: sql`NULL` } })
    return done()
  } catch (error) {
    log('error', 'newsletter subscription failed', errorFacts(error))
    return refused('failed')
  }
}

/**
 * Idempotent; does not reveal whether the address was subscribed. `address` is the client's IP; '' skips the rate
 * limit.
 */
export async function leaveNewsletter(
  email: string,
  address = '',
): Promise<Done | Refused<'tooMany', { minutes: number }>> {
  const full = address ? await consumeAll(perAddress()(address)) : null
  if (full) return refused('tooMany', full)
  await db
    .update(subscriptions)
    .set({ unsubscribed_at: sql`now()` })
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at)))
  return done()
}

export async function isSubscribed(email: string): Promise<boolean> {
  const rows = await db
    .select({ email: subscriptions.email })
    .from(subscriptions)
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at)))
  return rows.length > 0
}

/** Returns the masked e-mail address; null for an unknown token. */
export async function findSubscription(token: string): Promise<{ email: string; left: boolean } | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.unsubscribe_token, token))
  return row ? { email: row.email.replace(/^(.).*(?=@)/, '$1***'), left: row.unsubscribed_at !== null } : null
}

export async function unsubscribe(token: string): Promise<Done | Refused<'unknown'>> {
  if (!(await findSubscription(token))) return refused('unknown')
  await db
    .update(subscriptions)
    .set({ unsubscribed_at: sql`now()` })
    .where(and(eq(subscriptions.unsubscribe_token, token), isNull(subscriptions.unsubscribed_at)))
  return done()
}

/** Idempotent. `left`: the address was already unsubscribed. */
export function unsubscribeAddress(
  email: string,
  within?: Tx,
): Promise<Done<{ left: boolean }> | Refused<'unknown'>> {
  return inTransaction(async (tx) => {
    const isIt = eq(subscriptions.email, email)
    const [found] = await tx.select().from(subscriptions).where(isIt)
    if (!found) return refused('unknown')
    await tx
      .update(subscriptions)
      .set({ unsubscribed_at: sql`now()` })
      .where(and(isIt, isNull(subscriptions.unsubscribed_at)))
    return done({ left: found.unsubscribed_at !== null })
  }, within)
}

export type Subscriber = Pick<typeof subscriptions.$inferSelect, 'email' | 'unsubscribe_token' | 'created_at'>

export function listSubscribers(): Promise<Subscriber[]> {
  const { email, unsubscribe_token, created_at } = subscriptions
  return db
    .select({ email, unsubscribe_token, created_at })
    .from(subscriptions)
    .where(isNull(subscriptions.unsubscribed_at))
    .orderBy(created_at, email)
}
