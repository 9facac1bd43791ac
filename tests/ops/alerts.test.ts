import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { alertEvents, alerts } from '~/platform/db/schema/monitoring'
import { sendTo, startReceiver, type Receiver } from '../alerts/receiver'
import { ops, opsDone, opsJson } from './support'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  const opened_at = new Date('2026-11-22T10:00:00Z')
  const one = { cause: 'quarantine', subject: '', detail: '=12 wait', opened_at, last_seen_at: opened_at }
  const [open] = await db.insert(alerts).values(one).returning()
  await db.insert(alertEvents).values({
    id: '6f1f2a30-1111-4222-8333-444455556666',
    alert_id: open!.id,
    event: 'opened',
    body: '{}',
    attempts: 3,
    error: 'time-out',
    next_attempt_at: sql`now() + interval '1 hour'`,
  })
  await db.insert(alerts).values({
    ...one,
    cause: 'network-silent',
    subject: 'impact',
    cleared_at: new Date('2026-11-22T11:00:00Z'),
  })
})
afterAll(() => receiver.close())
beforeEach(() => {
  sendTo(receiver.url)
  receiver.received.length = 0
  receiver.answer = (response) => void response.end('thanks\u001b[2J')
})

describe('alerts list and show', () => {
  test('list shows open alerts with the state of their delivery', async () => {
    const out = await opsDone('alerts list')
    expect(out).toMatch(/^ID +CAUSE +SUBJECT +OPENED +CLEARED +WEBHOOK +DETAIL$/m)
    expect(out).toMatch(/^ 1 +quarantine +22 Nov 2026, 3:30 pm +opened: 3 × time-out +=12 wait$/m)
    expect(out).not.toContain('impact')
    expect(out).not.toContain('is not set here')
  })

  test('list --all includes cleared alerts, and says that no webhook is set', async () => {
    sendTo(null)
    const { out } = await ops('alerts list --all')
    expect(out).toMatch(
      /^ 2 +network-silent +impact +22 Nov 2026, 3:30 pm +22 Nov 2026, 4:30 pm +no webhook/m,
    )
    expect(out).toContain('ALERT_WEBHOOK is not set here: alerts appear only in this list.')
  })

  test('list prints CSV and JSON', async () => {
    expect((await ops('alerts list --all --csv')).out.split('\r\n')).toEqual([
      'id,cause,subject,opened_at (IST),last_seen_at (IST),cleared_at (IST),webhook,detail',
      "2,network-silent,impact,2026-11-22 15:30:00,2026-11-22 15:30:00,2026-11-22 16:30:00,no webhook,'=12 wait",
      "1,quarantine,,2026-11-22 15:30:00,2026-11-22 15:30:00,,opened: 3 × time-out,'=12 wait",
      '',
    ])
    expect(await opsJson('alerts list --to 2026-11-21')).toEqual([])
    expect(await opsJson('alerts list')).toMatchObject([
      { id: 1, cause: 'quarantine', cleared_at: null, webhook: 'opened: 3 × time-out' },
    ])
  })

  test('show prints what to do and the delivery of the events', async () => {
    const out = await opsDone('alerts show 1')
    expect(out).toContain('Alert 1, quarantine: Many postbacks wait in quarantine.')
    expect(out).toContain('Next:\n  npm run ops -- postbacks list --state quarantined')
    expect(out).toMatch(
      /^opened +6f1f2a30-1111-4222-8333-444455556666 +\d+ \w+ \d{4}, \S+ [ap]m +3 +time-out +\d/m,
    )
    expect(await opsJson('alerts show 1')).toMatchObject({
      next: expect.stringContaining('in quarantine'),
      events: [{ event: 'opened', error: 'time-out', attempts: 3, delivered_at: null }],
    })
    expect(await ops('alerts show 99')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no alert 99'),
    })
  })
})

describe('alerts test', () => {
  test('sends a signed test message and prints the response', async () => {
    const { code, out } = await ops('alerts test')
    expect(out).toContain('200 thanks\\u{1b}[2J')
    expect(out).not.toContain('key=1')
    expect(code).toBe(0)
    expect(receiver.received).toHaveLength(1)
    const { text, headers } = receiver.received[0]!
    expect(JSON.parse(text)).toMatchObject({
      event: 'test',
      cause: 'test',
      alert: null,
      id: headers['x-alert-id'],
    })
    expect(headers['x-alert-signature']).toMatch(/^[0-9a-f]{64}$/)
    expect(await db.$count(alertEvents)).toBe(1)
  })

  test('exits with 1 if the receiver rejects the message or does not respond', async () => {
    receiver.answer = (response) => void response.writeHead(401).end('who are you?')
    const refused = await ops('alerts test')
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('401 who are you?') })
    expect(refused.err).toContain('The receiver did not accept the message')
    receiver.answer = (response) => void response.destroy()
    expect((await ops('alerts test --json')).err).toContain('No response: no connection')
  })

  test('is refused without ALERT_WEBHOOK', async () => {
    sendTo(null)
    expect(await ops('alerts test')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ALERT_WEBHOOK is not set here'),
    })
  })
})
