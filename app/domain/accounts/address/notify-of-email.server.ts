import { randomUUID } from 'node:crypto'
import type { Tx } from '~/platform/db/client.server'
import { maskEmail } from '~/platform/formats/email-address'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import type { User } from '../users.server'

/** `user` is the member as before the change. */
export async function notifyOfEmail(tx: Tx, user: User, email: string): Promise<void> {
  const [is, was] = [maskEmail(email), user.email && maskEmail(user.email)]
  const before = was && (was === is ? ', another one than before' : ` instead of ${was}`)
  await notify(tx, {
    userId: user.id,
    topic: 'safety',
    reference: `email-changed:${randomUUID()}`,
    title: 'Your e-mail changed',
    body: `It is now ${is}${before}. Was it not you? Write to us at once.`,
    href: paths.contactUs,
  })
}
