// What each failure of a mail server does to a message. Servers are real, on free ports.
import net, { type AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { users } from '~/platform/db/schema/members'
import { runDeliveries, listDeliveryTimers } from '~/domain/outreach/run-deliveries.server'
import { emailChannel } from '~/domain/outreach/email/email-channel.server'
import { notify } from '~/domain/outreach/notifications.server'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import { NOON, startMailbox } from '../support/mailbox'
import { addConfirmedMember } from './people'

const closers: (() => unknown)[] = []
afterEach(async () => {
  await emailChannel.close!()
  for (const close of closers.splice(0)) await close()
})
beforeEach(() => db.delete(deliveries))

const email = 'asha@mail.example'
let userId = 0
beforeEach(async () => {
  await db.delete(users).where(eq(users.email, email))
  userId = await addConfirmedMember(email)
})

async function sendBy(url: string, timeout = 20_000) {
  env().SMTP_URL = url
  env().SMTP_TIMEOUT_MS = timeout
  const item = { topic: 'safety' as const, title: 'New sign-in', body: 'Body', href: '/Account' }
  await notify(db, { ...item, userId, reference: 'sign-in:x' })
  await runDeliveries()
  const [delivery] = await db.select().from(deliveries)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return { ...delivery!, stopped: user!.email_stopped_at !== null }
}

async function mailbox(options: SMTPServerOptions): Promise<string> {
  const server = await startMailbox(options)
  closers.push(server.close)
  return server.url
}

/** A TCP server that only calls `onConnection`. */
async function socket(onConnection: (connection: net.Socket) => void): Promise<string> {
  const server = net.createServer((connection) => {
    connection.on('error', () => {})
    onConnection(connection)
    closers.push(() => connection.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answerWith = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

const refuseRecipient = (code: number, text: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, callback) => callback(answerWith(code, text)),
})

test.each<[name: string, start: () => Promise<string>, answer: RegExp]>([
  ['cannot be reached', async () => 'smtp://127.0.0.1:1', /^CONN ECONNREFUSED|^CONN ESOCKET/],
  ['has an unknown host name', async () => 'smtp://no-such-host.invalid:25', /EDNS|ENOTFOUND|EAI_AGAIN/],
  ['says nothing', () => socket(() => {}), /ETIMEDOUT/],
  [
    'closes the connection',
    () => socket((connection) => connection.destroy()),
    /ECONNECTION|ESOCKET|ECONNRESET/,
  ],
  ['speaks another protocol', () => socket((connection) => connection.end('HTTP/1.1 400 Bad\r\n\r\n')), /./],
  ['has an untrusted certificate', () => mailbox({ secure: true }), /ESOCKET|ETLS|CERT|SELF_SIGNED/],
  [
    'lacks required TLS',
    () =>
      socket((connection) => connection.end('220 hello\r\n')).then((url) => url.replace('smtp:', 'smtps:')),
    /ESOCKET|ETLS/,
  ],
  ['defers the recipient', () => mailbox(refuseRecipient(451, '4.7.1 try later')), /^RCPT TO 451 4\.7\.1$/],
  [
    'denies relaying',
    () => mailbox(refuseRecipient(554, '5.7.1 relay access denied')),
    /^RCPT TO 554 5\.7\.1$/,
  ],
  ['has a full mailbox', () => mailbox(refuseRecipient(552, '5.2.2 over quota')), /^RCPT TO 552 5\.2\.2$/],
  ['has a full mailbox, in words', () => mailbox(refuseRecipient(552, 'mailbox is full')), /^RCPT TO 552$/],
  [
    'refuses us by a list, in words',
    () => mailbox(refuseRecipient(550, 'listed at a blocklist, see https://x.example')),
    /^RCPT TO 550$/,
  ],
  ['doubts the sender', () => mailbox(refuseRecipient(550, '5.1.8 bad sender')), /^RCPT TO 550 5\.1\.8$/],
  ['finds no route', () => mailbox(refuseRecipient(550, '5.4.4 no route')), /^RCPT TO 550 5\.4\.4$/],
  [
    'refuses the sender',
    () => mailbox({ onMailFrom: (_address, _session, callback) => callback(answerWith(550, 'no')) }),
    /^MAIL FROM 550/,
  ],
  [
    'refuses the message',
    () =>
      mailbox({
        onData(stream, _session, callback) {
          stream.resume().on('end', () => callback(answerWith(554, 'spam')))
        },
      }),
    /^DATA 554/,
  ],
])('a message waits while the mail server %s', async (name, start, answer) => {
  const delivery = await sendBy(await start(), name === 'says nothing' ? 100 : undefined)
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, stopped: false })
  expect(delivery.answer).toMatch(answer)
  const pause = delivery.next_attempt_at.getTime() - delivery.created_at.getTime()
  expect(pause).toBeGreaterThan(20_000)
  // Earlier than the end of the lease.
  expect(pause).toBeLessThan(120_000)
})

test.each([
  [550, '5.1.1 no such user'],
  [550, '5.2.1 turned off'],
  [553, '5.6.7 SMTPUTF8 needed'],
  [550, 'no such user here'],
  [553, 'not here'],
])('a recipient refused by %i %s is stopped, until the address is changed', async (code, text) => {
  expect(await sendBy(await mailbox(refuseRecipient(code, text)))).toMatchObject({
    state: 'refused',
    stopped: true,
  })
  await notify(db, {
    userId,
    topic: 'safety',
    reference: 'sign-in:y',
    title: 'New sign-in',
    body: '',
    href: '/',
  })
  expect(await db.select().from(deliveries)).toHaveLength(1)
})

test('a newsletter that is refused stops no other message', async () => {
  env().SMTP_URL = await mailbox(refuseRecipient(550, '5.1.1 no such user'))
  const content = { subject: 'June', preheader: '', paragraphs: ['Hello'], why: 'You subscribed.' }
  await queueMail(db, { to: email, kind: 'newsletter:1', content, unsubscribe: '/unsubscribe/list-a' })
  await runDeliveries({ at: NOON })
  expect(await db.select().from(deliveries)).toMatchObject([{ state: 'refused', address: null }])
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  expect(user!.email_stopped_at).toBeNull()
})

test('mails share connections, which end when the worker stops', async () => {
  const [open, opened, received] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let wake = () => {}
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
  }
  env().SMTP_URL = await mailbox({
    onConnect({ id }, callback) {
      open.add(id)
      opened.add(id)
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      received.add(address)
      callback()
    },
    onClose({ id }) {
      open.delete(id)
      wake()
    },
  })
  const content = { subject: 'Code', preheader: '', paragraphs: ['Hello'], why: 'You asked.' }
  for (let n = 0; n < 20; n++) await queueMail(db, { to: `m${n}@mail.example`, kind: 'any', content })
  const worker = listDeliveryTimers()[0]!.start(0.01)
  const waiting = () => db.$count(deliveries, eq(deliveries.state, 'waiting'))
  await expect.poll(waiting).toBe(0)
  await worker.stop()
  await until(() => open.size === 0)
  expect(received.size).toBe(20)
  expect(opened.size).toBeLessThanOrEqual(5)
})
