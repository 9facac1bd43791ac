/** Delivery of a notification through the outbox to the member's browsers. */
import { eq, ne, or } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeSession, openSession } from '~/accounts/sessions/sessions.server'
import { hashToken } from '~/runtime/tokens.server'
import { db } from '~/db/client.server'
import { deliveries, messageChoices } from '~/db/schema/deliveries'
import { pushSubscriptions } from '~/db/schema/push'
import type { Channel } from '~/outreach/deliveries/channel'
import { runDeliveries } from '~/outreach/deliveries/run-deliveries.server'
import { notify, type NewNotification } from '~/outreach/notifications.server'
import { createPushChannel } from '~/outreach/push/push-channel.server'
import { subscribeDevice } from '~/outreach/push/subscriptions.server'
import { withdrawalNotice } from '~/wallet/withdrawals/withdrawal-notices'
import { confirmAddress } from '~/accounts/address/confirm-address.server'
import { undoChange } from '~/accounts/address/undo-change.server'
import { resetPassword } from '~/accounts/auth/reset-password.server'
import { startWithPhone } from '~/accounts/auth/sign-in.server'
import { applyNumberChanges } from '~/accounts/number/apply-number-changes.server'
import { enterCode } from '~/accounts/otp/enter-code.server'
import { changePassword } from '~/accounts/profile/change-password.server'
import { editDetails } from '~/accounts/profile/edit-details.server'
import { inheritFromDeparture } from '~/privacy/departures.server'
import { sweep } from '~/privacy/sweep.server'
import { beginChange, makeDue, memberWithAddress, newAddress, tokenTo } from '../accounts/mails'
import { codeOf, PASSWORD, stranger, visitor } from '../accounts/people'
import { NOON } from '../helpers/mailbox'
import { makeBrowser, startPushService, setPushKeys, type PushService } from '../support/push'

const channels = vi.hoisted((): Channel[] => [])
vi.mock('~/outreach/deliveries/channels.server', () => ({ listChannels: () => channels }))

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
    const { token } = await openSession({
      userId: id,
      remember: true,
      kind: 'cookie',
      openedBy: 'password',
      agent: null,
    })
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
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, id))
  expect(row!.last_success_at).not.toBeNull()
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
  } as Parameters<typeof withdrawalNotice>[0]
  await notify(db, withdrawalNotice(withdrawal))
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
  [
    'a reset of the password',
    'password-reset',
    async ({ user }) => {
      const who = visitor({ address: newAddress() })
      const sent = await startWithPhone(
        'forgot-password',
        { phone_number: user.phone_number, request_key: null },
        who,
      )
      if (!sent.ok) throw new Error(sent.reason)
      const { challengeId } = sent
      await enterCode(await codeOf(challengeId), { ...who, challengeId }, inheritFromDeparture)
      return resetPassword(challengeId, { new_password: NEW, confirm_password: NEW }, '')
    },
  ],
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
