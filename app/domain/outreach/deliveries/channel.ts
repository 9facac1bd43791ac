import type { MailContent } from '~/mails/mail-content'
import type { MessageTopic } from '../topics'

export type ChannelName = 'email' | 'push' | 'sms'

export interface OutgoingMessage {
  id: number
  /** A UUID, the same at each attempt. */
  key: string
  kind: string
  topic: MessageTopic
  /** Null: the address belongs to no account. */
  userId: number | null
  address: string
  notification: { title: string; body: string; href: string; smsValues?: readonly string[] } | null
  mail: MailContent | null
  /** A path of the site that ends the subscription or switch behind the mail; null: there is none. */
  unsubscribe: string | null
}

export interface SendResult {
  /** refused: this address will never accept this message. */
  result: 'sent' | 'later' | 'refused'
  /** For operators; contains no address and nothing of the message. */
  answer: string
  afterSeconds?: number
}

export interface Channel {
  name: ChannelName
  isConfigured(): boolean
  /** SQL: a SELECT of one column for row `m` (user_id, kind, topic). Each address that it returns gets a delivery. */
  addresses: string
  /** Throws only for a bug; the message is then tried again. */
  send(outgoing: OutgoingMessage): Promise<SendResult>
  /** Ends idle connections, which would keep the process alive. */
  close?(): Promise<void>
}
