import { and, eq, isNull } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { canSendMail, queueMail } from '~/outreach/deliveries/queue-mail.server'
import { consumeLinkMail } from '~/outreach/email/link-mail-limits.server'
import { writeChangeMail, writeConfirmMail } from './address/address-mails'
import { isAddressKept } from './address/holders.server'
import { consumeLinkRequest } from './address/link-limits.server'
import { endLinks, findLinkedAddress, insertLink } from './address/links.server'

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
      ? ['confirm-address', writeConfirmMail(token)]
      : ['change-address', writeChangeMail(token)]
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
