import { mailMessages } from '~/messages/mail'
import { paths } from '~/paths'
import type { MessageTopic } from '../topics'
import type { MailContent } from '~/mails/mail-content'

const { open, why } = mailMessages

const LABELS: readonly [start: string, label: string][] = [
  ['/Account/Claims/', open.claim],
  ['/Offers/', open.store],
  [paths.changePassword, open.changePassword],
  [paths.contactUs, open.contactUs],
  [paths.followedStores, open.followedStores],
  [paths.history, open.history],
  [paths.wallet, open.wallet],
  [paths.account, open.account],
]

export function buildNotificationMail(
  { title, body, href }: { title: string; body: string; href: string },
  topic: MessageTopic,
): MailContent {
  const label = LABELS.find(([start]) => href.startsWith(start))?.[1] ?? open.other
  return {
    subject: title,
    preheader: body,
    paragraphs: [body],
    button: { label, path: href },
    why: why[topic],
  }
}
