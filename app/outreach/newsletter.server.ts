/** Who asked for the newsletter, and who no longer wants it. */
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { defineAddressLimit, takeAll } from '~/db/limits.server'
import { subscriptions } from '~/db/schema'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { done, refused, type Done, type Refused } from '~/outcome'
import { subscriptionSchema } from './newsletter'
import { TRAP } from './trap'

let limit: ReturnType<typeof defineAddressLimit> | undefined
/** Made at the first use, when the environment is known. */
function perAddress() {
  const most = env().NEWSLETTER_PER_ADDRESS_HOUR
  return (limit ??= defineAddressLimit('newsletter', { v4: most, v6: most }, 3600))
}

type Subscribed = Done | Refused<'tooMany', { minutes: number }> | Refused<'failed'>

/**
 * Subscribes an address, which subscriptionSchema checks. Twice is no error, and who left before is back: the token of
 * the first time stays valid. A filled trap is thanked and forgotten. `address` is the visitor's; '' where the server
 * does not tell it.
 */
export async function subscribe(
  given: { email: string; [TRAP]?: string },
  address = '',
): Promise<Subscribed> {
  const { email, [TRAP]: trap } = subscriptionSchema.parse(given)
  if (trap) return done()
  try {
    const full = address ? await takeAll(perAddress()(address)) : null
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

/** Whose link this is, the name shortened; null: nobody's. `left`: no longer subscribed. */
export async function findSubscription(token: string): Promise<{ email: string; left: boolean } | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.unsubscribe_token, token))
  return row ? { email: row.email.replace(/^(.).*(?=@)/, '$1***'), left: row.unsubscribed_at !== null } : null
}

/** Ends the subscription of a link; a second time changes nothing. Refused where the link is nobody's. */
export async function unsubscribe(token: string): Promise<Done | Refused<'unknown'>> {
  if (!(await findSubscription(token))) return refused('unknown')
  await db
    .update(subscriptions)
    .set({ unsubscribed_at: sql`now()` })
    .where(and(eq(subscriptions.unsubscribe_token, token), isNull(subscriptions.unsubscribed_at)))
  return done()
}

/** Unsubscribes an address. Idempotent; `left`: it had already unsubscribed. */
export async function unsubscribeAddress(
  email: string,
): Promise<Done<{ left: boolean }> | Refused<'unknown'>> {
  const [found] = await db.select().from(subscriptions).where(eq(subscriptions.email, email))
  if (!found) return refused('unknown')
  const ended = await unsubscribe(found.unsubscribe_token)
  return ended.ok ? done({ left: found.unsubscribed_at !== null }) : ended
}

export type Subscriber = Pick<typeof subscriptions.$inferSelect, 'email' | 'unsubscribe_token' | 'created_at'>

/** Who wants it now, the longest first. */
export function listSubscribers(): Promise<Subscriber[]> {
  const { email, unsubscribe_token, created_at } = subscriptions
  return db
    .select({ email, unsubscribe_token, created_at })
    .from(subscriptions)
    .where(isNull(subscriptions.unsubscribed_at))
    .orderBy(created_at, email)
}
