import { and, eq, isNull } from 'drizzle-orm'
import { db, inTransaction, type Tx } from '~/db/client.server'
import { consumeAll, defineAddressLimit, memoize } from '~/db/limits.server'
import { subscriptions } from '~/db/schema/notifications'
import { env } from '~/config/env.server'
import { errorFacts, log } from '~/runtime/log.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { requestSubscription } from './newsletter/confirm.server'
import { addSubscription, endSubscription, maskEmail } from './newsletter/subscriptions.server'
import { subscriptionSchema } from './newsletter'
import { TRAP } from './trap'

const perAddress = memoize(() => {
  const most = env().NEWSLETTER_PER_ADDRESS_HOUR
  return defineAddressLimit('newsletter', { v4: most, v6: most }, 3600)
})

/** `needsConfirmation`: the subscription counts once a link in a mail is confirmed. */
type SubscribeResult =
  Done<{ needsConfirmation: boolean }> | Refused<'tooMany', { minutes: number }> | Refused<'failed'>

/**
 * Idempotent. With SMTP_URL, a mail asks for a confirmation, unless the address is known to be the reader's.
 * A filled honeypot reports success and stores nothing. `address` is the client's IP; '' skips the rate limit.
 */
export async function subscribe(
  given: { email: string; [TRAP]?: string },
  address = '',
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Promise<SubscribeResult> {
  const { email, [TRAP]: trap } = subscriptionSchema.parse(given)
  const needsConfirmation = env().SMTP_URL !== undefined && !isConfirmed
  if (trap) return done({ needsConfirmation })
  try {
    const full = address ? await consumeAll(perAddress()(address)) : null
    if (full) return refused('tooMany', full)
    await (needsConfirmation ? requestSubscription(email) : addSubscription(db, email))
    return done({ needsConfirmation })
  } catch (error) {
    log('error', 'newsletter subscription failed', errorFacts(error))
    return refused('failed')
  }
}

/** Idempotent; reveals no subscription. `address`: the client's IP; '' skips the rate limit. */
export async function leaveNewsletter(
  email: string,
  address = '',
): Promise<Done | Refused<'tooMany', { minutes: number }>> {
  const full = address ? await consumeAll(perAddress()(address)) : null
  if (full) return refused('tooMany', full)
  await db.transaction((tx) => endSubscription(tx, email))
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
  return row ? { email: maskEmail(row.email), left: row.unsubscribed_at !== null } : null
}

export async function unsubscribe(token: string): Promise<Done | Refused<'unknown'>> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.unsubscribe_token, token))
  if (!row) return refused('unknown')
  await db.transaction((tx) => endSubscription(tx, row.email))
  return done()
}

/** Idempotent. `left`: the address was already unsubscribed. */
export function unsubscribeAddress(
  email: string,
  within?: Tx,
): Promise<Done<{ left: boolean }> | Refused<'unknown'>> {
  return inTransaction(async (tx) => {
    const [found] = await tx.select().from(subscriptions).where(eq(subscriptions.email, email))
    if (!found) return refused('unknown')
    await endSubscription(tx, email)
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
