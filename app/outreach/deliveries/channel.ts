import type { MailContent } from '../email/mail-content'
import type { Topic } from './topics'

export type ChannelName = 'email' | 'push' | 'sms'

export interface Outgoing {
  id: number
  /** A UUID, the same at each attempt. */
  key: string
  kind: string
  topic: Topic
  /** Null: the address belongs to no account. */
  userId: number | null
  address: string
  /** Null: it is a mail of queueMail(). */
  notification: { title: string; body: string; href: string; smsValues?: readonly string[] } | null
  /** Null: it is a notification. */
  mail: MailContent | null
  /** A path of the site that ends the subscription or switch behind the mail; null: there is none. */
  unsubscribe: string | null
}

export interface SendResult {
  /** refused: this address will never accept this message. */
  result: 'sent' | 'later' | 'refused'
  /** For operators; contains no address and nothing of the message. */
  answer: string
  /** The delay of 'later'; default: the backoff. */
  afterSeconds?: number
}

export interface Channel {
  name: ChannelName
  isConfigured(): boolean
  /**
   * SQL: a SELECT of one column, the addresses at which the member of row `m` (user_id, kind, topic) gets a
   * notification. Each gets a delivery.
   */
  addresses: string
  /** Throws only for a bug; the message is then tried again. */
  send(outgoing: Outgoing): Promise<SendResult>
  /** Ends idle connections, which keep the process alive. */
  close?(): Promise<void>
}
