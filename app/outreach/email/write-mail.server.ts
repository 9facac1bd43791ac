import { env } from '~/config/env.server'
import type { Outgoing } from '../deliveries/channel'
import type { MailContent } from './mail-content'
import { renderText } from './render-text'

export type WrittenMail = ReturnType<typeof writeMail>

/** The same delivery is written with the same Message-ID at each attempt. */
export function writeMail(outgoing: Outgoing) {
  const { publicOrigin, MAIL_FROM } = env()
  const { hostname } = new URL(publicOrigin)
  const content = outgoing.mail ?? notificationMail(outgoing)
  const text = renderText(content, publicOrigin)
  return {
    from: MAIL_FROM ?? `DealDwaar <no-reply@${hostname}>`,
    to: { name: '', address: outgoing.address },
    subject: content.subject,
    messageId: `<${outgoing.key}@${hostname}>`,
    text,
    html: `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
  }
}

function notificationMail({ notification }: Outgoing): MailContent {
  const { title, body, href } = notification!
  return {
    subject: title,
    preheader: body,
    paragraphs: [body],
    button: { label: 'Open', path: href },
    why: 'You get this mail because it is about your account.',
  }
}
