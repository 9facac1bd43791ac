import { randomUUID } from 'node:crypto'
import type { Reader } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { emailChannel } from './email/email-channel.server'
import type { MailContent } from '~/mails/mail-content'

export interface QueuedMail {
  /** One address, from a field that has checked its form. */
  to: string
  kind: string
  content: MailContent
  /** The member who gets it: it is erased with the account. Null: no member, such as a subscriber. */
  userId?: number | null
  /** A path of the site that ends the subscription behind the mail. Only such mails wait for the end of the quiet hours. */
  unsubscribe?: string
}

/** Whether mails are sent at all: outside of the demo only with SMTP_URL. */
export const canSendMail = (): boolean => emailChannel.isConfigured()

/** Does nothing if mails are off. They are sent after the caller's transaction, even to unconfirmed addresses. */
export async function queueMail(tx: Reader, ...mails: QueuedMail[]): Promise<void> {
  if (canSendMail() && mails.length) await tx.insert(deliveries).values(mails.map(toRow))
}

function toRow({
  to,
  kind,
  content,
  userId = null,
  unsubscribe,
}: QueuedMail): typeof deliveries.$inferInsert {
  const key = randomUUID()
  return {
    key,
    user_id: userId,
    channel: 'email',
    kind,
    topic: unsubscribe === undefined ? 'safety' : 'newsletter',
    address: to,
    content: sealContent(key, { content, unsubscribe: unsubscribe ?? null }),
  }
}

interface StoredContent {
  content: MailContent
  unsubscribe: string | null
}

const place = (key: string): SealedPlace => `deliveries|content|${key}`

const sealContent = (key: string, stored: StoredContent) => seal(JSON.stringify(stored), place(key))

/** Throws SealError. */
export const openContent = (key: string, sealed: string): StoredContent =>
  JSON.parse(unseal(sealed, place(key))) as StoredContent
