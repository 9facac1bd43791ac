import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { canSendMail, queueMail } from '~/outreach/deliveries/queue-mail.server'
import { consumeLinkMail } from '~/outreach/email/link-mail-limits.server'
import { runAfterAnswer } from '~/platform/after-answer.server'
import { writeLostNumberMail } from './address/address-mails'
import { consumeLinkRequest } from './address/link-limits.server'
import { insertLink } from './address/links.server'
import * as fields from './fields.server'
import { mayChangeNumber } from './number-rules.server'

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
      content: writeLostNumberMail(token),
      userId: user.id,
    })
  })
}
