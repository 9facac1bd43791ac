/** The header's balance and notifications are consistent. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { notify } from '~/domain/outreach/notifications.server'
import { readHeaderState } from '~/components/layout/header-data.server'
import { untilBlocked } from '../support/locks'
import { earn, member } from '../wallet/support'

test('the header’s balance includes money of every notification it lists', async () => {
  const userId = await member()
  const state = await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE notifications IN ACCESS EXCLUSIVE MODE`)
    const reading = readHeaderState(userId)
    await untilBlocked()
    await earn(userId, 12_50n)
    const news = {
      userId,
      topic: 'money' as const,
      reference: 'earned',
      title: 'Cashback confirmed',
      body: 'Body',
      href: '/Account',
    }
    await notify(tx, news)
    return { reading }
  })
  expect(await state.reading).toMatchObject({
    balance: 'Rs. 12.50',
    unread: 1,
    notifications: [{ title: 'Cashback confirmed' }],
  })
})
