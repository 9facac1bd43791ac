import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { addressLinks, numberChanges } from '~/platform/db/schema/addresses'
import { deskDrafts } from '~/platform/db/schema/desk-drafts'
import { deskSessions } from '~/platform/db/schema/desk'
import { signals } from '~/platform/db/schema/fraud'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { otpChallenges, rateLimits, sessions, signUpPlaces } from '~/platform/db/schema/members'
import { clicks } from '~/platform/db/schema/clicks'
import { operators, queuedJobs } from '~/platform/db/schema/operations'
import { runIfDue } from '~/platform/db/jobs.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { signedIn } from '../support/people'
import { recordCommand } from '~/domain/operators/command-log.server'
import { click, member } from '../wallet/support'

const NOTHING = {
  sessions: 0,
  devices: 0,
  codes: 0,
  limits: 0,
  clicks: 0,
  places: 0,
  signals: 0,
  departures: 0,
  destinationSaves: 0,
  proofs: 0,
  drafts: 0,
  answers: 0,
  deliveries: 0,
  links: 0,
  numberChanges: 0,
  storeNews: 0,
  offerRates: 0,
  newsletterRequests: 0,
}
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ago = (ms: number) => new Date(Date.now() - ms)

test('the sweep deletes expired rows and keeps the others', async () => {
  const { id } = await signedIn()
  const challenge = { purpose: 'sign-up', phone_number: '+919000000000', provider: 'demo' } as const
  await db
    .insert(pushSubscriptions)
    .values({ user_id: id, session: null, endpoint_hash: 'ended', sealed: 'x' })
  await db.insert(sessions).values([
    { token_hash: 'over', kind: 'cookie', opened_by: 'password', user_id: id, expires_at: ago(1000) },
    {
      token_hash: 'bearer over',
      kind: 'bearer',
      opened_by: 'password',
      user_id: id,
      expires_at: ago(9 * DAY),
    },
  ])
  const [operator] = await db
    .insert(operators)
    .values({ name: 'Asha', role: 'owner', state: 'active' })
    .returning()
  const ofDesk = { operator_id: operator!.id, stage: 'code' } as const
  await db.insert(deskSessions).values([
    { ...ofDesk, token_hash: 'over', expires_at: ago(1000) },
    { ...ofDesk, token_hash: 'running', expires_at: ago(-MINUTE) },
  ])
  await db.insert(otpChallenges).values([
    { ...challenge, sent_at: ago(DAY + MINUTE), expires_at: ago(DAY) },
    { ...challenge, sent_at: ago(20 * MINUTE), expires_at: ago(15 * MINUTE) },
  ])
  await db.insert(rateLimits).values([
    { key: 'over', points: 1, expire: Date.now() - 5000 },
    { key: 'running', points: 1, expire: Date.now() + MINUTE },
  ])
  const [old, fresh] = [await click(id), await click(id)]
  await db
    .update(clicks)
    .set({ created_at: ago(367 * DAY) })
    .where(eq(clicks.id, old))
  const friend = await member()
  const draft = { operator_id: operator!.id, operation: 'today', input: 'sealed', state: 'sealed' }
  await db.insert(deskDrafts).values([
    { ...draft, key: randomUUID(), created_at: ago(DAY + MINUTE) },
    { ...draft, key: randomUUID(), created_at: ago(DAY - MINUTE) },
  ])
  for (const created_at of [ago(30 * DAY + MINUTE), ago(29 * DAY)]) {
    const log_id = await recordCommand({ osUser: 'asha' }, 'withdrawals approve 1')
    await db.insert(queuedJobs).values({ log_id, answer: 'sealed', created_at })
  }
  await db.insert(signUpPlaces).values([
    { user_id: id, place_hash: 'old', created_at: ago(7 * DAY + MINUTE) },
    { user_id: friend, place_hash: 'fresh', created_at: ago(6 * DAY) },
  ])
  const link = { user_id: id, purpose: 'undo', email: 'asha@mail.example' } as const
  await db.insert(addressLinks).values([
    { ...link, token_hash: 'old', expires_at: ago(30 * DAY + MINUTE) },
    { ...link, token_hash: 'fresh', expires_at: ago(30 * DAY - MINUTE) },
  ])
  const change = {
    user_id: id,
    old_phone: '+919000000001',
    new_phone: '+919000000002',
    email: 'asha@mail.example',
    state: 'done',
    due_at: ago(DAY),
  } as const
  await db.insert(numberChanges).values([
    { ...change, ended_at: ago(400 * DAY + MINUTE) },
    { ...change, ended_at: ago(400 * DAY - MINUTE) },
  ])
  const signal = { kind: 'referral-device', members: [id, friend] } as const
  const raised = await db.transaction((tx) => raiseSignal(tx, { ...signal, facts: 'old' }))
  await db.transaction((tx) => raiseSignal(tx, { ...signal, facts: 'fresh' }))
  await db
    .update(signals)
    .set({ raised_at: ago(3 * 366 * DAY) })
    .where(eq(signals.id, raised!))

  expect(await sweep()).toEqual({
    ...NOTHING,
    sessions: 3,
    devices: 1,
    codes: 1,
    limits: 1,
    clicks: 1,
    places: 1,
    signals: 1,
    drafts: 1,
    answers: 1,
    links: 1,
    numberChanges: 1,
  })
  expect((await db.select().from(signUpPlaces)).map((row) => row.user_id)).toEqual([friend])
  expect(await db.$count(deskDrafts)).toBe(1)
  expect((await db.select().from(queuedJobs)).map((row) => row.answer).sort()).toEqual([null, 'sealed'])
  expect((await db.select().from(signals)).map((row) => row.facts)).toEqual(['fresh'])
  expect((await db.select().from(addressLinks)).map((row) => row.token_hash)).toEqual(['fresh'])
  expect(await db.$count(numberChanges)).toBe(1)
  expect(await db.$count(sessions)).toBe(1)
  expect(await db.$count(otpChallenges)).toBe(1)
  expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(['running'])
  const hashes = new Map((await db.select().from(clicks)).map((row) => [row.id, row.visitor_hash]))
  expect([hashes.get(old), hashes.get(fresh)]).toEqual(['', 'visitor'])
  expect(await sweep()).toEqual(NOTHING)
})

test('two concurrent sweeps delete more than one batch', async () => {
  await db.execute(
    sql`INSERT INTO rate_limits (key, points, expire) SELECT 'many ' || n, 1, 1 FROM generate_series(1, 12000) n`,
  )
  const [a, b] = await Promise.all([sweep(), sweep()])
  await sweep()
  expect(a.limits + b.limits).toBeLessThanOrEqual(12_000)
  expect(await sweep()).toEqual(NOTHING)
})

test('the sweep runs in one process an hour', async () => {
  const name = randomUUID()
  const turns = await Promise.all(Array.from({ length: 4 }, () => runIfDue(name, 3600, sweep)))
  expect(turns.filter(Boolean)).toHaveLength(1)
})
