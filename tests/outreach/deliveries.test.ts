import { eq } from 'drizzle-orm'
import { beforeEach, afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries, messageChoices } from '~/platform/db/schema/deliveries'
import { users } from '~/platform/db/schema/members'
import { canSendMail, queueMail } from '~/domain/outreach/queue-mail.server'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { findQuietEnd } from '~/domain/outreach/quiet-hours'
import { findKind } from '~/domain/outreach/topics'
import { notify } from '~/domain/outreach/notifications.server'
import { NOON, startMailbox, type Mailbox } from '../support/mailbox'
import { addConfirmedMember } from './people'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
  env().SMTP_URL = mailbox.url
})
afterAll(() => mailbox.close())
beforeEach(() => db.delete(deliveries))

let made = 0
async function confirmedMember(): Promise<{ id: number; email: string }> {
  const email = `member-${++made}@mail.example`
  return { id: await addConfirmedMember(email), email }
}

const item = (userId: number, reference = 'withdrawal:7:paid') => ({
  userId,
  topic: 'money' as const,
  reference,
  title: 'Withdrawal paid',
  body: '₹5.00 was paid.',
  href: '/Account/History',
})
const content = { subject: 'A subject', preheader: '', paragraphs: ['A text.'], why: 'Because.' }
const states = async () =>
  (await db.select().from(deliveries).orderBy(deliveries.id)).map(({ state }) => state)

describe('the outbox', () => {
  test('a notification sends one mail, however often it is repeated or the worker runs', async () => {
    const { id, email } = await confirmedMember()
    await notify(db, item(id), item(id))
    await notify(db, item(id))
    expect(await runDeliveries({ at: NOON })).toBe(1)
    expect(await runDeliveries({ at: NOON })).toBe(0)
    expect(mailbox.mails(email)).toMatchObject([{ subject: 'Withdrawal paid' }])
    expect(mailbox.mails(email)[0]!.link('/Account/History')).toBe(
      'http://localhost:3000/Account/History?dialog=sign-in',
    )
    expect(await db.select().from(deliveries)).toMatchObject([
      { state: 'sent', kind: 'withdrawal:paid', attempts: 1, answer: '250', user_id: id },
    ])
  })

  test('an unconfirmed or permanently refused address gets no notification', async () => {
    for (const unusable of [{ email_confirmed_at: null }, { email_stopped_at: new Date() }]) {
      const { id } = await confirmedMember()
      await db.update(users).set(unusable).where(eq(users.id, id))
      await notify(db, item(id))
    }
    expect(await states()).toEqual([])
  })

  test('a switch and a changed address are checked when a message is sent, except about safety', async () => {
    const [switched, moved] = [await confirmedMember(), await confirmedMember()]
    for (const { id } of [switched, moved])
      await notify(db, item(id), { ...item(id, 'sign-in:x'), topic: 'safety' })
    await db
      .insert(messageChoices)
      .values({ user_id: switched.id, topic: 'money', channel: 'email', wanted: false })
    await db.update(users).set({ email: 'other@mail.example' }).where(eq(users.id, moved.id))
    expect(await runDeliveries({ at: NOON })).toBe(2)
    expect(await states()).toEqual(['cancelled', 'sent', 'cancelled', 'sent'])
  })

  test('messages wait for the end of the quiet hours, except those about safety', async () => {
    const { id } = await confirmedMember()
    await notify(db, item(id), { ...item(id, 'sign-in:x'), topic: 'safety' })
    expect(await runDeliveries({ at: new Date('2026-06-15T23:00:00+05:30') })).toBe(1)
    expect(await db.select().from(deliveries).orderBy(deliveries.id)).toMatchObject([
      { state: 'waiting', answer: 'quiet hours' },
      { state: 'sent' },
    ])
  })

  test('a mail to an address without an account is sent, and its text and address are erased', async () => {
    expect(canSendMail()).toBe(true)
    await queueMail(db, { to: 'new@mail.example', kind: 'confirm-email', content })
    const [row] = await db.select().from(deliveries)
    expect(row!.content).not.toContain('A text')
    await runDeliveries()
    expect(await mailbox.waitFor('new@mail.example')).toMatchObject({ subject: 'A subject' })
    expect(await db.select().from(deliveries)).toMatchObject([
      { state: 'sent', content: null, address: null },
    ])
  })
})

test.each([
  ['2026-06-15T21:59:59+05:30', null],
  ['2026-06-15T22:00:00+05:30', '2026-06-16T08:00:00+05:30'],
  ['2026-06-16T00:30:00+05:30', '2026-06-16T08:00:00+05:30'],
  ['2026-06-16T08:00:00+05:30', null],
])('the quiet hours of %s end at %s', (at, end) => {
  expect(findQuietEnd(new Date(at))).toEqual(end && new Date(end))
})

test.each([
  ['withdrawal:7:paid', 'withdrawal:paid'],
  ['payout-details:bank:added:6f9619ff-8b86-4011-b42d-00c04fc964ff', 'payout-details:bank:added'],
  ['conversion:12:r3:referral', 'conversion:referral'],
])('the kind of %s is %s', (reference, kind) => {
  expect(findKind(reference)).toBe(kind)
})
