import { randomUUID } from 'node:crypto'
import { db, type Tx } from '~/platform/db/client.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { queueMail } from '~/outreach/deliveries/queue-mail.server'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'
import { stopNumberChange } from './stop-number-change.server'
import { refuseTaken } from './users.server'
import { undoneMail } from './address/address-mails'
import { hasUndone, setConfirmed } from './confirm-address.server'
import { endPassword } from './address/end-password.server'
import { lockForAddress, removeAddress } from './address/holders.server'
import { consumeLink, endLinks, findLink, findLinkOfForm, type AddressLink } from './address/links.server'

export const findUndoLink = (token: string): Promise<AddressLink | null> => findLink(db, token, 'undo')

type UndoResult = Done | Refused<'ended' | 'taken'>

/** Also ends password and sessions, because a change needs the password. A repeated request gets the same answer. */
export const undoChange = (token: string): Promise<UndoResult> =>
  refuseTaken(db.transaction((tx) => undo(tx, token)))

async function undo(tx: Tx, token: string): Promise<UndoResult> {
  const link = await findLinkOfForm(tx, token, 'undo')
  const locked = link && (await lockForAddress(tx, link.user_id, link.email))
  if (!locked) return refused('ended')
  const { user, holder } = locked
  if (holder?.email_confirmed_at) return refused('taken')
  if (link.used_at) return user.email === link.email ? done() : refused('ended')
  if (await hasUndone(tx, user.id, link.email)) return refused('ended')
  // Also where the address is back already: the person who changed it still knows the password.
  if (!(await consumeLink(tx, link))) return refused('ended')
  // Of several addresses that may undo, the earliest wins.
  await endLinks(tx, user.id, ['undo'], { after: link.id })
  await endLinks(tx, user.id, ['confirm', 'change', 'number'])
  if (holder) await removeAddress(tx, holder)
  if (user.email && user.email !== link.email && user.email_confirmed_at)
    await queueMail(tx, { to: user.email, kind: 'address-undone', content: undoneMail, userId: user.id })
  await setConfirmed(tx, user.id, link.email)
  await stopNumberChange(tx, user.id, 'email')
  await notify(tx, {
    userId: user.id,
    topic: 'safety',
    reference: `email-undone:${randomUUID()}`,
    title: 'The change of your e-mail is undone',
    body: 'Your old address is back, and your password no longer works, because somebody else knew it. Write to us if anything else changed.',
    href: paths.contactUs,
  })
  await endPassword(tx, user)
  return done()
}
