import { mailMessages } from '~/messages/mail'
import type { MailContent } from '~/mails/mail-content'
import { paths } from '~/paths'

const { deleted, why, open } = mailMessages

/** Sent to the confirmed address of a deleted account; nothing in it names the person. */
export const deletionMail: MailContent = {
  subject: deleted.subject,
  preheader: deleted.preheader,
  paragraphs: [deleted.done, deleted.otherwise],
  button: { label: open.contactUs, path: paths.contactUs },
  why: why.safety,
}
