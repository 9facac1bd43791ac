import { and, eq, gt, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { addressLinks } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { queueMail } from '~/outreach/deliveries/queue-mail.server'
import { stopNumberChange } from './stop-number-change.server'
import { refuseTaken, type User } from './users.server'
import { writeFormerAddressMail } from './address/address-mails'
import { lockForAddress, removeAddress } from './address/holders.server'
import {
  consumeLink,
  endLinks,
  findLink,
  findLinkOfForm,
  findRecentlyUsed,
  insertLink,
  type AddressLink,
} from './address/links.server'
import { notifyOfEmail } from './address/notify-of-email.server'

export const findAddressLink = (token: string): Promise<AddressLink | null> =>
  findLink(db, token, 'confirm', 'change')

type ConfirmResult = Done<{ isChange: boolean }> | Refused<'ended' | 'taken'>

export const confirmAddress = (token: string): Promise<ConfirmResult> =>
  refuseTaken(db.transaction((tx) => confirm(tx, token)))

async function confirm(tx: Tx, token: string): Promise<ConfirmResult> {
  const link = await findLinkOfForm(tx, token, 'confirm', 'change')
  const locked = link && (await lockForAddress(tx, link.user_id, link.email))
  if (!locked) return refused('ended')
  const { user, holder } = locked
  const isChange = link.purpose === 'change'
  if (!(await consumeLink(tx, link))) {
    const isInForce = user.email === link.email && user.email_confirmed_at !== null
    return isInForce && (await findRecentlyUsed(tx, token, link.purpose))
      ? done({ isChange })
      : refused('ended')
  }
  if (!isChange && user.email !== link.email) return refused('ended')
  if (holder?.keeps) return refused('taken')
  if (holder) await removeAddress(tx, holder)
  await setConfirmed(tx, user.id, link.email)
  await endLinks(tx, user.id, ['confirm', 'change'])
  if (user.email !== link.email) await notifyOfChange(tx, user, link.email)
  return done({ isChange })
}

export async function setConfirmed(tx: Tx, userId: number, email: string): Promise<void> {
  const isSame = sql`${users.email} IS NOT DISTINCT FROM ${email}`
  await tx
    .update(users)
    .set({
      email,
      email_confirmed_at: sql`CASE WHEN ${isSame} THEN coalesce(${users.email_confirmed_at}, now()) ELSE now() END`,
      email_set_at: sql`CASE WHEN ${isSame} THEN ${users.email_set_at} ELSE now() END`,
      email_stopped_at: null,
    })
    .where(eq(users.id, userId))
}

/** Only a confirmed former address gets the undo link: an unconfirmed one may be a stranger's. */
async function notifyOfChange(tx: Tx, user: User, email: string): Promise<void> {
  await endLinks(tx, user.id, ['number'])
  await stopNumberChange(tx, user.id, 'email')
  await notifyOfEmail(tx, user, email)
  if (!user.email || !user.email_confirmed_at) return
  const token = (await hasUndone(tx, user.id, user.email))
    ? null
    : await insertLink(tx, { userId: user.id, purpose: 'undo', email: user.email })
  await queueMail(tx, {
    to: user.email,
    kind: 'address-changed',
    content: writeFormerAddressMail(token),
    userId: user.id,
  })
}

/** Once in 30 days: so an owner with the number and a new password can leave a mailbox that a thief reads. */
export async function hasUndone(tx: Tx, userId: number, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: addressLinks.id })
    .from(addressLinks)
    .where(
      and(
        eq(addressLinks.user_id, userId),
        eq(addressLinks.purpose, 'undo'),
        eq(addressLinks.email, email),
        gt(addressLinks.used_at, sql`now() - interval '30 days'`),
      ),
    )
    .limit(1)
  return rows.length > 0
}
