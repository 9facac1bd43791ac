import { describe, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { subscriptions } from '~/db/schema'
import { subscribe } from '~/outreach/newsletter.server'
import { subscriptionSchema } from '~/outreach/newsletter'
import { countUnread, listNotifications, markRead, notify } from '~/outreach/notifications.server'

const item = (userId: number, n: number) => ({
  userId,
  reference: `event:${n}`,
  title: `Title ${n}`,
  body: `Body ${n}`,
  href: '/Account/History',
})

describe('notifications', () => {
  test('one event tells once a person, newest first', async () => {
    await notify(db, item(1, 1), item(2, 1))
    await notify(db, item(1, 1))
    await notify(db, item(1, 2))
    await notify(db)
    expect((await listNotifications(1)).map((n) => n.title)).toEqual(['Title 2', 'Title 1'])
    expect((await listNotifications(2)).map((n) => n.title)).toEqual(['Title 1'])
  })

  test('are read one by one or all, by their owner alone', async () => {
    await notify(db, item(3, 1), item(3, 2), item(3, 3))
    const [latest] = await listNotifications(3)
    await markRead(4, latest!.id)
    expect(await countUnread(3)).toBe(3)
    await markRead(3, latest!.id)
    expect(await countUnread(3)).toBe(2)
    expect((await listNotifications(3))[0]!.read_at).not.toBeNull()
    await markRead(3)
    expect([await countUnread(3), await countUnread(1)]).toEqual([0, 2])
  })
})

describe('the newsletter', () => {
  test('keeps an address trimmed and lower-cased, once, with a token to leave by', async () => {
    await subscribe({ email: '  Asha@Example.IN ' })
    const [first] = await db.select().from(subscriptions)
    await db.update(subscriptions).set({ unsubscribed_at: new Date() })
    expect(await subscribe({ email: 'asha@example.in' })).toEqual({ ok: true })
    const rows = await db.select().from(subscriptions)
    expect(rows).toMatchObject([{ email: 'asha@example.in', unsubscribed_at: null }])
    expect(rows[0]!.unsubscribe_token).toBe(first!.unsubscribe_token)
    expect(first!.unsubscribe_token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  test('takes 20 an hour from one address, an IPv6 household being one', async () => {
    const from = (address: string, n: number) => subscribe({ email: `n${n}@example.in` }, address)
    for (let n = 0; n < 20; n++)
      expect(await from(`2001:db8:0:7::${n.toString(16)}`, n)).toEqual({ ok: true })
    const refused = await from('2001:db8:0:7:ffff::1', 20)
    expect(refused).toMatchObject({ ok: false, reason: 'tooMany' })
    expect(await from('2001:db8:0:8::1', 21)).toEqual({ ok: true })
    const emails = (await db.select().from(subscriptions)).map((row) => row.email)
    expect(emails).not.toContain('n20@example.in')
  })

  test.each([undefined, '', ' ', 'asha', 'a b@c.d', 'a@b', '@b.c', `${'a'.repeat(250)}@b.cd`])(
    'refuses %j',
    (email) => {
      const { success, error } = subscriptionSchema.safeParse({ email })
      expect([success, error?.issues[0]?.message]).toEqual([false, 'Please enter a valid email address.'])
    },
  )
})
