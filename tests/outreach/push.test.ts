import dns, { type LookupAddress } from 'node:dns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePassword } from '~/domain/accounts/change-password.server'
import { signOutOthers } from '~/domain/accounts/sign-out-others.server'
import { closeSession } from '~/domain/accounts/sessions.server'
import { hashToken } from '~/platform/tokens.server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { blindIndex, seal } from '~/platform/db/seal.server'
import { sessions } from '~/platform/db/schema/members'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { pushMessages } from '~/messages/push'
import { sendPush, buildPayload, type PushMessage } from '~/domain/outreach/push/send-push.server'
import {
  findDevice,
  MOST_DEVICES,
  readPushState,
  subscribeDevice,
  unsubscribeDevice,
} from '~/domain/outreach/push-subscriptions.server'
import { deleteAccount } from '~/domain/privacy/deletion.server'
import { streamJson } from '~/domain/privacy/export.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { addUser, openTestSession, PASSWORD, stranger } from '../accounts/people'
import {
  HOST,
  makeBrowser,
  readVapid,
  startPushService,
  setPushKeys,
  type PushService,
} from '../support/push'

const keys = setPushKeys()

type LookupCallback = (error: null, addresses: LookupAddress[]) => void

async function openDevice(userId: number) {
  const { token } = await openTestSession(userId, { agent: 'a phone' })
  return { userId, tokenHash: hashToken(token) }
}

/** A member with one device that shows notifications. */
async function addMember() {
  const { id } = await addUser()
  const device = await openDevice(id)
  const browser = makeBrowser()
  expect(await subscribeDevice(device, browser.address)).toEqual({ ok: true })
  return { id, device, browser }
}

async function listDevices(userId: number) {
  const rows = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, userId))
  const devices = await Promise.all(rows.map(({ id }) => findDevice(userId, id, 'money')))
  return devices.filter((device) => device !== null)
}

const countDevices = async (userId: number) => (await listDevices(userId)).length

describe('subscription of a device', () => {
  test('is stored encrypted, and found by its session', async () => {
    const { id, device, browser } = await addMember()
    expect(await readPushState(device)).toEqual({ publicKey: keys.VAPID_PUBLIC_KEY, isOn: true })
    expect(await readPushState(await openDevice(id))).toMatchObject({ isOn: false })
    expect((await listDevices(id)).map(({ address }) => address)).toEqual([browser.address])
    const rows = JSON.stringify(await db.select().from(pushSubscriptions))
    for (const secret of Object.values(browser.address)) expect(rows).not.toContain(secret)
  })

  test('of a former key is off, gets no message and ends; one from before keys were kept stays', async () => {
    const { id, device } = await addMember()
    const older = await addMember()
    await db
      .update(pushSubscriptions)
      .set({
        sealed: seal(
          JSON.stringify(older.browser.address),
          `push_subscriptions|sealed|${older.id}|${blindIndex(older.browser.address.endpoint)}`,
        ),
      })
      .where(eq(pushSubscriptions.user_id, older.id))
    const next = setPushKeys()
    try {
      expect(await readPushState(device)).toEqual({ publicKey: next.VAPID_PUBLIC_KEY, isOn: false })
      expect(await countDevices(id)).toBe(0)
      expect(await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, id))).toEqual([])
      expect(await readPushState(older.device)).toMatchObject({ isOn: true })
      expect(await countDevices(older.id)).toBe(1)
      expect(await subscribeDevice(device, makeBrowser().address)).toEqual({ ok: true })
      expect(await readPushState(device)).toMatchObject({ isOn: true })
    } finally {
      Object.assign(env(), keys)
    }
  })

  test('is unique for each session and for each browser', async () => {
    const { id, device, browser } = await addMember()
    const other = makeBrowser()
    await subscribeDevice(device, other.address)
    expect((await listDevices(id)).map(({ address }) => address)).toEqual([other.address])
    const again = await openDevice(id)
    await subscribeDevice(again, browser.address)
    await subscribeDevice(again, other.address)
    expect(await readPushState(device)).toMatchObject({ isOn: false })
    expect((await listDevices(id)).map(({ address }) => address)).toEqual([other.address])
  })

  test('moves to another member who subscribes in the same browser', async () => {
    const first = await addMember()
    const second = await addMember()
    await subscribeDevice(second.device, first.browser.address)
    expect([await countDevices(first.id), await countDevices(second.id)]).toEqual([0, 1])
  })

  test('is ended by its member', async () => {
    const { id, device } = await addMember()
    await unsubscribeDevice({ ...device, userId: (await addUser()).id })
    expect(await countDevices(id)).toBe(1)
    await unsubscribeDevice(device)
    expect(await countDevices(id)).toBe(0)
  })

  test('is refused without a session, or while push is off', async () => {
    const { id, device } = await addMember()
    await expect(subscribeDevice({ userId: id, tokenHash: 'none' }, makeBrowser().address)).rejects.toThrow(
      'Failed query',
    )
    Object.assign(env(), { SERVICE_WORKER: 'off' })
    expect(await subscribeDevice(device, makeBrowser().address)).toMatchObject({ reason: 'invalid' })
    expect(await readPushState(device)).toBeNull()
    Object.assign(env(), { SERVICE_WORKER: 'on' })
  })

  test('is accepted for ten of twenty devices that subscribe at once', async () => {
    const { id } = await addUser()
    const devices = await Promise.all(Array.from({ length: 20 }, () => openDevice(id)))
    const answers = await Promise.all(devices.map((device) => subscribeDevice(device, makeBrowser().address)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(MOST_DEVICES)
    expect(answers).toContainEqual({ ok: false, reason: 'tooMany' })
    expect(pushMessages.push.tooMany.text).toMatch(/^Ten /)
    expect(await countDevices(id)).toBe(MOST_DEVICES)
    const on = devices[answers.findIndex(({ ok }) => ok)]!
    expect(await subscribeDevice(on, makeBrowser().address), 'replaces its subscription').toEqual({
      ok: true,
    })
  })

  test.each<[string, (member: Awaited<ReturnType<typeof addMember>>) => Promise<unknown>]>([
    ['logging out', ({ device }) => closeSession(device.tokenHash)],
    [
      'signing out the others, elsewhere',
      async ({ id }) => signOutOthers(id, (await openDevice(id)).tokenHash),
    ],
    [
      'deleting the account',
      ({ id }) => deleteAccount(id, { password: PASSWORD, confirm: true, forfeit: true }, stranger()),
    ],
    [
      'the end of its session',
      async ({ device }) => {
        await db
          .update(sessions)
          .set({ expires_at: sql`now()` })
          .where(eq(sessions.token_hash, device.tokenHash))
      },
    ],
  ])('ends with %s', async (_, act) => {
    const member = await addMember()
    const other = await addMember()
    await act(member)
    expect([await countDevices(member.id), await countDevices(other.id)]).toEqual([0, 1])
    await sweep()
    const rows = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, member.id))
    expect(rows).toEqual([])
  })

  test('moves with a new password to the session of its browser', async () => {
    const { id, device, browser } = await addMember()
    const other = await openDevice(id)
    await subscribeDevice(other, makeBrowser().address)
    await changeOwnPassword({ id, device, browser })
    expect((await listDevices(id)).map(({ address }) => address)).toEqual([browser.address])
  })

  test('is in the export, without its secrets', async () => {
    const { id, browser } = await addMember()
    let text = ''
    for await (const part of streamJson(id)) text += part
    const { devices_with_notifications: devices } = JSON.parse(text)
    expect(devices).toEqual([{ browser: 'a phone', since: expect.any(String) }])
    expect(text).not.toContain(browser.address.endpoint)
  })
})

describe('message to a browser', () => {
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())
  beforeEach(() => service.answers.clear())

  const money: PushMessage = { topic: 'money', group: 'money', path: '/Account/History' }
  const send = (browser = makeBrowser(), message = money) =>
    sendPush(keys, browser.address, message, service.agent)

  test.each<[PushMessage, { ttl: string; urgency: string }]>([
    [
      { topic: 'safety', group: 'safety-7', path: '/Account' },
      { ttl: '86400', urgency: 'high' },
    ],
    [money, { ttl: '86400', urgency: 'normal' }],
    [
      { topic: 'newsletter', group: 'newsletter', path: '/Deals' },
      { ttl: '21600', urgency: 'low' },
    ],
    [
      { topic: 'stores', group: 'stores', path: '/Offers/voltwala' },
      { ttl: '21600', urgency: 'low' },
    ],
  ])('is encrypted and signed, with its TTL and urgency: %j', async (message, { ttl, urgency }) => {
    const browser = makeBrowser()
    expect(await send(browser, message)).toEqual({ result: 'sent', answer: '201' })
    const { path, headers, body } = service.requests.at(-1)!
    expect(`https://${headers.host}${path}`).toBe(browser.address.endpoint)
    expect(headers).toMatchObject({
      ttl,
      urgency,
      topic: message.group,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    })
    const { aud, exp, sub } = readVapid(headers.authorization!, keys.VAPID_PUBLIC_KEY)
    expect([aud, sub]).toEqual(['https://fcm.googleapis.com', 'mailto:support@dealdwaar.example'])
    expect(exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 60 * 60)
    const { title, text = '' }: { title: string; text?: string } = pushMessages.pushed[message.topic]
    expect(browser.open(body)).toEqual({ title, body: text, tag: message.group, path: message.path })
    expect(() => makeBrowser().open(body)).toThrow('unable to authenticate')
    expect(body.includes(title)).toBe(false)
  })

  test('contains no figure, amount or account', () => {
    for (const topic of Object.keys(pushMessages.pushed) as PushMessage['topic'][]) {
      const { title, body } = JSON.parse(buildPayload({ topic, group: topic, path: '/' }))
      expect(`${title} ${body}`).not.toMatch(/\d|Rs|₹|@|•|\{/)
    }
  })

  test.each([
    [404, {}, { result: 'gone', answer: '404' }],
    [410, {}, { result: 'gone', answer: '410' }],
    [429, { 'Retry-After': '120' }, { result: 'later', answer: '429', afterSeconds: 120 }],
    [429, { 'Retry-After': '0' }, { result: 'later', answer: '429', afterSeconds: 30 }],
    [503, { 'Retry-After': 'Fri, 27 Nov 2026 00:00:00 GMT' }, { result: 'later', answer: '503' }],
    [500, {}, { result: 'later', answer: '500' }],
    [400, {}, { result: 'refused', answer: '400' }],
    [403, {}, { result: 'later', answer: '403' }],
    [413, {}, { result: 'refused', answer: '413' }],
    [302, { Location: 'https://127.0.0.1/' }, { result: 'refused', answer: '302' }],
  ])('answered with %s %j has the result %j', async (status, headers, expected) => {
    const browser = makeBrowser()
    service.answers.set(new URL(browser.address.endpoint).pathname, { status, headers })
    expect(await send(browser)).toEqual(expected)
  })

  test.each([
    [400, '{"reason":"VapidPkHashMismatch"}'],
    [
      403,
      'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n',
    ],
    [401, '{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch"}'],
  ])('answered with %i for a subscription of a former key ends it', async (status, body) => {
    const browser = makeBrowser()
    service.answers.set(new URL(browser.address.endpoint).pathname, { status, body })
    expect(await send(browser)).toEqual({ result: 'gone', answer: String(status) })
  })

  test('is not sent to another host, or to a private address', async () => {
    const { address } = makeBrowser()
    const elsewhere = { ...address, endpoint: 'https://push.example/x' }
    expect(await sendPush(keys, elsewhere, money, service.agent)).toMatchObject({ result: 'refused' })
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_: string, __: object, done: LookupCallback) =>
        done(null, [{ address: '127.0.0.1', family: 4 }])) as never)
    expect(await sendPush(keys, address, money)).toEqual({ result: 'later', answer: 'a private address' })
    expect(lookup).toHaveBeenCalledWith(HOST, { all: true }, expect.any(Function))
    lookup.mockRestore()
  })

  test('times out after ten seconds if the response breaks off or never comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const browser = makeBrowser()
      service.answers.set(new URL(browser.address.endpoint).pathname, 'reset')
      const sending = send(browser)
      const before = service.requests.length
      await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(before))
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await sending).toMatchObject({ result: 'later' })
    } finally {
      vi.useRealTimers()
    }
  })
})

async function changeOwnPassword({ id, device }: Awaited<ReturnType<typeof addMember>>) {
  const newPassword = 'a loud river, now'
  const typed = { currentPassword: PASSWORD, newPassword, confirmNewPassword: newPassword }
  const client = { userId: id, tokenHash: device.tokenHash, address: '203.0.113.9', agent: 'a phone' }
  expect(await changePassword(client, typed)).toMatchObject({ ok: true })
}
