import { and, eq, gt, sql, isNull } from 'drizzle-orm'
import { z } from 'zod/v4'
import { canSendMail, queueMail } from '~/domain/outreach/queue-mail.server'
import { consumeLinkMail } from '~/domain/outreach/link-mail-limits.server'
import { notify } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import { runAfterAnswer } from '~/platform/after-answer.server'
import { type Reader, db, type Tx } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'
import { DAY_MS, formatTime } from '~/platform/formats/dates'
import { done, refused } from '~/platform/outcome'
import { type User, findTakenContact, findUserById } from './users.server'
import {
  findUsedLink,
  insertLink,
  endLinks,
  findLink,
  consumeLink,
  type AddressLink,
} from './address/links.server'
import { buildLostNumberMail, buildNumberChangeMail } from './address/address-mails'
import { consumeLinkRequest } from './address/link-limits.server'
import * as fields from './fields.server'
import type { ClientContext } from './client-context'
import { findOpenChallenge } from './challenges.server'
import * as otp from './otp.server'
import { checkOwnPassword } from './own-password.server'
import { maskPhone } from './rules'

const CONFIRMED_DAYS = 30
const WAIT_HOURS = 72

/** The address must be confirmed and unchanged for 30 days, with a password, and no change begun within a year. */
async function mayChangeNumber(reader: Reader, user: User): Promise<boolean> {
  const { email, email_confirmed_at: confirmed, phone_number, password_hash, deleted_at } = user
  if (!email || !confirmed || !phone_number || !password_hash || deleted_at) return false
  if (confirmed.getTime() > Date.now() - CONFIRMED_DAYS * DAY_MS) return false
  const earlier = await reader
    .select({ id: numberChanges.id })
    .from(numberChanges)
    .where(
      and(eq(numberChanges.user_id, user.id), gt(numberChanges.created_at, sql`now() - interval '1 year'`)),
    )
    .limit(1)
  return earlier.length === 0
}

export async function findWaitingChange(userId: number): Promise<{ phone: string; due: Date } | null> {
  const { new_phone, due_at, user_id, state } = numberChanges
  const [change] = await db
    .select({ phone: new_phone, due: due_at })
    .from(numberChanges)
    .where(and(eq(user_id, userId), eq(state, 'waiting')))
  return change ?? null
}

export async function findChangeInProgress(token: string): Promise<{ due: Date } | null> {
  const link = await findUsedLink(db, token, 'number')
  return link && findWaitingChange(link.user_id)
}

export const numberLinkSchema = z.object({ email: fields.email })

const isMember = (email: string) => and(eq(users.email, email), isNull(users.deleted_at))

/** Neither result nor time tells who has an account: it is looked up after the answer. `address`: the client's IP. */
export async function requestNumberLink(email: string, address: string): Promise<void> {
  if (!canSendMail() || !(await consumeLinkRequest(address))) return
  // Without the database the answer must not promise a mail.
  await db.execute(sql`SELECT 1`)
  runAfterAnswer('link for a lost number not sent', () => sendNumberLink(email))
}

async function sendNumberLink(email: string): Promise<void> {
  const [found] = await db.select().from(users).where(isMember(email))
  if (!found || !(await mayChangeNumber(db, found)) || !(await consumeLinkMail(email, 'lost number'))) return
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(isMember(email)).for('no key update')
    if (!user || !(await mayChangeNumber(tx, user))) return
    const token = await insertLink(tx, { userId: user.id, purpose: 'number', email })
    await queueMail(tx, {
      to: email,
      kind: 'lost-number',
      content: buildLostNumberMail(token),
      userId: user.id,
    })
  })
}

export const newNumberSchema = z.object({ password: fields.password, phone_number: fields.phoneNumber })

const PURPOSE = 'lost-number'

export async function findNumberLink(token: string): Promise<{ link: AddressLink; user: User } | null> {
  const link = await findLink(db, token, 'number')
  const user = link && (await findUserById(link.user_id))
  if (!user || user.email !== link.email || !(await mayChangeNumber(db, user))) return null
  return { link, user }
}

/** Checks the password first: a link alone must reveal nothing about numbers. */
export async function sendNewNumberCode(
  token: string,
  { password, phone_number }: z.output<typeof newNumberSchema>,
  visitor: ClientContext,
) {
  const found = await findNumberLink(token)
  if (!found) return refused('linkEnded')
  const asker = { address: visitor.address, known: null }
  const own = await checkOwnPassword(found.user.id, password, asker)
  if (!own.ok) return own
  if (phone_number === own.user.phone_number) return refused('sameNumber')
  if (await findTakenContact('', phone_number)) return refused('phoneTaken')
  const { challengeId } = visitor
  return otp.sendPreparedCode<never>(
    { purpose: PURPOSE, phone: phone_number, challengeId, requestKey: null, asker },
    async () => done({ payload: { link: found.link.id } }),
  )
}

export async function findNewNumberCode(token: string, challengeId: string | null) {
  const found = await findNumberLink(token)
  const open = found && challengeId !== null ? await findOpenChallenge(challengeId) : null
  return open?.purpose === PURPOSE && isForLink(open.payload, found!.link) ? open : null
}

const isForLink = (payload: unknown, link: AddressLink) =>
  (payload as { link?: number } | null)?.link === link.id

/** The change waits for 72 hours, in which it can be stopped. `due`: when it counts. */
export async function beginNumberChange(token: string, code: string, visitor: ClientContext) {
  const { challengeId, address } = visitor
  if (challengeId === null || !(await findNewNumberCode(token, challengeId))) return refused('ended')
  const verified = await otp.verify(challengeId, code, { address, known: null })
  if (!verified.ok) return verified
  if (await findTakenContact('', verified.phone)) return refused('phoneTaken')
  return db.transaction((tx) => begin(tx, token, challengeId))
}

async function begin(tx: Tx, token: string, challengeId: string) {
  const link = await findLink(tx, token, 'number')
  if (!link) return refused('linkEnded')
  const [user] = await tx.select().from(users).where(eq(users.id, link.user_id)).for('update')
  if (user?.email !== link.email || !(await mayChangeNumber(tx, user))) return refused('linkEnded')
  const proof = await otp.consume(tx, challengeId, PURPOSE)
  if (!proof || !isForLink(proof.payload, link)) return refused('ended')
  if (!(await consumeLink(tx, link))) return refused('linkEnded')
  await endLinks(tx, user.id, ['number'])
  const [change] = await tx
    .insert(numberChanges)
    .values({
      user_id: user.id,
      old_phone: user.phone_number!,
      new_phone: proof.phone,
      email: link.email,
      due_at: sql`now() + make_interval(hours => ${WAIT_HOURS})`,
    })
    .returning()
  await notifyOfChange(tx, change!)
  return done({ due: change!.due_at })
}

async function notifyOfChange(tx: Tx, change: typeof numberChanges.$inferSelect): Promise<void> {
  const { id, user_id: userId, email, new_phone, due_at } = change
  const due = formatTime(due_at)
  const token = await insertLink(tx, { userId, purpose: 'stop', email })
  await queueMail(tx, {
    to: email,
    kind: 'number-change',
    content: buildNumberChangeMail(token, due),
    userId,
  })
  await notify(tx, {
    userId,
    topic: 'safety',
    reference: `number-change:${id}:begun`,
    title: 'Your mobile number will change',
    body: `From ${due} it is ${maskPhone(new_phone)}. Was it not you? Sign in with your current number, which stops it, and change your password.`,
    href: paths.changePassword,
  })
}
