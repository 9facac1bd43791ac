import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { subscriptions } from '~/platform/db/schema/notifications'
import { subscribeToNewsletter } from '~/domain/outreach/newsletter.server'
import { subscriptionSchema } from '~/domain/outreach/newsletter-fields.server'
import { listNotificationPage, markAllRead, markRead, notify } from '~/domain/outreach/notifications.server'
import { listNotifications } from '../support/notifications'
import { readHeaderState } from '~/components/layout/header-data.server'

const countUnread = async (userId: number) => (await readHeaderState(userId)).unread

const item = (userId: number, n: number) => ({
  userId,
  topic: 'money' as const,
  reference: `event:${n}`,
  title: `Title ${n}`,
  body: `Body ${n}`,
  href: '/Account/History',
})

describe('notifications', () => {
  test('one event notifies each member once, and the list is newest first', async () => {
    await notify(db, item(1, 1), item(2, 1))
    await notify(db, item(1, 1))
    await notify(db, item(1, 2))
    await notify(db)
    expect((await listNotifications(1)).map((n) => n.title)).toEqual(['Title 2', 'Title 1'])
    expect((await listNotifications(2)).map((n) => n.title)).toEqual(['Title 1'])
  })

  test('are marked as read one by one, by their owner only, and keep the first reading time', async () => {
    await notify(db, item(3, 1), item(3, 2), item(3, 3))
    const [latest] = await listNotifications(3)
    expect(await markRead(4, latest!.id)).toBeNull()
    expect(await countUnread(3)).toBe(3)
    expect(await markRead(3, latest!.id)).toBe('/Account/History')
    expect(await countUnread(3)).toBe(2)
    const [read] = await listNotifications(3)
    expect(read!.read_at).not.toBeNull()
    expect(await markRead(3, latest!.id)).toBe('/Account/History')
    expect((await listNotifications(3))[0]!.read_at).toEqual(read!.read_at)
  })

  test('are marked as read all at once, except later ones and other members’', async () => {
    await notify(db, item(5, 1), item(5, 2), item(6, 1))
    const [shown] = await listNotifications(5)
    await notify(db, item(5, 3))
    await markAllRead(5, shown!.id)
    expect((await listNotifications(5)).map((n) => n.read_at === null)).toEqual([true, false, false])
    expect([await countUnread(5), await countUnread(6)]).toEqual([1, 1])
  })

  test('are listed in pages of 10, and counted up to 100', async () => {
    await notify(db, ...Array.from({ length: 101 }, (_, i) => item(7, i)))
    const page = await listNotificationPage(7, 11)
    expect(page).toMatchObject({ page: 11, pages: 11, items: [{ title: 'Title 0' }] })
    expect((await listNotificationPage(7, 1)).items).toHaveLength(10)
    expect(await listNotificationPage(7, 12)).toMatchObject({ items: [], pages: 11 })
    expect(await listNotificationPage(8, 1)).toEqual({ items: [], page: 1, pages: 0, total: 0 })
    expect(await countUnread(7)).toBe(100)
  })
})

describe('newsletter', () => {
  test('stores an address trimmed and lower-cased, once, with an unsubscribe token', async () => {
    await subscribeToNewsletter({ email: '  Asha@Example.IN ' })
    const [first] = await db.select().from(subscriptions)
    await db.update(subscriptions).set({ unsubscribed_at: new Date() })
    expect(await subscribeToNewsletter({ email: 'asha@example.in' })).toEqual({
      ok: true,
      needsConfirmation: false,
    })
    const rows = await db.select().from(subscriptions)
    expect(rows).toMatchObject([{ email: 'asha@example.in', unsubscribed_at: null }])
    expect(rows[0]!.unsubscribe_token).toBe(first!.unsubscribe_token)
    expect(first!.unsubscribe_token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  test.each(['asha\u001b[2a@example.in', 'asha@exa\u202emple.in', 'asha@example.i\u009bn', 'asha@example'])(
    'the schema rejects the address %j',
    (email) => {
      expect(subscriptionSchema.safeParse({ email }).success).toBe(false)
    },
  )
  test('accepts 20 subscriptions an hour from one address, or one IPv6 /64', async () => {
    const from = (address: string, n: number) => subscribeToNewsletter({ email: `n${n}@example.in` }, address)
    for (let n = 0; n < 20; n++)
      expect(await from(`2001:db8:0:7::${n.toString(16)}`, n)).toMatchObject({ ok: true })
    const refused = await from('2001:db8:0:7:ffff::1', 20)
    expect(refused).toMatchObject({ ok: false, reason: 'tooMany' })
    expect(await from('2001:db8:0:8::1', 21)).toMatchObject({ ok: true })
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
