import { mailMessages } from '~/messages/mail'
import type { MailContent } from '~/outreach/email/mail-content'
import { paths } from '~/paths'

const { deleted, why, open } = mailMessages

/** Names nobody. */
export const deletionMail: MailContent = {
  subject: deleted.subject,
  preheader: deleted.preheader,
  paragraphs: [deleted.done, deleted.otherwise],
  button: { label: open.contactUs, path: paths.contactUs },
  why: why.safety,
}
