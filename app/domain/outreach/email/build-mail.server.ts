import { env } from '~/platform/config/env.server'
import type { OutgoingMessage } from '../deliveries/channel'
import { buildUnfollowPath, buildUnsubscribePath } from '../unsubscribe-paths.server'
import type { LinkedContent, MailContent } from '~/mails/mail-content'
import { buildLink } from './mail-links'
import { renderPage } from '~/mails/mail-page'
import { buildNotificationMail } from './notification-mail'
import { renderText } from '~/mails/mail-text'

export type WrittenMail = ReturnType<typeof buildMail>

/** The Message-ID of a delivery is the same at each attempt. */
export function buildMail(outgoing: OutgoingMessage) {
  const { publicOrigin, MAIL_FROM } = env()
  const { hostname } = new URL(publicOrigin)
  const { notification, mail, topic } = outgoing
  const content = link(mail ?? buildNotificationMail(notification!, topic), {
    unsubscribe: findUnsubscribePath(outgoing),
    unfollow: findUnfollowPath(outgoing),
  })
  return {
    from: MAIL_FROM ?? `DealDwaar <no-reply@${hostname}>`,
    to: { name: '', address: outgoing.address },
    subject: content.subject,
    messageId: `<${outgoing.key}@${hostname}>`,
    text: renderText(content),
    html: renderPage(content),
    headers: {
      // RFC 3834: prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(content.unsubscribe && {
        'List-Unsubscribe': `<${content.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

function findUnsubscribePath({ topic, userId, unsubscribe }: OutgoingMessage): string | null {
  if (unsubscribe !== null) return unsubscribe
  return topic === 'safety' || userId === null ? null : buildUnsubscribePath(userId, topic)
}

function findUnfollowPath({ topic, userId, notification }: OutgoingMessage): string | null {
  const store = topic === 'stores' && notification ? findStore(notification.href) : null
  return store === null || userId === null ? null : buildUnfollowPath(userId, store)
}

/** News of several stores leads to the list of stores. */
function findStore(href: string): string | null {
  const [, code] = /^\/Offers\/([^/?#]+)$/.exec(href) ?? []
  return code === undefined ? null : decodeURIComponent(code)
}

interface LeavePaths {
  unsubscribe: string | null
  unfollow: string | null
}

function link({ button, list = [], ...content }: MailContent, leavePaths: LeavePaths): LinkedContent {
  const write = (path: string) => buildLink(path, env())
  return {
    ...content,
    subject: formatOneLine(content.subject),
    button: button ? { label: button.label, url: write(button.path) } : null,
    list: list.map(({ title, text, path }) => ({
      title,
      text,
      url: path === undefined ? null : write(path),
    })),
    home: write('/'),
    unsubscribe: leavePaths.unsubscribe === null ? null : write(leavePaths.unsubscribe),
    unfollow: leavePaths.unfollow === null ? null : write(leavePaths.unfollow),
  }
}

const LONGEST_SUBJECT = 150

/** A line break would begin another header. */
const formatOneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT)
