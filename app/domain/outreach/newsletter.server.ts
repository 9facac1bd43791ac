import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { db, inTransaction, type Tx } from '~/platform/db/client.server'
import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { subscriptions } from '~/platform/db/schema/notifications'
import { env } from '~/platform/config/env.server'
import { errorFacts, log } from '~/platform/log.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { queueMail } from './queue-mail.server'
import { requestSubscription, writeLeaveMail } from './newsletter-requests.server'
import { addSubscription, endSubscription } from './subscriptions.server'
import { consumeLinkMail } from './link-mail-limits.server'
import { subscriptionSchema } from './newsletter-fields.server'
import { TRAP } from './newsletter'

const perAddress = memoize(() => {
  const most = env().NEWSLETTER_PER_ADDRESS_HOUR
  return defineAddressLimit('newsletter', { v4: most, v6: most }, 3600)
})

/** `needsConfirmation`: the subscription counts once a link in a mail is confirmed. */
type SubscribeResult =
  Done<{ needsConfirmation: boolean }> | Refused<'tooMany', { minutes: number }> | Refused<'failed'>

interface SubscribeOptions {
  /** True by default if SMTP_URL is set. */
  needsConfirmation?: boolean
  /** Runs in the transaction of the subscription. */
  also?: (tx: Tx) => Promise<void>
}

/** Idempotent. Honeypot and mail limits do not show in the answer. `address`: the IP; '' skips its limit. */
export async function subscribe(
  given: { email: string; [TRAP]?: string },
  address = '',
  { needsConfirmation = env().SMTP_URL !== undefined, also = async () => {} }: SubscribeOptions = {},
): Promise<SubscribeResult> {
  const { email, [TRAP]: trap } = subscriptionSchema.parse(given)
  if (trap) return done({ needsConfirmation })
  try {
    const full = address ? await consumeAll(perAddress()(address)) : null
    if (full) return refused('tooMany', full)
    const isMailed = needsConfirmation && (await consumeLinkMail(email, 'newsletter'))
    await db.transaction(async (tx) => {
      if (isMailed) await requestSubscription(tx, email)
      if (!needsConfirmation) await addSubscription(tx, email)
      await also(tx)
    })
    return done({ needsConfirmation })
  } catch (error) {
    log('error', 'newsletter subscription failed', errorFacts(error))
    return refused('failed')
  }
}

/**
 * Does not reveal whether a subscription exists. With SMTP_URL a link in a mail ends it, so that nobody ends another's
 * (`needsConfirmation`). `address`: the client's IP; '' skips the rate limit.
 */
export async function requestLeave(
  email: string,
  address = '',
): Promise<Done<{ needsConfirmation: boolean }> | Refused<'tooMany', { minutes: number }>> {
  const full = address ? await consumeAll(perAddress()(address)) : null
  if (full) return refused('tooMany', full)
  const needsConfirmation = env().SMTP_URL !== undefined
  if (needsConfirmation) await mailLeaveLink(email)
  else await db.transaction((tx) => endSubscription(tx, email))
  return done({ needsConfirmation })
}

async function mailLeaveLink(email: string): Promise<void> {
  const isIt = and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at))
  const [found] = await db.select().from(subscriptions).where(isIt)
  if (found && (await consumeLinkMail(email, 'newsletter')))
    await queueMail(db, {
      to: email,
      kind: 'newsletter leave',
      content: writeLeaveMail(found.unsubscribe_token),
    })
}

/** `left`: the subscription has ended. Null: the token is unknown. */
export async function findSubscription(token: string): Promise<{ left: boolean } | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.unsubscribe_token, token))
  return row ? { left: row.unsubscribed_at !== null } : null
}

type UnsubscribeResult = Done<{ left: boolean }> | Refused<'unknown'>

/** Idempotent. `left`: the subscription had ended before. */
export const unsubscribe = (token: string): Promise<UnsubscribeResult> =>
  endWhere(eq(subscriptions.unsubscribe_token, token))

/** Idempotent. `left`: the address was already unsubscribed. */
export const unsubscribeAddress = (email: string, within?: Tx): Promise<UnsubscribeResult> =>
  endWhere(eq(subscriptions.email, email), within)

const endWhere = (isIt: SQL, within?: Tx): Promise<UnsubscribeResult> =>
  inTransaction(async (tx) => {
    const [found] = await tx.select().from(subscriptions).where(isIt)
    if (!found) return refused('unknown')
    await endSubscription(tx, found.email)
    return done({ left: found.unsubscribed_at !== null })
  }, within)

export type Subscriber = Pick<typeof subscriptions.$inferSelect, 'email' | 'unsubscribe_token' | 'created_at'>

export function listSubscribers(): Promise<Subscriber[]> {
  const { email, unsubscribe_token, created_at } = subscriptions
  return db
    .select({ email, unsubscribe_token, created_at })
    .from(subscriptions)
    .where(isNull(subscriptions.unsubscribed_at))
    .orderBy(created_at, email)
}
