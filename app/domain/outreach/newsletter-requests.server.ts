/** Double opt-in: a subscription counts once a link in a mail is confirmed. */
import { randomBytes } from 'node:crypto'
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { newsletterRequests } from '~/platform/db/schema/newsletter'
import { hashToken } from '~/platform/tokens.server'
import { maskEmail } from '~/platform/formats/email-address'
import { mailMessages } from '~/messages/mail'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { confirmNewsletterPath } from '~/paths'
import { queueMail } from './queue-mail.server'
import { writeNewsletterLeavePath } from './unsubscribe-paths.server'
import type { MailContent } from '~/mails/mail-content'
import { addSubscription } from './subscriptions.server'

const HOURS = 48

/** Queues the mail with the link. The caller must have counted it with consumeLinkMail(). */
export async function requestSubscription(tx: Tx, email: string): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  await tx.insert(newsletterRequests).values({ email, token_hash: hashToken(token) })
  await queueMail(tx, { to: email, kind: 'newsletter confirmation', content: writeConfirmation(token) })
}

const mail = mailMessages.confirmNewsletter

export const writeConfirmation = (token: string): MailContent => ({
  subject: mail.subject,
  preheader: mail.preheader,
  paragraphs: [mail.text, mail.otherwise],
  button: { label: mail.button, path: confirmNewsletterPath(token) },
  why: mail.why,
})

export const writeLeaveMail = (token: string): MailContent => {
  const { subject, preheader, text, otherwise, button } = mailMessages.leaveNewsletter
  return {
    subject,
    preheader,
    paragraphs: [text, otherwise],
    button: { label: button, path: writeNewsletterLeavePath(token) },
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
