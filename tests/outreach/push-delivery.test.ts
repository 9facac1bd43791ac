/** Delivery of a notification through the outbox to the member's browsers. */
import { eq, ne, or, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeSession } from '~/domain/accounts/sessions.server'
import { hashToken } from '~/platform/tokens.server'
import { db } from '~/platform/db/client.server'
import { deliveries, messageChoices } from '~/platform/db/schema/deliveries'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { notifications } from '~/platform/db/schema/notifications'
import { pushSubscriptions } from '~/platform/db/schema/push'
import type { Channel } from '~/domain/outreach/deliveries/channel'
import { saveChoices } from '~/domain/outreach/deliveries/choices.server'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { emailChannel } from '~/domain/outreach/email/email-channel.server'
import { feedIssues } from '~/domain/outreach/feed-issues.server'
import { addIssue, listIssues, moveIssue, pushIssue } from '~/domain/outreach/issues.server'
import { readIssue } from '~/domain/outreach/read-issue.server'
import { notify, type NewNotification } from '~/domain/outreach/notifications.server'
import { createPushChannel } from '~/domain/outreach/push/push-channel.server'
import { subscribeDevice } from '~/domain/outreach/push-subscriptions.server'
import { makeWithdrawalNotice } from '~/domain/wallet/withdrawal-steps/notices'
import { confirmAddress, undoChange } from '~/domain/accounts/email-address.server'
import { applyNumberChanges } from '~/domain/accounts/apply-number-changes.server'
import { changePassword } from '~/domain/accounts/change-password.server'
import { editDetails } from '~/domain/accounts/edit-details.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { resetByCode } from '../accounts/codes'
import { beginChange, makeDue, memberWithAddress, newAddress, tokenTo } from '../accounts/mails'
import { openTestSession, PASSWORD, stranger } from '../accounts/people'
import { NOON } from '../support/mailbox'
import { makeBrowser, startPushService, setPushKeys, type PushService } from '../support/push'

const channels = vi.hoisted((): Channel[] => [])
vi.mock('~/domain/outreach/deliveries/channels.server', () => ({ listChannels: () => channels }))

let service: PushService
beforeAll(async () => {
  setPushKeys()
  service = await startPushService()
  channels.push(createPushChannel(service.agent))
})
afterAll(() => service.close())
afterEach(async () => {
  service.requests.length = 0
  await db.delete(deliveries)
})

async function memberWithBrowsers(count: number) {
  const user = await memberWithAddress()
  const { id } = user
  const browsers = Array.from({ length: count }, makeBrowser)
  const sessions: string[] = []
  for (const { address } of browsers) {
    const { token } = await openTestSession(id)
    sessions.push(hashToken(token))
    await subscribeDevice({ userId: id, tokenHash: hashToken(token) }, address)
  }
  const received = () =>
    browsers.map((browser) =>
      service.requests
        .filter(({ path }) => browser.address.endpoint.endsWith(path))
        .map(({ body }) => browser.open(body)),
    )
  return { user, id, browsers, sessions, received }
}

const item = (userId: number, more: Partial<NewNotification> = {}): NewNotification => ({
  userId,
  topic: 'money',
  reference: 'conversion:7:pending',
  title: 'Cashback of Rs. 1,234.50',
  body: 'Rs. 1,234.50 from Voltwala goes to •••• 8899, account 445566778899.',
  href: '/Account/History',
  ...more,
})

const states = async () =>
  (await db.select().from(deliveries).orderBy(deliveries.id)).map(({ state, answer }) => `${state} ${answer}`)

test('a notification is sent once to each browser of its member, without amount and account', async () => {
  const { id, received } = await memberWithBrowsers(2)
  const other = await memberWithBrowsers(1)
  await notify(db, item(id), item(id))
  expect(await runDeliveries({ at: NOON })).toBe(2)
  expect(await runDeliveries({ at: NOON })).toBe(0)
  const shown = { title: 'Your money', tag: 'money', path: '/Account/History' }
  expect(received()).toEqual([[expect.objectContaining(shown)], [expect.objectContaining(shown)]])
  expect(JSON.stringify(received())).not.toMatch(/\d{3}|Rs|•|Voltwala/)
  expect(other.received()).toEqual([[]])
  expect(await states()).toEqual(['sent 201', 'sent 201'])
})

test('a notification of a payment reveals no detail of it', async () => {
  const { id, received } = await memberWithBrowsers(1)
  const withdrawal = {
    id: 1,
    user_id: id,
    status: 'paid',
    amount_paise: 123_450n,
    destination_hint: '•••• 8899',
    utr: '432198765012',
  } as Parameters<typeof makeWithdrawalNotice>[0]
  await notify(db, makeWithdrawalNotice(withdrawal))
  await runDeliveries({ at: NOON })
  const [message] = received()[0]!
  expect(message).toMatchObject({ title: 'Your money', path: '/Account/History' })
  expect(JSON.stringify(message)).not.toMatch(/\d|Rs|•/)
})

test('two messages about safety do not replace each other, and are sent at night', async () => {
  const { id, received } = await memberWithBrowsers(1)
  const midnight = new Date(NOON.getTime() + 12 * 3_600_000)
  for (const reference of ['sign-in:a', 'sign-in:b'])
    await notify(db, item(id, { topic: 'safety', reference }))
  expect(await runDeliveries({ at: midnight })).toBe(2)
  const tags = received()[0]!.map(({ tag }) => tag)
  expect(new Set(tags).size).toBe(2)
  expect(new Set(service.requests.map(({ headers }) => headers.topic)).size).toBe(2)
})

test('410 of the push service ends the subscription, and nothing is sent to it again', async () => {
  const { id, browsers } = await memberWithBrowsers(2)
  service.answers.set(new URL(browsers[0]!.address.endpoint).pathname, { status: 410 })
  await notify(db, item(id))
  expect(await runDeliveries({ at: NOON })).toBe(1)
  expect((await states()).toSorted()).toEqual(['refused 410', 'sent 201'])
  await notify(db, item(id, { reference: 'conversion:7:confirmed' }))
  expect(await runDeliveries({ at: NOON })).toBe(1)
  expect(service.requests).toHaveLength(3)
})

test.each([503, 401, 403])('a push service that answers %i gets the message later', async (status) => {
  const { id, browsers } = await memberWithBrowsers(1)
  const path = new URL(browsers[0]!.address.endpoint).pathname
  service.answers.set(path, { status, headers: { 'Retry-After': '600' } })
  await notify(db, item(id))
  expect(await runDeliveries({ at: NOON })).toBe(0)
  const [row] = await db.select().from(deliveries)
  expect(row).toMatchObject({ state: 'waiting', answer: String(status), attempts: 1 })
  expect(row!.next_attempt_at.getTime() - row!.created_at.getTime()).toBeGreaterThan(590_000)
})

test('a message to a browser that has logged out meanwhile is not sent', async () => {
  const { id, sessions } = await memberWithBrowsers(1)
  await notify(db, item(id))
  await closeSession(sessions[0]!)
  expect(await runDeliveries({ at: NOON })).toBe(0)
  expect(service.requests).toEqual([])
  expect(await states()).toEqual(['refused turned off'])
})

test('a topic that the member has switched off is not sent', async () => {
  const { id } = await memberWithBrowsers(1)
  await db.insert(messageChoices).values({ user_id: id, topic: 'money', channel: 'push', wanted: false })
  await notify(db, item(id), item(id, { topic: 'safety', reference: 'sign-in:c' }))
  expect(await runDeliveries({ at: NOON })).toBe(1)
  expect((await states()).toSorted()).toEqual(['cancelled switched off', 'sent 201'])
})

const NEW = 'a loud river, now'
type Member = Awaited<ReturnType<typeof memberWithBrowsers>>

test.each<[string, string, (member: Member) => Promise<unknown>]>([
  [
    'a new password',
    'password-changed',
    ({ id, sessions }) =>
      changePassword(
        { userId: id, tokenHash: sessions[0]!, address: newAddress(), agent: null },
        { currentPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW },
      ),
  ],
  ['a reset of the password', 'password-reset', ({ user }) => resetByCode(user.phone_number, NEW)],
  [
    'another number',
    'number-change:done',
    async ({ id, user }) => {
      await beginChange(user)
      await makeDue(id)
      return { ok: (await applyNumberChanges()) === 1 }
    },
  ],
  [
    'the undoing of another address',
    'email-undone',
    async ({ id, user }) => {
      const email = `new-${user.email}`
      const asker = stranger(newAddress())
      await editDetails({ userId: id, asker }, { username: user.username, email, password: PASSWORD })
      await confirmAddress(await tokenTo(email, 'change-address'))
      return undoChange(await tokenTo(user.email, 'address-changed'))
    },
  ],
])('%s is pushed to the browsers that it signs out, which then get no more', async (_, kind, act) => {
  const member = await memberWithBrowsers(2)
  expect(await act(member)).toMatchObject({ ok: true })
  await db.delete(deliveries).where(or(ne(deliveries.channel, 'push'), ne(deliveries.kind, kind)))
  await sweep()
  expect(await runDeliveries({ at: NOON })).toBe(2)
  expect(member.received()[1]).toEqual([expect.objectContaining({ title: 'Your account' })])
  await notify(db, item(member.id), item(member.id, { topic: 'safety', reference: 'sign-in:d' }))
  await runDeliveries({ at: NOON })
  expect(member.received()[1]).toHaveLength(1)
  await sweep()
  const left = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, member.id))
  expect(left).toHaveLength(kind === 'password-changed' ? 1 : 0)
})

describe('a newsletter', () => {
  const content = readIssue({ subject: 'June', preheader: 'Hello', fileName: 'june.txt', text: 'Hello.' })
  const begin = (perMinute = 600) => db.transaction((tx) => addIssue(tx, content, { perMinute, by: 'Bea' }))
  const feed = async (options = {}) => {
    await db.update(newsletterIssues).set({ next_attempt_at: sql`now()` })
    return feedIssues({ now: NOON, ...options })
  }
  const want = ({ id: userId }: { id: number }, wanted = true) =>
    saveChoices(db, userId, [{ topic: 'newsletter', channel: 'push', wanted }])
  const read = async (id: number) => (await listIssues({ id, limit: 1 }))[0]!

  async function reader(browsers = 1) {
    const member = await memberWithBrowsers(browsers)
    await want(member)
    return member
  }
  beforeEach(() => channels.push(emailChannel))
  afterEach(async () => {
    channels.pop()
    await db.delete(messageChoices)
    await db.delete(newsletterIssues)
  })

  test('is pushed once to each browser of members who want it, with its subject and a public page', async () => {
    const [both, without] = [await reader(2), await memberWithBrowsers(1)]
    const nowhere = await reader(0)
    const id = await begin()
    const late = await reader()
    expect(await feed({ now: new Date('2026-06-15T22:00:00+05:30') })).toBe(0)
    expect(await Promise.all([feed(), feed()])).toContain(1)
    while (await feed());
    expect(await read(id)).toMatchObject({ state: 'sending', push_recipients: 1, pushed: 1 })
    expect(await runDeliveries({ at: NOON })).toBe(2)
    expect(await feed()).toBe(0)
    const shown = { title: 'DealDwaar', body: 'June', tag: 'newsletter', path: '/Deals' }
    expect(both.received()).toEqual([[shown], [shown]])
    expect([without.received(), late.received()]).toEqual([[[]], [[]]])
    expect(await db.$count(notifications, eq(notifications.user_id, nowhere.id))).toBe(0)
    expect(await db.$count(deliveries, eq(deliveries.channel, 'email'))).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'sent', recipients: 0, sent: 0, left: 0, pushed: 1 })
  })

  test('is pushed at its rate, continues after a worker died, and notifies no member twice', async () => {
    const readers = [await reader(), await reader(), await reader()]
    const id = await begin(12)
    expect(await feed()).toBe(2)
    await expect(
      db.transaction(async (tx) => {
        const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id))
        expect(await pushIssue(tx, issue!, 2)).toBe(1)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await feed()).toBe(1)
    expect(await feed()).toBe(0)
    await runDeliveries({ at: NOON })
    for (const { received } of readers) expect(received()[0]).toHaveLength(1)
    expect(await read(id)).toMatchObject({ push_recipients: 3, pushed: 3 })
  })

  test('is not pushed to a member who switches it off, nor after it was cancelled', async () => {
    const [first, second] = [await reader(), await reader()]
    const id = await begin()
    expect(await feed()).toBe(2)
    expect(await feed()).toBe(0)
    await want(first, false)
    expect(await runDeliveries({ at: new Date('2026-06-15T23:00:00+05:30') })).toBe(0)
    await db.transaction((tx) => moveIssue(tx, id, 'cancelled'))
    await db.update(deliveries).set({ next_attempt_at: sql`now()` })
    expect(await runDeliveries({ at: NOON })).toBe(0)
    expect([first.received(), second.received()]).toEqual([[[]], [[]]])
    expect((await states()).toSorted()).toEqual(['cancelled left', 'cancelled switched off'])
  })
})
