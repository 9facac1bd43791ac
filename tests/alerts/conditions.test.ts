/** Each condition opens its alert, does not repeat it, clears it, and opens it again. */
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLastNight } from '~/platform/formats/dates'
import { adjustmentCondition } from '~/domain/alerts/conditions/adjustments.server'
import { archiveCondition, describeFailure } from '~/domain/alerts/conditions/archive.server'
import { auditCondition, checkpointCondition } from '~/domain/alerts/conditions/audit.server'
import { messagesCondition } from '~/domain/alerts/conditions/messages.server'
import {
  conflictCondition,
  stuckCondition,
  waitingCondition,
} from '~/domain/alerts/conditions/payouts.server'
import {
  lagCondition,
  quarantineCondition,
  raisedCommissionCondition,
  silenceCondition,
} from '~/domain/alerts/conditions/reports.server'
import { proofCondition } from '~/domain/alerts/conditions/proofs.server'
import { db } from '~/platform/db/client.server'
import { claims } from '~/platform/db/schema/claims'
import { conversions } from '~/platform/db/schema/conversions'
import { deliveries } from '~/platform/db/schema/deliveries'
import { checkpoints } from '~/platform/db/schema/ledger'
import { alerts } from '~/platform/db/schema/monitoring'
import { jobs } from '~/platform/db/schema/operations'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { env, parseEnv } from '~/platform/config/env.server'
import { payoutConflicts, payoutEvents, payoutOrders } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise } from '~/platform/formats/money'
import { dismissPostback } from '~/domain/tracking/quarantine.server'
import { applyDue } from '~/domain/tracking/inbox.server'
import { RECOMPUTE_JOB } from '~/domain/books/second-reader.server'
import { addAdjustment, approveAdjustment, refuseAdjustment } from '~/domain/books/adjustments.server'
import { holdMember } from '~/domain/wallet/holds.server'
import { resolveConflict } from '~/domain/wallet/payout-conflicts.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { makeApprovedWithdrawal, requestAmount, payBy } from '../wallet/payout-support'
import { click, member, memberWith } from '../wallet/support'
import { DAY, evaluateBy, deleteAlerts, findBy, HOUR, silenceLog } from './support'
import { changeSettings } from '../support/settings'

silenceLog()
const MINUTE = 60_000
const now = Date.now()
const at = (ms: number) => new Date(now + ms)
const defaults = parseEnv(process.env)

beforeEach(deleteAlerts)
afterEach(() => {
  for (const name of Object.keys(env())) delete (env() as Record<string, unknown>)[name]
  Object.assign(env(), defaults)
})

/** Resolves the postbacks that other tests of this file stored. */
const settleInbox = () =>
  db.update(postbackInbox).set({ processed_at: sql`now()`, outcome: 'stale', resolved_at: sql`now()` })

const report = (received: Date, more: Partial<typeof postbackInbox.$inferInsert> = {}) =>
  db
    .insert(postbackInbox)
    .values({ network: 'trackier', method: 'GET', raw: {}, received_at: received, ...more })
    .returning({ id: postbackInbox.id })
    .then(([row]) => row!.id)
const quarantine = (received = new Date()) =>
  report(received, { outcome: 'quarantined', reason: 'unknown-click', processed_at: new Date() })

describe('audit alerts', () => {
  const recordAudit = async (
    checks: string[],
    finished = at(0),
    started = new Date(finished.getTime() - 1000),
  ) => {
    const row = {
      started_at: started,
      finished_at: finished,
      result: { defects: checks.length * 2, checks, milliseconds: 5 },
    }
    await db
      .insert(jobs)
      .values({ name: 'audit', ...row })
      .onConflictDoUpdate({ target: jobs.name, set: row })
  }
  const open = [auditCondition] as const
  beforeEach(async () => {
    await db.delete(jobs)
  })

  test('open one per failing check, without personal data', async () => {
    await recordAudit(['trial balance', 'cached balance'])
    expect(await evaluateBy(...open)).toMatchObject({ opened: ['trial balance', 'cached balance'] })
    expect(await evaluateBy(...open)).toMatchObject({ opened: [], cleared: [] })
    await recordAudit(['cached balance'])
    expect(await evaluateBy(...open)).toMatchObject({ opened: [], cleared: ['trial balance'] })
    await recordAudit([])
    expect(await evaluateBy(...open)).toEqual({ opened: [], cleared: ['cached balance'], open: [] })
    await recordAudit(['trial balance'])
    expect(await evaluateBy(...open)).toMatchObject({ opened: ['trial balance'] })
    const [row] = await db.select().from(alerts).where(eq(alerts.subject, 'trial balance'))
    expect(row!.detail).toMatch(/^The audit of \d+ \w+ \d+, [\d:]+ [ap]m found 4 defects in 2 checks\.$/)
  })

  test('open if recorded history was rewritten', async () => {
    const recordCheckpoint = (defects: number) =>
      db
        .insert(jobs)
        .values({ name: 'checkpoint', started_at: at(0), finished_at: at(0), result: { defects } })
        .onConflictDoUpdate({ target: jobs.name, set: { result: { defects } } })
    await recordCheckpoint(3)
    expect(await evaluateBy(...open)).toMatchObject({ opened: ['history as it was recorded'] })
    await recordCheckpoint(0)
    expect(await evaluateBy(...open)).toMatchObject({ cleared: ['history as it was recorded'] })
  })

  test('open for what the second reader found, and when it has not completed since the night', async () => {
    const night = findLastNight(now)
    const from = (ms: number) => new Date(night + ms)
    const record = (checks: string[], finished: Date) => {
      const row = { started_at: finished, finished_at: finished, result: { defects: checks.length, checks } }
      return db
        .insert(jobs)
        .values({ name: RECOMPUTE_JOB, ...row })
        .onConflictDoUpdate({ target: jobs.name, set: row })
    }
    await record(['wallet = what was earned and paid'], from(0))
    expect(await evaluateBy(auditCondition, from(DAY - 1))).toMatchObject({
      opened: ['wallet = what was earned and paid'],
    })
    await record([], from(0))
    expect(await evaluateBy(auditCondition, from(DAY - 1))).toMatchObject({
      cleared: ['wallet = what was earned and paid'],
      open: [],
    })
    const patience = env().ALERT_CHECKPOINT_HOURS * HOUR
    expect(await evaluateBy(auditCondition, from(DAY + patience - 1))).toMatchObject({ opened: [] })
    expect(await evaluateBy(auditCondition, from(DAY + patience))).toMatchObject({
      opened: ['no second reading'],
    })
    await record([], from(DAY + 1))
    expect(await evaluateBy(auditCondition, from(DAY + patience))).toMatchObject({
      cleared: ['no second reading'],
    })
  })

  test('open when no audit has completed for more than two intervals', async () => {
    await recordAudit([])
    expect(await evaluateBy(auditCondition, at(130 * MINUTE - 1))).toMatchObject({ opened: [] })
    expect(await evaluateBy(auditCondition, at(131 * MINUTE))).toMatchObject({ opened: ['not run'] })
    expect(await evaluateBy(auditCondition, at(140 * MINUTE))).toMatchObject({ opened: [] })
    await recordAudit([], at(141 * MINUTE))
    expect(await evaluateBy(auditCondition, at(142 * MINUTE))).toMatchObject({ cleared: ['not run'] })
    // A started audit that hangs.
    await recordAudit([], at(141 * MINUTE), at(200 * MINUTE))
    expect(await evaluateBy(auditCondition, at(209 * MINUTE))).toMatchObject({ opened: [] })
    expect(await evaluateBy(auditCondition, at(211 * MINUTE))).toMatchObject({ opened: ['not run'] })
  })

  test('wait after a server start', async () => {
    await recordAudit([])
    expect(await findBy(auditCondition, at(2 * DAY), 14 * MINUTE)).toEqual([])
    expect(await findBy(auditCondition, at(2 * DAY), 15 * MINUTE)).toHaveLength(1)
    await db.delete(jobs)
    expect(await findBy(auditCondition, at(2 * DAY))).toEqual([])
  })
})

describe('overdue alert of the nightly checkpoint', () => {
  const makeCheckpoint = (id: number, time: string) =>
    db.insert(checkpoints).values({ id, made_at: new Date(time), previous: '', ranges: [], hash: String(id) })

  test('opens at 9 am in India', async () => {
    const evaluate = (time: string) => evaluateBy(checkpointCondition, new Date(time))
    // It is due at 3 am in India, 21:30 UTC, with six hours of tolerance.
    expect(await evaluate('2026-11-22T03:29:00Z')).toMatchObject({ opened: [] })
    expect(await evaluate('2026-11-22T03:30:00Z')).toMatchObject({ opened: [''] })
    await makeCheckpoint(1, '2026-11-22T03:40:00Z')
    expect(await evaluate('2026-11-22T03:41:00Z')).toMatchObject({ cleared: [''] })
    expect(await evaluate('2026-11-23T03:29:00Z')).toMatchObject({ opened: [] })
    expect(await evaluate('2026-11-23T03:31:00Z')).toMatchObject({ opened: [''] })
    expect(await findBy(checkpointCondition, new Date('2026-11-23T03:31:00Z'))).toEqual([
      'checkpoint : No checkpoint since 23 Nov 2026, 3:00 am. The last one was made 22 Nov 2026, 9:10 am.',
    ])
    env().ALERT_CHECKPOINT_HOURS = 20
    expect(await evaluate('2026-11-23T03:31:00Z')).toMatchObject({ cleared: [''] })
  })

  test('waits after a server start', async () => {
    const later = new Date('2026-12-24T10:00:00Z')
    expect(await findBy(checkpointCondition, later, 14 * MINUTE)).toEqual([])
    expect(await findBy(checkpointCondition, later)).toHaveLength(1)
  })
})

describe('quarantine alert', () => {
  test('opens above the threshold and clears when enough postbacks are resolved', async () => {
    await settleInbox()
    env().ALERT_QUARANTINE = 2
    const ids = [await quarantine(), await quarantine()]
    expect(await evaluateBy(quarantineCondition)).toMatchObject({ opened: [] })
    ids.push(await quarantine())
    expect(await evaluateBy(quarantineCondition)).toMatchObject({ opened: [''] })
    ids.push(await quarantine())
    expect(await evaluateBy(quarantineCondition)).toMatchObject({ opened: [], cleared: [] })
    expect(await findBy(quarantineCondition)).toEqual(['quarantine : 4 wait, which is more than 2.'])
    for (const id of ids.slice(0, 2)) await dismissPostback(id, 'a test')
    expect(await evaluateBy(quarantineCondition)).toMatchObject({ cleared: [''] })
    await quarantine()
    expect(await evaluateBy(quarantineCondition)).toMatchObject({ opened: [''] })
  })
})

describe('waiting messages alert', () => {
  const onDay = (time: string) => new Date(`2026-06-15T${time}:00+05:30`)

  test.each<[string, { created: string; answer?: string; topic?: 'money' | 'newsletter' }, string, string[]]>(
    [
      ['does not open within an hour', { created: '12:00' }, '12:59', []],
      ['opens after an hour', { created: '12:00' }, '13:00', ['sms']],
      ['ignores newsletters', { created: '12:00', topic: 'newsletter' }, '15:00', []],
      ['ignores what waits for the morning', { created: '01:00', answer: 'quiet hours' }, '07:59', []],
      ['and for an hour more', { created: '01:00', answer: 'quiet hours' }, '08:59', []],
      ['opens when the morning sent nothing', { created: '01:00', answer: 'quiet hours' }, '09:00', ['sms']],
      ['opens at night for what failed before', { created: '21:00', answer: 'time-out' }, '22:30', ['sms']],
    ],
  )('%s', async (_title, { created, answer = null, topic = 'money' }, time, open) => {
    await db.delete(deliveries)
    const sms = { channel: 'sms', topic, kind: 'withdrawal:paid', address: '+919199352765' } as const
    // As if workers that die took it again and again.
    const times = { created_at: onDay(created), next_attempt_at: onDay('23:59') }
    await db.insert(deliveries).values({ ...sms, ...times, answer })
    expect((await evaluateBy(messagesCondition, onDay(time))).open).toEqual(open)
  })
})

describe('postback lag alert', () => {
  test('opens when a postback is older than the limit, and clears when it is applied', async () => {
    await settleInbox()
    env().ALERT_LAG_MINUTES = 5
    await report(at(0))
    expect(await evaluateBy(lagCondition, at(5 * MINUTE))).toMatchObject({ opened: [] })
    expect(await evaluateBy(lagCondition, at(6 * MINUTE))).toMatchObject({ opened: ['postbacks'] })
    expect(await findBy(lagCondition, at(7 * MINUTE))).toEqual([
      'postback-lag postbacks: 1 not applied, the oldest for 7 minutes.',
    ])
    expect(await evaluateBy(lagCondition, at(7 * MINUTE))).toMatchObject({ opened: [], cleared: [] })
    await db.update(postbackInbox).set({ next_attempt_at: sql`now()` })
    await applyDue((error) => {
      throw error
    })
    expect(await evaluateBy(lagCondition, at(8 * MINUTE))).toMatchObject({ cleared: ['postbacks'] })
    await report(at(0))
    expect(await evaluateBy(lagCondition, at(9 * MINUTE))).toMatchObject({ opened: ['postbacks'] })
    await settleInbox()
  })

  test('is separate for payout webhooks', async () => {
    const event = {
      provider: 'razorpayx',
      kind: 'payout.processed',
      body: 'sealed',
      received_at: at(0),
    } as const
    await db.insert(payoutEvents).values({ ...event, event_id: 'lag' })
    expect(await evaluateBy(lagCondition, at(11 * MINUTE))).toMatchObject({ opened: ['payout webhooks'] })
    await db.update(payoutEvents).set({ processed_at: at(0) })
    expect(await evaluateBy(lagCondition, at(11 * MINUTE))).toMatchObject({ cleared: ['payout webhooks'] })
  })
})

describe('network silence alert', () => {
  /** Each test uses its own dates, 400 days after those of the test before. */
  let calendar = 0
  let base = 0
  beforeEach(() => {
    calendar += 1
    base = now + calendar * 400 * DAY
  })
  const when = (hours: number) => new Date(base + hours * HOUR)
  const reports = async (network: 'trackier' | 'impact', hours: number[], method = 'GET') => {
    for (const hour of hours)
      await report(when(hour), { network, method, outcome: 'stale', processed_at: when(hour) })
  }
  const every = (hours: number, count: number) =>
    Array.from({ length: count }, (_, i) => -(count - 1 - i) * hours)

  test('opens after the configured time, clears with the next postback, and opens again', async () => {
    env().ALERT_SILENCE_HOURS = 24
    await reports('trackier', [0])
    expect(await evaluateBy(silenceCondition, when(24))).toMatchObject({ opened: [] })
    expect(await evaluateBy(silenceCondition, when(24.1))).toMatchObject({ opened: ['trackier'] })
    expect(await evaluateBy(silenceCondition, when(30))).toMatchObject({ opened: [], cleared: [] })
    // Rows that the operator imports from a CSV report do not count.
    await reports('trackier', [31], 'CSV')
    expect(await evaluateBy(silenceCondition, when(32))).toMatchObject({ cleared: [] })
    await reports('trackier', [33])
    expect(await evaluateBy(silenceCondition, when(34))).toMatchObject({ cleared: ['trackier'] })
    expect(await evaluateBy(silenceCondition, when(60))).toMatchObject({ opened: ['trackier'] })
  })

  test('is configurable by network and can be disabled', async () => {
    Object.assign(env(), { ALERT_SILENCE_HOURS: 24, IMPACT_SECRET: 'a secret of impact' })
    await reports('trackier', [0])
    await reports('impact', [0])
    const listSubjects = async (hours: number) =>
      (await findBy(silenceCondition, when(hours))).map((one) => one.split(/[ :]/)[1])
    env().ALERT_SILENCE_HOURS_BY_NETWORK = new Map([['impact', 48]])
    expect(await listSubjects(25)).toEqual(['trackier'])
    expect(await listSubjects(49)).toEqual(['trackier', 'impact'])
    env().ALERT_SILENCE_HOURS_BY_NETWORK = new Map([['trackier', 0]])
    expect(await listSubjects(49)).toEqual(['impact'])
    env().ALERT_SILENCE_HOURS = 0
    expect(await listSubjects(490)).toEqual([])
  })

  test('defaults to twice the usual longest gap, ignoring the two longest in a month', async () => {
    // Every ten hours, with two gaps of four days in between.
    await reports('trackier', [
      ...every(10, 8).map((h) => h - 300),
      ...every(10, 5).map((h) => h - 130),
      ...every(10, 4),
    ])
    expect(await findBy(silenceCondition, when(20))).toEqual([])
    const [found] = await findBy(silenceCondition, when(21))
    expect(found).toMatch(
      /^network-silent trackier: Nothing for 21 hours, since .*; up to 20 hours is usual or allowed\.$/,
    )
  })

  test('defaults to at least six hours, and to no limit for a network that rarely reports', async () => {
    await reports('trackier', every(0.5, 12))
    expect(await findBy(silenceCondition, when(6))).toEqual([])
    expect(await findBy(silenceCondition, when(6.1))).toHaveLength(1)
    base += 40 * DAY
    await reports('trackier', every(0.5, 9))
    expect(await findBy(silenceCondition, when(20 * 24))).toEqual([])
  })

  test('is not opened for a network without a secret or without any postback', async () => {
    env().ALERT_SILENCE_HOURS = 2
    Object.assign(env(), { AWIN_SECRET: 'a secret of awin', trackierSecret: undefined })
    await reports('trackier', [0])
    expect(await findBy(silenceCondition, when(100))).toEqual([])
  })
})

describe('payout alerts', () => {
  test('open for a payout that a provider has not settled in time', async () => {
    payBy('razorpayx')
    const { id } = await makeApprovedWithdrawal()
    const subject = `withdrawal ${id}`
    expect(await evaluateBy(stuckCondition, at(5 * HOUR))).toMatchObject({ opened: [] })
    expect(await evaluateBy(stuckCondition, at(7 * HOUR))).toMatchObject({ opened: [subject] })
    expect(await evaluateBy(stuckCondition, at(8 * HOUR))).toMatchObject({ opened: [], cleared: [] })
    expect(await findBy(stuckCondition, at(9 * HOUR + MINUTE))).toEqual([
      expect.stringMatching(`^payout-stuck ${subject}: At razorpayx for [89] hours: processing\\.$`),
    ])
    // Reported as paid: the bank has a day more.
    await db
      .update(payoutOrders)
      .set({ provider_status: 'processed' })
      .where(eq(payoutOrders.withdrawal_id, id))
    expect(await evaluateBy(stuckCondition, at(29 * HOUR))).toMatchObject({ cleared: [subject] })
    expect(await evaluateBy(stuckCondition, at(31 * HOUR))).toMatchObject({ opened: [subject] })
    await db.update(payoutOrders).set({ stage: 'done' }).where(eq(payoutOrders.withdrawal_id, id))
    expect(await evaluateBy(stuckCondition, at(31 * HOUR))).toMatchObject({ cleared: [subject] })
  })

  test('open after an hour when nobody knows whether a withdrawal was paid', async () => {
    payBy('razorpayx')
    const { id } = await makeApprovedWithdrawal()
    await db.update(withdrawals).set({ status: 'unknown' }).where(eq(withdrawals.id, id))
    expect(await evaluateBy(stuckCondition, at(59 * MINUTE))).toMatchObject({ opened: [] })
    expect(await evaluateBy(stuckCondition, at(61 * MINUTE))).toMatchObject({ opened: [`withdrawal ${id}`] })
    expect(await findBy(stuckCondition, at(61 * MINUTE))).toEqual([
      expect.stringMatching(`^payout-unknown withdrawal ${id}: `),
    ])
  })

  test('open when a withdrawal waits long for approval, and then for payment', async () => {
    payBy('manual')
    const id = await requestAmount(await memberWith(1_000_00n), '250')
    expect(await evaluateBy(waitingCondition, at(71 * HOUR))).toMatchObject({ opened: [] })
    expect(await evaluateBy(waitingCondition, at(73 * HOUR))).toMatchObject({ opened: ['approval'] })
    expect(await evaluateBy(waitingCondition, at(74 * HOUR))).toMatchObject({ opened: [], cleared: [] })
    await approveWithdrawal(id)
    expect(await evaluateBy(waitingCondition, at(71 * HOUR))).toMatchObject({ cleared: ['approval'] })
    expect(await evaluateBy(waitingCondition, at(73 * HOUR))).toMatchObject({ opened: ['payment by hand'] })
    await payWithdrawal(id, `ALERT${id}`)
    expect(await evaluateBy(waitingCondition, at(73 * HOUR))).toMatchObject({ cleared: ['payment by hand'] })
    // A member on hold waits for the hold to end, not for the operator.
    const held = await memberWith(1_000_00n)
    await requestAmount(held, '250')
    await holdMember(held, at(9 * DAY), 'a check')
    expect(await evaluateBy(waitingCondition, at(73 * HOUR))).toMatchObject({ opened: [] })
    await requestAmount(await memberWith(1_000_00n), '250')
    expect(await evaluateBy(waitingCondition, at(73 * HOUR))).toMatchObject({ opened: ['approval'] })
  })

  test('open per payout in conflict with the books, until the conflict is resolved', async () => {
    payBy('razorpayx')
    const conflict = async () => {
      const { id } = await makeApprovedWithdrawal()
      const facts = { withdrawal_id: id, provider: 'razorpayx', word: 'processed', number: 'pout_1' } as const
      const [row] = await db
        .insert(payoutConflicts)
        .values({ ...facts, reason: 'another amount', amount_paise: 1n })
        .returning()
      return row!.id
    }
    const [a, b] = [await conflict(), await conflict()]
    expect(await evaluateBy(conflictCondition)).toMatchObject({ opened: [`conflict ${a}`, `conflict ${b}`] })
    expect(await evaluateBy(conflictCondition)).toMatchObject({ opened: [], cleared: [] })
    await resolveConflict(a, 'Seen')
    expect(await evaluateBy(conflictCondition)).toMatchObject({ cleared: [`conflict ${a}`] })
    const c = await conflict()
    expect(await evaluateBy(conflictCondition)).toMatchObject({ opened: [`conflict ${c}`] })
  })
})

test('WAL that is not archived has an alert after ten minutes', async () => {
  expect(describeFailure(600)).toEqual([])
  expect(describeFailure(660)).toMatchObject([{ cause: 'archive-fails', detail: 'Nothing for 11 minutes.' }])
  expect(await findBy(archiveCondition, at(0))).toEqual([])
})

test('an adjustment has an alert while it waits for a second operator', async () => {
  await changeSettings({ FOUR_EYES_ABOVE: '100' })
  const userId = await memberWith(0n)
  const add = async (amount: bigint) => {
    const added = await addAdjustment(
      { userId, kind: 'goodwill', amount: paise(amount), reason: 'Of a test' },
      'asha',
    )
    if (!added.ok) throw new Error(added.reason)
    return added.adjustment.id
  }
  await add(10_00n)
  const [a, b] = [await add(150_00n), await add(200_00n)]
  expect(await evaluateBy(adjustmentCondition)).toMatchObject({
    opened: [`adjustment ${a}`, `adjustment ${b}`],
  })
  expect((await findBy(adjustmentCondition))[0]).toMatch(
    /^adjustment-waiting adjustment \d+: goodwill of Rs\. 150\.00, waiting since .+\.$/,
  )
  expect(await evaluateBy(adjustmentCondition)).toMatchObject({ opened: [], cleared: [] })
  expect((await approveAdjustment(a, 'ravi')).ok).toBe(true)
  expect((await refuseAdjustment(b, 'No', 'ravi')).ok).toBe(true)
  expect(await evaluateBy(adjustmentCondition)).toMatchObject({
    cleared: [`adjustment ${a}`, `adjustment ${b}`],
    open: [],
  })
})

describe('raised commission alerts', () => {
  const sales = async (count: number, days: number, commission: bigint, network = 'tune') => {
    const clickId = await click(await member(), { network })
    const [owner] = await db.execute<{ campaign_id: string; user_id: string }>(
      sql`SELECT campaign_id, user_id FROM clicks WHERE id = ${clickId}`,
    )
    await db.insert(conversions).values(
      Array.from({ length: count }, (_, n) => ({
        network,
        external_id: `raised ${clickId} ${n}`,
        conversion_id: `raised ${clickId} ${n}`,
        click_id: clickId,
        user_id: Number(owner!.user_id),
        campaign_id: Number(owner!.campaign_id),
        status: 'pending' as const,
        sale_paise: 1000_00n,
        network_payout_paise: commission,
        created_at: at(-days * DAY),
      })),
    )
  }
  const find = () => findBy(raisedCommissionCondition)

  test('compare the share of a week with that of the 90 days before, from enough sales on', async () => {
    await sales(19, 20, 60_00n)
    await sales(5, 1, 500_00n)
    expect(await find()).toEqual([])
    await sales(1, 30, 60_00n)
    expect(await find()).toEqual([
      'commission-raised tune: Its commission is 50.00 % of the sales of 7 days, and was 6.00 % in the 90 days before.',
    ])
    expect(await evaluateBy(raisedCommissionCondition)).toMatchObject({ opened: ['tune'] })
    await db
      .update(conversions)
      .set({ network_payout_paise: 120_00n })
      .where(sql`network = 'tune' AND created_at > now() - interval '2 days'`)
    expect(await find()).toEqual([])
    expect(await evaluateBy(raisedCommissionCondition)).toMatchObject({ cleared: ['tune'] })
  })

  test('are not opened for four sales, nor by sales that were rejected', async () => {
    await sales(20, 20, 60_00n, 'impact')
    await sales(4, 1, 500_00n, 'impact')
    expect(await find()).toEqual([])
    await sales(1, 1, 500_00n, 'impact')
    expect(await find()).toHaveLength(1)
    await db
      .update(conversions)
      .set({ status: 'rejected' })
      .where(sql`network = 'impact' AND created_at > now() - interval '2 days'`)
    expect(await find()).toEqual([])
  })
})

test('proofs of a day above 500 MB, of all members, open one alert', async () => {
  const { userId, id } = await makeApprovedWithdrawal()
  const [claim] = await db
    .insert(claims)
    .values({ user_id: userId, kind: 'question', withdrawal_id: id, answer_by: new Date() })
    .returning()
  const addMb = (first: number, last: number) =>
    db.execute(sql`
      INSERT INTO claim_proofs (claim_id, user_id, media, size, sha256, sealed)
      SELECT ${claim!.id}, ${userId}, 'png', 1048576, n, '' FROM generate_series(${first}::int, ${last}::int) n`)
  await addMb(1, 500)
  expect(await findBy(proofCondition)).toEqual([])
  await addMb(501, 501)
  expect(await findBy(proofCondition)).toEqual(['proofs-large : 501 MB of 1 member in 24 hours.'])
  expect(await findBy(proofCondition, at(25 * HOUR))).toEqual([])
})
