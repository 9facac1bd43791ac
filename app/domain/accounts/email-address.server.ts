import { randomUUID } from 'node:crypto'
import { and, eq, isNull, gt, sql } from 'drizzle-orm'
import { canSendMail, queueMail } from '~/domain/outreach/queue-mail.server'
import { consumeLinkMail } from '~/domain/outreach/link-mail-limits.server'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { addressLinks } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import {
  buildChangeMail,
  buildConfirmMail,
  buildFormerAddressMail,
  undoneMail,
} from './address/address-mails'
import { isAddressKept, lockForAddress, removeAddress } from './address/holders.server'
import { consumeLinkRequest } from './address/link-limits.server'
import {
  endLinks,
  findLinkedAddress,
  insertLink,
  consumeLink,
  findLink,
  findLinkOfForm,
  findRecentlyUsed,
  type AddressLink,
} from './address/links.server'
import { stopNumberChange } from './stop-number-change.server'
import { refuseTaken, type User } from './users.server'
import { notifyOfEmail } from './address/notify-of-email.server'
import { endPassword } from './address/end-password.server'

/** Above a limit, and to another member's address, it silently sends nothing. `address`: the client's IP. */
export async function sendAddressLink(userId: number, email: string, address: string): Promise<void> {
  if (!canSendMail() || !(await consumeLinkRequest(address))) return
  if (!(await findUse(db, userId, email)) || !(await consumeLinkMail(email))) return
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const use = await findUse(tx, userId, email)
    if (!use) return
    const isOwn = use === 'confirm'
    // Only the link to the last requested address stays valid.
    if (!isOwn) await endLinks(tx, userId, ['change'], { unless: email })
    const token = await insertLink(tx, { userId, purpose: use, email })
    const [kind, content] = isOwn
      ? ['confirm-address', buildConfirmMail(token)]
      : ['change-address', buildChangeMail(token)]
    await queueMail(tx, { to: email, kind, content, userId })
  })
}

/** Null: the address is confirmed already, or is another member's. */
async function findUse(reader: Reader, userId: number, email: string): Promise<'confirm' | 'change' | null> {
  const [user] = await reader
    .select({ email: users.email, confirmedAt: users.email_confirmed_at, stoppedAt: users.email_stopped_at })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!user) return null
  if (user.email === email) return user.confirmedAt && !user.stoppedAt ? null : 'confirm'
  return (await isAddressKept(reader, email, userId)) ? null : 'change'
}

export interface AddressState {
  email: string
  isConfirmed: boolean
  /** A mail server refused the address for good: it gets no mails until it is confirmed again. */
  isStopped: boolean
  /** A new address, which counts once its link is used. */
  next: string | null
  canConfirm: boolean
}

export async function readAddressState(userId: number): Promise<AddressState> {
  const [[user], next] = await Promise.all([
    db
      .select({
        email: users.email,
        confirmedAt: users.email_confirmed_at,
        stoppedAt: users.email_stopped_at,
      })
      .from(users)
      .where(eq(users.id, userId)),
    findLinkedAddress(db, userId, 'change'),
  ])
  return {
    email: user?.email ?? '',
    isConfirmed: Boolean(user?.confirmedAt && !user.stoppedAt),
    isStopped: Boolean(user?.stoppedAt),
    next: next?.email ?? null,
    canConfirm: canSendMail(),
  }
}

/** Sends to the unconfirmed address: the new one, else the member's own. Null: there is none. */
export async function sendLinkAgain(userId: number, address: string): Promise<string | null> {
  const { email, isConfirmed, next } = await readAddressState(userId)
  const waiting = next ?? (isConfirmed ? null : email || null)
  if (waiting) await sendAddressLink(userId, waiting, address)
  return waiting
}

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

async function setConfirmed(tx: Tx, userId: number, email: string): Promise<void> {
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
    content: buildFormerAddressMail(token),
    userId: user.id,
  })
}

/** Once in 30 days: so an owner with the number and a new password can leave a mailbox that a thief reads. */
async function hasUndone(tx: Tx, userId: number, email: string): Promise<boolean> {
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
