/** Delivery of alert events: at-least-once through failures and crashes, without blocking other work. */
import { asc, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverDue } from '~/domain/alerts/webhook.server'
import { evaluateIfDue } from '~/domain/alerts/conditions.server'
import { db } from '~/platform/db/client.server'
import { alertEvents, alerts } from '~/platform/db/schema/monitoring'
import { jobs } from '~/platform/db/schema/operations'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { env } from '~/platform/config/env.server'
import { workPayouts } from '~/domain/wallet/payout-worker.server'
import { startReceiver, sendTo, type Receiver } from './receiver'
import { evaluateBy, finding, deleteAlerts, settableCondition, silenceLog } from './support'

silenceLog()

let receiver: Receiver
/** Never responds; a separate server, so that late requests are not mixed with those of other tests. */
let silent: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  silent = await startReceiver()
  silent.answer = () => {}
})
afterAll(() => Promise.all([receiver.close(), silent.close()]))
beforeEach(async () => {
  await deleteAlerts()
  receiver.received.length = 0
  receiver.answer = (response) => void response.end()
  sendTo(receiver.url)
})

const respondWith = (status: number, headers: Record<string, string> = {}) => {
  receiver.answer = (response) => void response.writeHead(status, headers).end()
}
const messages = () => receiver.received.map(({ text }) => JSON.parse(text) as { id: string; event: string })
const events = () => db.select().from(alertEvents).orderBy(asc(alertEvents.created_at))
const event = async () => (await events())[0]!
/** Ends every back-off and every lease. */
const makeDue = () => db.update(alertEvents).set({ next_attempt_at: sql`now()` })

/** Opens alerts without sending their events. */
async function open(count: number) {
  const condition = settableCondition()
  condition.findings = Array.from({ length: count }, () => finding())
  await evaluateBy(condition)
  return condition
}

/** The database's time in ms, rounded down as its drivers do. */
async function databaseTime(): Promise<number> {
  const [row] = await db.execute<{ now: string }>(sql`SELECT now()`)
  return new Date(row!.now).getTime()
}

/** Seconds from now until the event is due again. */
async function pause(): Promise<number> {
  const [row] = await db
    .select({ s: sql<number>`extract(epoch FROM next_attempt_at - now())::float8` })
    .from(alertEvents)
  return row!.s
}

describe('alert event', () => {
  test('is sent once, with its id in the header and in the body', async () => {
    await open(1)
    expect(await deliverDue()).toBe(1)
    expect(await deliverDue()).toBe(0)
    await makeDue()
    expect(await deliverDue()).toBe(0)
    const { id } = await event()
    expect(messages()).toMatchObject([{ id, event: 'opened' }])
    expect(receiver.received[0]!.headers['x-alert-id']).toBe(id)
  })

  test('for a cleared alert is sent only after the one for its opening', async () => {
    const condition = await open(1)
    condition.findings = []
    await evaluateBy(condition)
    respondWith(500)
    expect(await deliverDue()).toBe(0)
    // 'opened' waits for its retry, and 'cleared' is not sent before it.
    expect(await deliverDue()).toBe(0)
    expect(messages().map((one) => one.event)).toEqual(['opened'])
    receiver.answer = (response) => void response.end()
    await makeDue()
    expect(await deliverDue()).toBe(2)
    expect(messages().map((one) => one.event)).toEqual(['opened', 'opened', 'cleared'])
  })

  test.each<[string, () => void]>([
    ['status 500', () => respondWith(500)],
    ['status 404', () => respondWith(404)],
    ['redirect', () => respondWith(302, { Location: '/' })],
    ['no connection: ECONNRESET', () => (receiver.answer = (response) => void response.destroy())],
    [
      'time-out',
      () => {
        env().ALERT_TIMEOUT_MS = 30
        env().ALERT_WEBHOOK = silent.url
      },
    ],
    ['a private address', () => (env().ALERT_WEBHOOK_ALLOW = [])],
  ])('that fails with %s is kept, and sent again with the same id and body', async (error, fail) => {
    await open(1)
    fail()
    expect(await deliverDue()).toBe(0)
    expect(await event()).toMatchObject({ error, attempts: 1, delivered_at: null })
    sendTo(receiver.url)
    receiver.answer = (response) => void response.end()
    expect(await deliverDue()).toBe(0)
    expect((await event()).attempts).toBe(1)
    await makeDue()
    expect(await deliverDue()).toBe(1)
    expect(receiver.received.at(-1)!.text).toBe((await event()).body)
    expect(await event()).toMatchObject({ error: null, attempts: 2, delivered_at: expect.any(Date) })
  })

  test('is retried without end, with an exponential back-off of at most 15 minutes', async () => {
    await open(1)
    respondWith(503)
    for (const [failed, seconds] of [
      [0, 10],
      [1, 20],
      [2, 40],
      [6, 640],
      [7, 900],
      [5000, 900],
    ] as const) {
      await db.update(alertEvents).set({ attempts: failed, next_attempt_at: sql`now()` })
      const earliest = (await databaseTime()) + seconds * 1000
      await deliverDue()
      const next = (await event()).next_attempt_at.getTime()
      expect(next).toBeGreaterThanOrEqual(earliest)
      expect(next).toBeLessThanOrEqual((await databaseTime()) + seconds * 1000)
    }
  })
})

/** Ends `work` by an error at its first statement of this kind on the events. */
async function dieBefore(statement: SQL, condition: SQL, work: () => Promise<unknown>) {
  await db.execute(
    sql`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'dead'; END $$`,
  )
  await db.execute(
    sql`CREATE TRIGGER die BEFORE ${statement} ON alert_events FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION die()`,
  )
  await expect(work()).rejects.toThrow('alert_events')
  await db.execute(sql`DROP FUNCTION die() CASCADE`)
}

describe('crashed process', () => {
  test('after sending and before marking: another process sends the event when the lease expires', async () => {
    await open(1)
    // The receiver has the message, but the process dies before it marks the event as delivered.
    await dieBefore(sql`UPDATE`, sql`NEW.delivered_at IS NOT NULL`, deliverDue)
    expect(await event()).toMatchObject({ attempts: 1, delivered_at: null })
    // The lease keeps other processes from sending it.
    expect(await deliverDue()).toBe(0)
    expect(await pause()).toBeGreaterThan(env().ALERT_TIMEOUT_MS / 1000)
    await makeDue()
    expect(await deliverDue()).toBe(1)
    const { id } = await event()
    expect(messages().map((one) => one.id)).toEqual([id, id])
  })

  test('before sending: another process sends the event', async () => {
    await open(1)
    // The state after a process leased the event and died.
    await db.update(alertEvents).set({ attempts: 1, next_attempt_at: sql`now() + interval '50 seconds'` })
    expect(await deliverDue()).toBe(0)
    await makeDue()
    expect(await deliverDue()).toBe(1)
  })

  test('before the evaluation commits: there is neither an alert nor an event', async () => {
    await dieBefore(sql`INSERT`, sql`true`, () => open(1))
    expect(await db.$count(alerts)).toBe(0)
    await open(1)
    expect(await deliverDue()).toBe(1)
  })
})

describe('two servers', () => {
  test('delivering at the same time send each event once', async () => {
    await open(12)
    const sent = await Promise.all([deliverDue(), deliverDue(), deliverDue()])
    expect(sent.reduce((a, b) => a + b)).toBe(12)
    expect(new Set(messages().map(({ id }) => id)).size).toBe(12)
    expect(receiver.received).toHaveLength(12)
  })

  test('evaluating and delivering in the same minute send one event per alert', async () => {
    env().ALERT_QUARANTINE = 0
    await db.delete(jobs)
    const report = {
      network: 'trackier',
      method: 'GET',
      raw: {},
      outcome: 'quarantined',
      reason: 'unknown-click',
    } as const
    await db.insert(postbackInbox).values({ ...report, processed_at: new Date() })
    const server = async () => {
      await evaluateIfDue()
      await deliverDue()
    }
    await Promise.all([server(), server(), server()])
    await server()
    const quarantine = messages().filter((one) => 'cause' in one && one.cause === 'quarantine')
    expect(quarantine).toMatchObject([{ event: 'opened' }])
  })
})

describe('dead webhook', () => {
  test('gets one request per run and blocks no other work', async () => {
    await open(5)
    receiver.answer = () => {}
    const sending = deliverDue()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1))
    // During the request no transaction is open, and payouts continue.
    const [busy] = await db.execute<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`)
    expect(busy!.count).toBe(0)
    await workPayouts()
    await receiver.close()
    expect(await sending).toBe(0)
    expect(receiver.received).toHaveLength(1)
    receiver = await startReceiver()
    sendTo(receiver.url)
    await makeDue()
    expect(await deliverDue()).toBe(5)
  })
})
