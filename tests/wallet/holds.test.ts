/** The longest hold on withdrawals applies, with its own reason (docs/rules.md#29). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { listNotifications } from '../support/notifications'
import { holdMember, releaseMember } from '~/domain/wallet/holds.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { memberWith, sendRequest } from './support'

const days = (n: number) => new Date(Date.now() + n * 86_400_000)
const findHold = async (id: number) => {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return { until: row!.payout_hold_until, reason: row!.payout_hold_reason }
}

test('a longer operator hold outlasts a change of details and keeps its reason', async () => {
  const id = await memberWith(10_000n)
  const until = days(5)
  await holdMember(id, until, 'of a check of your last sales')
  await saveUpiDetails(id, { upi: 'asha.rao@other' })
  expect(await findHold(id)).toEqual({ until, reason: 'of a check of your last sales' })
  expect(await sendRequest(id, '10')).toMatchObject({
    reason: 'on-hold',
    until,
    because: 'of a check of your last sales',
  })
})

test('a shorter operator hold does not shorten a running one', async () => {
  const id = await memberWith(10_000n)
  await saveUpiDetails(id, { upi: 'asha.rao@other' })
  const before = await findHold(id)
  expect(before.reason).toBe('your UPI ID changed')
  await holdMember(id, new Date(Date.now() + 60_000), 'of a check')
  expect(await findHold(id)).toEqual(before)
  expect((await listNotifications(id))[0]).toMatchObject({
    title: 'Withdrawals are on hold',
    body: expect.stringContaining('because your UPI ID changed.') as string,
  })
})

test('an expired hold is replaced by the next; a lifted hold is removed', async () => {
  const id = await memberWith(10_000n)
  await holdMember(id, days(-1), 'of a check that is over')
  await saveUpiDetails(id, { upi: 'asha.rao@other' })
  expect((await findHold(id)).reason).toBe('your UPI ID changed')
  expect(await releaseMember(id)).toBe(true)
  expect(await findHold(id)).toEqual({ until: null, reason: null })
  expect(await releaseMember(id)).toBe(false)
})
