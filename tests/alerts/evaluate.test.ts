/** Evaluation of conditions: at most one open alert per cause and subject. */
import { asc } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Condition } from '~/domain/alerts/conditions/causes'
import { evaluateAlerts, evaluateIfDue } from '~/domain/alerts/conditions.server'
import { db } from '~/platform/db/client.server'
import { alertEvents, alerts } from '~/platform/db/schema/monitoring'
import { jobs } from '~/platform/db/schema/operations'
import { sendTo } from './receiver'
import { evaluateBy, finding, deleteAlerts, settableCondition, silenceLog } from './support'

silenceLog()

beforeEach(async () => {
  await deleteAlerts()
  sendTo(null)
})
afterAll(() => sendTo(null))

const moment = (at: string) => ({ at: new Date(at), uptime: 1e9 })
const rows = () => db.select().from(alerts).orderBy(asc(alerts.id))
const events = async () =>
  (await db.select().from(alertEvents).orderBy(asc(alertEvents.created_at), asc(alertEvents.event))).map(
    ({ alert_id, event }) => `${alert_id} ${event}`,
  )

describe('alert', () => {
  test('opens once, is updated, clears, and reopens as a new alert', async () => {
    const condition = settableCondition()
    const of = finding()
    condition.findings = [of]
    const run = (at: string) => evaluateAlerts(moment(at), [condition])
    expect(await run('2026-11-22T10:00:00Z')).toMatchObject({ opened: [expect.any(Number)], cleared: [] })
    condition.findings = [{ ...of, detail: 'worse' }]
    expect(await run('2026-11-22T10:01:00Z')).toEqual({ opened: [], cleared: [] })
    expect(await rows()).toMatchObject([
      {
        ...of,
        detail: 'worse',
        opened_at: new Date('2026-11-22T10:00:00Z'),
        last_seen_at: new Date('2026-11-22T10:01:00Z'),
        cleared_at: null,
      },
    ])
    condition.findings = []
    const [first] = await rows()
    expect(await run('2026-11-22T10:02:00Z')).toEqual({ opened: [], cleared: [first!.id] })
    expect(await run('2026-11-22T10:03:00Z')).toEqual({ opened: [], cleared: [] })
    condition.findings = [of]
    const { opened } = await run('2026-11-22T10:04:00Z')
    expect(opened).not.toContain(first!.id)
    expect((await rows()).map(({ cleared_at }) => cleared_at)).toEqual([
      new Date('2026-11-22T10:02:00Z'),
      null,
    ])
  })

  test('with another subject is a separate alert', async () => {
    const condition = settableCondition()
    const [a, b] = [finding(), finding()]
    condition.findings = [a]
    await evaluateBy(condition)
    condition.findings = [b]
    expect(await evaluateBy(condition)).toEqual({
      opened: [b.subject],
      cleared: [a.subject],
      open: [b.subject],
    })
  })

  test('opens once when processes evaluate at the same time', async () => {
    sendTo('http://127.0.0.1:1/')
    const condition = settableCondition()
    condition.findings = [finding(), finding()]
    const all = await Promise.all(
      Array.from({ length: 6 }, () => evaluateAlerts(moment('2026-11-22T10:00:00Z'), [condition])),
    )
    expect(all.flatMap(({ opened }) => opened)).toHaveLength(2)
    expect(await rows()).toHaveLength(2)
    expect(await events()).toHaveLength(2)
  })

  test('is evaluated by one process per minute', async () => {
    await db.delete(jobs)
    const turns = await Promise.all(Array.from({ length: 4 }, () => evaluateIfDue()))
    expect(turns.filter(Boolean)).toHaveLength(1)
  })
})

describe('failing condition', () => {
  const failing: Condition = {
    name: 'of a broken test',
    causes: ['quarantine'],
    find: () => Promise.reject(new Error('no such column')),
  }

  test('keeps its alerts, does not stop others, and opens an alert until it succeeds', async () => {
    const [working, other] = [settableCondition(), settableCondition('postback-lag')]
    working.findings = [finding()]
    await evaluateBy(working)
    other.findings = [finding('postback-lag')]
    await evaluateAlerts(moment('2026-11-22T10:00:00Z'), [failing, other])
    const open = async () =>
      (await rows())
        .filter(({ cleared_at }) => cleared_at === null)
        .map(({ cause, subject }) => `${cause} ${subject}`)
    expect(await open()).toEqual([
      `quarantine ${working.findings[0]!.subject}`,
      'not-checked of a broken test',
      `postback-lag ${other.findings[0]!.subject}`,
    ])
    await evaluateAlerts(moment('2026-11-22T10:01:00Z'), [working, other])
    expect(await open()).not.toContain('not-checked of a broken test')
  })
})

describe('webhook events', () => {
  test('are written with the alert, one when it opens and one when it clears', async () => {
    sendTo('http://127.0.0.1:1/')
    const condition = settableCondition()
    condition.findings = [finding()]
    await evaluateBy(condition)
    await evaluateBy(condition)
    const { id } = (await rows())[0]!
    expect(await events()).toEqual([`${id} opened`])
    condition.findings = []
    await evaluateBy(condition)
    await evaluateBy(condition)
    expect(await events()).toEqual([`${id} opened`, `${id} cleared`])
  })

  test('cover alerts that are open when the webhook is configured, not those cleared before', async () => {
    const condition = settableCondition()
    const [over, still] = [finding(), finding()]
    condition.findings = [over, still]
    await evaluateBy(condition)
    condition.findings = [still]
    await evaluateBy(condition)
    expect(await events()).toEqual([])
    sendTo('http://127.0.0.1:1/')
    await evaluateBy(condition)
    const { id } = (await rows()).find(({ subject }) => subject === still.subject)!
    expect(await events()).toEqual([`${id} opened`])
  })

  test('contain the problem, its start and the action to take', async () => {
    sendTo('http://127.0.0.1:1/')
    const condition = settableCondition()
    condition.findings = [{ cause: 'quarantine', subject: '', detail: '12 wait, which is more than 10.' }]
    await evaluateBy(condition, new Date('2026-11-22T10:00:00Z'))
    condition.findings = []
    await evaluateBy(condition, new Date('2026-11-22T11:00:00Z'))
    const written = await db.select().from(alertEvents).orderBy(asc(alertEvents.created_at))
    const [opened, cleared] = written.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(opened).toEqual({
      id: written[0]!.id,
      event: 'opened',
      site: 'http://localhost:3000',
      alert: written[0]!.alert_id,
      cause: 'quarantine',
      subject: '',
      title: 'Many postbacks wait in quarantine',
      detail: '12 wait, which is more than 10.',
      next: 'Look at what is in quarantine, and replay, accept or dismiss it.',
      opened_at: '2026-11-22T10:00:00.000Z',
      cleared_at: null,
      text: 'localhost:3000: Many postbacks wait in quarantine. 12 wait, which is more than 10.',
    })
    expect(cleared).toMatchObject({
      id: written[1]!.id,
      event: 'cleared',
      cleared_at: '2026-11-22T11:00:00.000Z',
      text: 'localhost:3000: over: Many postbacks wait in quarantine',
    })
  })
})
