/**
 * A worker that dies between any two of its steps. The tests run only the steps before its death. The next worker must
 * deliver every message; only a message that was accepted before the death may arrive twice.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { takeDeliveries } from '~/domain/outreach/delivery-queue.server'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { emailChannel } from '~/domain/outreach/email/email-channel.server'
import { notify } from '~/domain/outreach/notifications.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { startMailbox, type Mailbox } from '../support/mailbox'
import { addConfirmedMember } from './people'

let mailbox: Mailbox
const email = 'asha@mail.example'
let userId = 0
let round = 0

beforeAll(async () => {
  mailbox = await startMailbox()
  env().SMTP_URL = mailbox.url
  userId = await addConfirmedMember(email)
})
afterAll(() => mailbox.close())
beforeEach(() => db.delete(deliveries))

const item = () => ({
  userId,
  topic: 'safety' as const,
  reference: `sign-in:${++round}`,
  title: `New sign-in ${round}`,
  body: 'Body',
  href: '/Account',
})

const expireLeases = () => db.update(deliveries).set({ next_attempt_at: sql`now()` })
const arrived = (title: string) => mailbox.mails(email).filter(({ subject }) => subject === title)

/** The steps of a worker before it dies. */
const DEATHS: [when: string, die: () => Promise<void>, copies: number][] = [
  ['before it leases a row', async () => {}, 1],
  ['after it leased the row', async () => void (await takeDeliveries('email', 10)), 1],
  [
    'after the server accepted the mail, before it records that',
    async () => {
      const [row] = await takeDeliveries('email', 10)
      const outgoing = { ...row!, address: email, userId: row!.user_id, mail: null, unsubscribe: null }
      expect(await emailChannel.send(outgoing)).toMatchObject({ result: 'sent' })
    },
    2,
  ],
]

test.each(DEATHS)('a worker that dies %s loses no message about safety', async (_when, die, copies) => {
  const notice = item()
  await notify(db, notice)
  await die()
  await expireLeases()
  await runDeliveries()
  const mails = arrived(notice.title)
  expect(mails).toHaveLength(copies)
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await db.select().from(deliveries)).toMatchObject([{ state: 'sent' }])
})

test('a transaction that fails leaves neither notification nor mail', async () => {
  const notice = item()
  const failing = db.transaction(async (tx) => {
    await notify(tx, notice)
    throw new Error('the process ends here')
  })
  await expect(failing).rejects.toThrow('the process ends here')
  expect(await db.select().from(deliveries)).toEqual([])
})

test('a row is not leased to a second worker before the lease expires', async () => {
  await notify(db, item(), item())
  expect(await takeDeliveries('email', 10)).toHaveLength(2)
  expect(await takeDeliveries('email', 10)).toEqual([])
  await runDeliveries()
  expect((await db.select().from(deliveries)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('workers at the same time send each message once', async () => {
  const notices = Array.from({ length: 25 }, item)
  await notify(db, ...notices)
  const counts = await Promise.all([runDeliveries(), runDeliveries(), runDeliveries()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(25)
  expect(notices.map(({ title }) => arrived(title).length)).toEqual(notices.map(() => 1))
})

test('a failed attempt of a worker that lost its lease does not postpone the row of the next one', async () => {
  await notify(db, item())
  const send = vi.spyOn(emailChannel, 'send').mockImplementationOnce(async () => {
    await expireLeases()
    await takeDeliveries('email', 1)
    return { result: 'later', answer: 'too late' }
  })
  await runDeliveries()
  send.mockRestore()
  const [row] = await db.select().from(deliveries)
  expect(row).toMatchObject({ attempts: 2, answer: null })
  expect(row!.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 100_000)
})

test('a channel that throws for one message sends the others, and tries it again', async () => {
  const [bad, good] = [item(), item()]
  await notify(db, bad, good)
  const real = { ...emailChannel }
  const send = vi.spyOn(emailChannel, 'send').mockImplementation((outgoing) => {
    if (outgoing.notification!.title === bad.title) throw new Error('a bug')
    return real.send(outgoing)
  })
  await runDeliveries()
  send.mockRestore()
  expect(await db.select().from(deliveries).orderBy(deliveries.id)).toMatchObject([
    { state: 'waiting', answer: 'failed' },
    { state: 'sent' },
  ])
})

test('a message expires after a day, by its worker or by the sweep, and its row is deleted after 30 more', async () => {
  await notify(db, item(), item())
  await db.update(deliveries).set({ created_at: sql`now() - interval '25 hours'` })
  const [first] = await db.select().from(deliveries).orderBy(deliveries.id)
  await db
    .update(deliveries)
    .set({ next_attempt_at: sql`now() + interval '1 hour'` })
    .where(eq(deliveries.id, first!.id))
  expect(await runDeliveries()).toBe(0)
  await sweep()
  expect((await db.select().from(deliveries)).map(({ state }) => state)).toEqual(['expired', 'expired'])
  await db.update(deliveries).set({ ended_at: sql`now() - interval '31 days'` })
  await sweep()
  expect(await db.select().from(deliveries)).toEqual([])
})
