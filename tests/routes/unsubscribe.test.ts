import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { sessions } from '~/platform/db/schema/members'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { choiceMessages } from '~/messages/mail-choices'
import { buildUnsubscribePath } from '~/domain/outreach/unsubscribe-paths.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'

test.each([true, false])('says that push messages go on where there is a device: %s', async (hasDevice) => {
  const { id } = await signedIn()
  const [session] = await db.select().from(sessions).where(eq(sessions.user_id, id))
  if (hasDevice)
    await db
      .insert(pushSubscriptions)
      .values({ user_id: id, session: session!.token_hash, endpoint_hash: `device of ${id}`, sealed: '' })
  const { status, text } = await newVisitor().post(buildUnsubscribePath(id, 'money'), {})
  expect([status, text.includes(choiceMessages.unsubscribe.push)]).toEqual([200, hasDevice])
  expect(text).toContain(choiceMessages.unsubscribe.done)
})
