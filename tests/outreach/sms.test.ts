/** SMS beside codes, against fakes of the providers' documented APIs. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { env, parseEnv } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { rateLimits } from '~/platform/db/schema/members'
import type { Channel } from '~/domain/outreach/deliveries/channel'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { notify, type NewNotification } from '~/domain/outreach/notifications.server'
import { createSmsChannel } from '~/domain/outreach/sms/sms-channel.server'
import { createSmsSender, type SmsSender } from '~/domain/outreach/sms/sms-sender.server'
import { readValues } from '~/domain/outreach/sms/sms-templates'
import { addUser } from '../accounts/people'
import { NOON } from '../support/mailbox'
import { TROUBLES, makeTrouble, type Trouble } from '../support/otp-providers'

const channels = vi.hoisted((): Channel[] => [])
vi.mock('~/domain/outreach/deliveries/channels.server', () => ({
  listChannels: () => channels.filter((channel) => channel.isConfigured()),
}))

interface Received {
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

const received: Received[] = []
let trouble: Trouble | null = null
let answer = { status: 200, body: { type: 'success', message: '3763646c3058373530393938' } as object }
const server = http.createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({
      url: `${request.method} ${request.url}`,
      headers: request.headers,
      body: String(Buffer.concat(parts)),
    })
    if (trouble) return makeTrouble(trouble, response)
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body))
  })
})

const TEMPLATES = {
  SMS_TEMPLATE_PAID: '65f0aa11bb22cc33dd44ee55',
  SMS_TEMPLATE_NEW_DESTINATION: '65f0aa11bb22cc33dd44ee66',
  SMS_TEMPLATE_NUMBER_CHANGED: '65f0aa11bb22cc33dd44ee77',
}
const MSG91 = { OTP_PROVIDER: 'msg91', MSG91_AUTH_KEY: '123456AbCdEf', MSG91_TEMPLATE_ID: '65f0aa11bb22' }
const TWILIO = {
  OTP_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'tok-0123456789abcdef',
  TWILIO_VERIFY_SERVICE_SID: `VA${'2'.repeat(32)}`,
  TWILIO_MESSAGING_SERVICE_SID: `MG${'3'.repeat(32)}`,
}

let sender: SmsSender | null = null
let base = ''
/** Time-outs in ms: one that no answer reaches, and one for tests without an answer. */
const [LONG, SHORT] = ['60000', '300']
const createSender = (more: Record<string, string>, timeout = LONG) =>
  createSmsSender(parseEnv({ ...more, OTP_BASE_URL: base, OTP_TIMEOUT_MS: timeout }))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  channels.push(createSmsChannel(() => sender))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  Object.assign(env(), TEMPLATES, { demoOtp: [] })
  sender = createSender(MSG91)
  trouble = null
  answer = { status: 200, body: { type: 'success', message: '3763646c3058373530393938' } }
  received.length = 0
})
afterEach(async () => {
  await db.delete(deliveries)
  await db.delete(rateLimits)
})

const paid = (userId: number, n = 7, more: Partial<NewNotification> = {}): NewNotification => ({
  userId,
  topic: 'money',
  reference: `withdrawal:${n}:paid`,
  title: 'Withdrawal paid',
  body: 'Rs. 1,23,456.00 was paid.',
  href: '/Account/History',
  sms: ['Rs. 1,23,456.00', '•••• 8899'],
  ...more,
})
const states = async () =>
  (await db.select().from(deliveries).orderBy(deliveries.id)).map(
    ({ state, answer: said }) => `${state} ${said}`,
  )

describe('request of an SMS', () => {
  const sms = {
    phone: '+919876543210',
    templateId: TEMPLATES.SMS_TEMPLATE_PAID,
    values: ['Rs. 5.00', 'XX 8899'],
  }

  test('MSG91 gets the template with its values', async () => {
    await createSender(MSG91)!.send(sms)
    expect(received).toMatchObject([
      { url: 'POST /api/v5/flow', headers: { authkey: '123456AbCdEf', 'content-type': 'application/json' } },
    ])
    expect(JSON.parse(received[0]!.body)).toEqual({
      template_id: TEMPLATES.SMS_TEMPLATE_PAID,
      short_url: '0',
      recipients: [{ mobiles: '919876543210', VAR1: 'Rs. 5.00', VAR2: 'XX 8899' }],
    })
  })

  test('Twilio gets the template with its values', async () => {
    answer = { status: 201, body: { sid: `SM${'4'.repeat(32)}`, status: 'accepted' } }
    await createSender(TWILIO)!.send(sms)
    const login = Buffer.from(`${TWILIO.TWILIO_ACCOUNT_SID}:${TWILIO.TWILIO_AUTH_TOKEN}`).toString('base64')
    expect(received).toMatchObject([
      {
        url: `POST /2010-04-01/Accounts/${TWILIO.TWILIO_ACCOUNT_SID}/Messages.json`,
        headers: { authorization: `Basic ${login}` },
      },
    ])
    expect(Object.fromEntries(new URLSearchParams(received[0]!.body))).toEqual({
      To: '+919876543210',
      MessagingServiceSid: TWILIO.TWILIO_MESSAGING_SERVICE_SID,
      ContentSid: sms.templateId,
      ContentVariables: '{"1":"Rs. 5.00","2":"XX 8899"}',
    })
  })

  test.each([
    ['MSG91', MSG91, { type: 'error', message: 'template not approved' }, 200],
    ['Twilio', TWILIO, { sid: `SM${'4'.repeat(32)}`, status: 'failed' }, 201],
    ['Twilio, by its error', TWILIO, { code: 21211, message: 'Invalid To', status: 400 }, 400],
  ])('a refusal by %s is reported as a refusal', async (_, provider, body, status) => {
    answer = { status, body }
    await expect(createSender(provider)!.send(sms)).rejects.toMatchObject({ mayHaveActed: false })
  })

  test.each(['msg91', 'twilio'] as const)('every failure of %s is classified', async (name) => {
    for (const [, each, mayHaveActed] of TROUBLES) {
      trouble = each
      const failure = await createSender(name === 'msg91' ? MSG91 : TWILIO, 'silent' in each ? SHORT : LONG)!
        .send(sms)
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: 'ProviderFailure', mayHaveActed })
      expect(String(failure)).not.toContain(sms.phone.slice(3))
    }
  })

  test('OTPless and the demo send no SMS beside codes', () => {
    expect(createSender({})).toBeNull()
    expect(
      createSender({ OTP_PROVIDER: 'otpless', OTPLESS_CLIENT_ID: 'a', OTPLESS_CLIENT_SECRET: 'b' }),
    ).toBeNull()
  })
})

test.each([
  ['a mask', ['•••• 8899'], ['XX 8899']],
  ['an amount', ['Rs. 12,34,567.00'], ['Rs. 12,34,567.00']],
  ['a long text', ['x'.repeat(40)], ['x'.repeat(30)]],
  ['nothing', [], []],
  ['an account', ['445566778899'], null],
  ['an account with blanks', ['4455 6677 8899'], null],
  ['a number with hyphens', ['98765-43210'], null],
  ['an account in a text', ['to A/c 445566778899'], null],
  ['a line break', ['a\nb'], null],
  ['letters beyond ASCII', ['आशा'], null],
])('a value with %s is read', (_, given, read) => expect(readValues(given)).toEqual(read))

describe('SMS of a notification', () => {
  test('is sent for the three kinds only, to the number of the account', async () => {
    const { id, phone_number } = await addUser()
    const kinds = ['withdrawal:1:paid', 'payout-details:upi:added:1', 'number-change:3:begun']
    const others = ['withdrawal:1:requested', 'conversion:2:r1', 'sign-in:x2', 'payout-details:x']
    for (const reference of [...kinds, ...others])
      await notify(db, paid(id, 0, { reference, topic: 'safety', sms: ['XX 8899'] }))
    expect(await runDeliveries({ at: NOON })).toBe(3)
    const sent = received.map(({ body }) => JSON.parse(body))
    // A batch is sent concurrently.
    expect(sent.map(({ template_id }) => template_id).sort()).toEqual(Object.values(TEMPLATES).sort())
    for (const { recipients } of sent) expect(recipients[0].mobiles).toBe(phone_number!.slice(1))
  })

  test('about money is not sent to a number that is no longer the member’s', async () => {
    const { id } = await addUser()
    await notify(db, paid(id, 0, { reference: 'withdrawal:1:paid', topic: 'money', sms: ['XX 8899'] }))
    await db.update(deliveries).set({ address: '+919876500000' })
    expect(await runDeliveries({ at: NOON })).toBe(0)
    expect(received).toEqual([])
  })

  test('is not sent for a kind without a template, or without a provider', async () => {
    const { id } = await addUser()
    Object.assign(env(), { SMS_TEMPLATE_PAID: undefined })
    await notify(db, paid(id))
    sender = null
    await notify(db, paid(id, 8, { reference: 'number-change:3:done' }))
    expect(await states()).toEqual([])
  })

  test('is refused if its values contain an account number', async () => {
    const { id } = await addUser()
    await notify(db, paid(id, 1, { sms: ['445566778899'] }))
    await runDeliveries({ at: NOON })
    expect([await states(), received]).toEqual([['refused a value that no SMS may hold'], []])
  })

  test('is not sent to a demo number', async () => {
    const { id, phone_number } = await addUser()
    Object.assign(env(), { demoOtp: [phone_number] })
    await notify(db, paid(id))
    await runDeliveries({ at: NOON })
    expect([await states(), received]).toEqual([['refused a trial number'], []])
  })

  test('is limited to five a day for a member, even if three workers send twenty at once', async () => {
    const { id } = await addUser()
    const other = await addUser()
    for (let n = 0; n < 20; n++) await notify(db, paid(id, n))
    await notify(db, paid(other.id))
    const counts = await Promise.all([1, 2, 3].map(() => runDeliveries({ at: NOON })))
    expect(counts.reduce((sum, count) => sum + count)).toBe(6)
    expect(received).toHaveLength(6)
    expect((await states()).filter((state) => state === 'refused more than 5 on a day')).toHaveLength(15)
  })

  test.each<[string, Trouble, string, number]>([
    ['a refusal', { status: 400, body: '{"type":"error"}' }, 'refused status 400', 0],
    ['wrong keys', { status: 401, body: '{"type":"error"}' }, 'waiting status 401', 0],
    ['too many', { status: 429, body: '{}' }, 'waiting status 429', 0],
    ['an error', { status: 500 }, 'waiting status 500', 1],
    ['silence', { silent: true }, 'waiting time-out', 1],
  ])('answered with %s counts only if it may have been sent', async (_, each, state, counted) => {
    const { id } = await addUser()
    trouble = each
    if ('silent' in each) sender = createSender(MSG91, SHORT)
    await notify(db, paid(id))
    await runDeliveries({ at: NOON })
    expect(await states()).toEqual([state])
    trouble = null
    sender = createSender(MSG91)
    for (let n = 10; n < 16; n++) await notify(db, paid(id, n))
    expect(await runDeliveries({ at: NOON })).toBe(5 - counted)
  })
})
