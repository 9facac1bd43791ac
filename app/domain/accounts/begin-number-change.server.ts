import { eq, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'
import { formatTime } from '~/platform/formats/dates'
import { done, refused } from '~/platform/outcome'
import { queueMail } from '~/outreach/deliveries/queue-mail.server'
import { notify } from '~/outreach/notifications.server'
import { paths } from '~/paths'
import { writeNumberChangeMail } from './address/address-mails'
import { endLinks, findLink, insertLink, consumeLink, type AddressLink } from './address/links.server'
import type { ClientContext } from './client-context'
import * as fields from './fields.server'
import { findOpenChallenge } from './challenges.server'
import * as otp from './otp.server'
import { checkOwnPassword } from './own-password.server'
import { maskPhone } from './rules'
import { findTakenContact, findUserById, type User } from './users.server'
import { mayChangeNumber, WAIT_HOURS } from './number-rules.server'

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
  return otp.send<never>(
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
    content: writeNumberChangeMail(token, due),
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
