/** Double opt-in: a subscription counts once a link in a mail is confirmed (docs/decisions/0094-newsletter.md). */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { newsletterRequests } from '~/db/schema/newsletter'
import { mailMessages } from '~/messages/mail'
import { done, refused, type Done, type Refused } from '~/outcome'
import { confirmNewsletterPath } from '~/paths'
import { queueMail } from '../deliveries/queue-mail.server'
import { consumeLinkMail } from '../email/link-mail-limits.server'
import type { MailContent } from '../email/mail-content'
import { addSubscription, maskEmail } from './subscriptions.server'

const HOURS = 48

/** Above the rate limits it silently sends nothing. */
export async function requestSubscription(email: string): Promise<void> {
  if (!(await consumeLinkMail(email))) return
  const token = randomBytes(24).toString('base64url')
  await db.transaction(async (tx) => {
    await tx.insert(newsletterRequests).values({ email, token_hash: hashToken(token) })
    await queueMail(tx, { to: email, kind: 'newsletter confirmation', content: writeConfirmation(token) })
  })
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const mail = mailMessages.confirmNewsletter

export const writeConfirmation = (token: string): MailContent => ({
  subject: mail.subject,
  preheader: mail.preheader,
  paragraphs: [mail.text, mail.otherwise],
  button: { label: mail.button, path: confirmNewsletterPath(token) },
  why: mail.why,
})

const isOpen = (token: string) =>
  and(
    eq(newsletterRequests.token_hash, hashToken(token)),
    gt(newsletterRequests.created_at, sql`now() - make_interval(hours => ${HOURS})`),
  )

/** Returns the masked address; null for a link that is unknown, used or too old. */
export async function findRequest(token: string): Promise<string | null> {
  const [row] = await db.select().from(newsletterRequests).where(isOpen(token))
  return row ? maskEmail(row.email) : null
}

/** Each link works once; using it also ends the other links to the same address. */
export const confirmSubscription = (token: string): Promise<Done | Refused<'ended'>> =>
  db.transaction(async (tx: Tx) => {
    const [used] = await tx.delete(newsletterRequests).where(isOpen(token)).returning()
    if (!used) return refused('ended')
    await tx.delete(newsletterRequests).where(eq(newsletterRequests.email, used.email))
    await addSubscription(tx, used.email)
    return done()
  })
