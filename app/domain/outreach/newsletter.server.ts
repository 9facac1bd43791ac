import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql, gt, ne, type SQL } from 'drizzle-orm'
import type { MailContent } from '~/mails/mail-content'
import { mailMessages } from '~/messages/mail'
import { confirmNewsletterPath } from '~/paths'
import { env } from '~/platform/config/env.server'
import { type Reader, type Tx, db, inTransaction } from '~/platform/db/client.server'
import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { newsletterRequests } from '~/platform/db/schema/newsletter'
import { subscriptions } from '~/platform/db/schema/notifications'
import { maskEmail } from '~/platform/formats/email-address'
import { errorFacts, log } from '~/platform/log.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { hashToken } from '~/platform/tokens.server'
import { cancelNewsletters } from './delivery-queue.server'
import { queueMail } from './queue-mail.server'
import { buildNewsletterLeavePath } from './unsubscribe-paths.server'
import { consumeLinkMail } from './link-mail-limits.server'
import { subscriptionSchema } from './newsletter-fields.server'
import { TRAP } from './newsletter'

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

/** Double opt-in: a subscription counts once a link in a mail is confirmed. */
const HOURS = 48

/** Queues the mail with the link. The caller must have counted it with consumeLinkMail(). */
async function requestSubscription(tx: Tx, email: string): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  await tx.insert(newsletterRequests).values({ email, token_hash: hashToken(token) })
  await queueMail(tx, { to: email, kind: 'newsletter confirmation', content: buildConfirmationMail(token) })
}

const mail = mailMessages.confirmNewsletter

export const buildConfirmationMail = (token: string): MailContent => ({
  subject: mail.subject,
  preheader: mail.preheader,
  paragraphs: [mail.text, mail.otherwise],
  button: { label: mail.button, path: confirmNewsletterPath(token) },
  why: mail.why,
})

export const buildLeaveMail = (token: string): MailContent => {
  const { subject, preheader, text, otherwise, button } = mailMessages.leaveNewsletter
  return {
    subject,
    preheader,
    paragraphs: [text, otherwise],
    button: { label: button, path: buildNewsletterLeavePath(token) },
    why: mail.why,
  }
}

const isOpen = (token: string) =>
  and(
    eq(newsletterRequests.token_hash, hashToken(token)),
    gt(newsletterRequests.created_at, sql`now() - make_interval(hours => ${HOURS})`),
  )

/** Returns the masked address; null if the link is unknown, ended or too old. */
export async function findRequest(token: string): Promise<string | null> {
  const [row] = await db.select().from(newsletterRequests).where(isOpen(token))
  return row ? maskEmail(row.email) : null
}

/** Idempotent. Ends other links. After unsubscribing this one has ended, too: it subscribes nobody again. */
export const confirmSubscription = (token: string): Promise<Done | Refused<'ended'>> =>
  db.transaction(async (tx: Tx) => {
    const [found] = await tx.select().from(newsletterRequests).where(isOpen(token))
    if (!found) return refused('ended')
    const isSame = eq(newsletterRequests.email, found.email)
    const { id } = newsletterRequests
    // Rows are locked in a fixed order, so that two confirmations wait for each other instead of deadlocking.
    const open = await tx.select({ id }).from(newsletterRequests).where(isSame).orderBy(id).for('update')
    if (!open.some((request) => request.id === found.id)) return refused('ended')
    await tx.delete(newsletterRequests).where(and(isSame, ne(id, found.id)))
    await addSubscription(tx, found.email)
    return done()
  })

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
export async function subscribeToNewsletter(
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
      content: buildLeaveMail(found.unsubscribe_token),
    })
}

/** `left`: the subscription has ended. Null: the token is unknown. */
export async function findSubscription(token: string): Promise<{ left: boolean } | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.unsubscribe_token, token))
  return row ? { left: row.unsubscribed_at !== null } : null
}

type UnsubscribeResult = Done<{ left: boolean }> | Refused<'unknown'>

/** Idempotent. `left`: the subscription had ended before. */
export const unsubscribeFromNewsletter = (token: string): Promise<UnsubscribeResult> =>
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
