/** What a form does: a preview that is good for a while, a key that is good once, a version that is good until a change. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { approvals, operatorLog } from '~/platform/db/schema/operations'
import { toInputFile } from '~/desk/read-input'
import { computeCallHash } from '~/desk/fingerprint.server'
import { perform } from '~/desk/perform.server'
import { makeConsent, prepare } from '~/desk/prepare.server'
import { requireJob } from '~/desk/queued-jobs.server'
import { toRequestKey } from '~/desk/request-key.server'
import type { Call } from '~/desk/call'
import { workQueue } from '~/desk/work-queue.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { ops } from '../ops/support'
import { enqueue } from '../support/jobs'
import { makeCall } from '../support/calls'
import { rewrite } from '../support/rewrite'
import { forgetOthers } from '../support/settings'
import { makeOffer } from '../wallet/support'
import { addTins, removeTins } from './tins'

beforeAll(() => addTins())
afterAll(removeTins)
beforeEach(forgetOthers)

const label = (id: number, to: string, osAccount = 'asha') =>
  makeCall('tins label', { id: String(id), label: to }, { osAccount })

const readTin = async (id: number) => {
  const [row] = await db.execute<{ label: string; times: number }>(
    sql`SELECT label, times FROM tins WHERE id = ${id}`,
  )
  return row!
}

const confirm = async (call: Awaited<ReturnType<typeof label>>, requestKey: string = randomUUID()) => ({
  requestKey,
  seen: { consent: await makeConsent(call, await prepare(call)) },
})

test('a change that was seen is done, and its entry of the log has what changed', async () => {
  const call = await label(1, 'figs')
  expect((await prepare(call)).seen.effect).toBe('Labels tin 1, 100 paise')
  const done = await perform(call, await confirm(call))
  expect(done).toMatchObject({
    state: 'done',
    changed: [{ subject: 'tin 1', before: 'tin 1', after: 'figs' }],
  })
  expect(await readTin(1)).toEqual({ label: 'figs', times: 1 })
})

test('a key sent twice, also at the same moment, is one change and one answer', async () => {
  const call = await label(2, 'figs')
  const confirmation = await confirm(call)
  const answers = await Promise.all(Array.from({ length: 5 }, () => perform(call, confirmation)))
  answers.push(await perform(call, confirmation))
  expect(new Set(answers.map((answer) => (answer.state === 'done' ? answer.logId : answer.state))).size).toBe(
    1,
  )
  expect((await readTin(2)).times).toBe(1)
  expect(answers.filter((answer) => answer.state === 'done' && answer.answer !== null)).toHaveLength(1)
})

test('a key is good for its person and its command alone', async () => {
  const call = await label(3, 'figs')
  const confirmation = await confirm(call)
  await perform(call, confirmation)
  const other = await label(3, 'plums')
  expect(
    await perform(other, { ...(await confirm(other)), requestKey: confirmation.requestKey }),
  ).toMatchObject({
    state: 'refused',
    message: 'This form was sent before with another content: open it again.',
  })
  const ravi = await label(3, 'plums', 'ravi')
  const his = { ...(await confirm(ravi)), requestKey: confirmation.requestKey }
  expect(await perform(ravi, his)).toMatchObject({ state: 'done' })
})

test('the key of a refused change may be used again', async () => {
  const call = await label(999, 'figs')
  const confirmation = { requestKey: randomUUID(), seen: { consent: 'x' } }
  expect(await perform(call, confirmation)).toMatchObject({ state: 'refused', fields: ['id'] })
  const now = await label(4, 'figs')
  expect(await perform(now, { ...(await confirm(now)), requestKey: confirmation.requestKey })).toMatchObject({
    state: 'done',
  })
})

/** As a request leaves it whose process ended this long ago. Returns the line's id. */
async function begin(call: Call<never>, requestKey: string, minutes: number): Promise<number> {
  const origin = { osUser: call.actor.by, requestKey: toRequestKey(call.actor.by, requestKey) }
  const id = await recordCommand({ ...origin, source: 'desk' }, call.command)
  await makeOlder(id, minutes)
  return id
}

const makeOlder = (logId: number, minutes: number) =>
  rewrite(
    sql`UPDATE operator_log SET started_at = now() - make_interval(mins => ${minutes}) WHERE id = ${logId}`,
  )

test.each([
  ['change', 'nothing was done', true, () => label(40, 'figs')],
  ['job', 'a part may be done', false, () => makeCall('tins empty', { ids: ['40'] }, { osAccount: 'asha' })],
] as const)('a %s whose process ended before it was is interrupted: %s', async (_, __, isUndone, make) => {
  const call = await make()
  const confirmation = await confirm(call)
  const logId = await begin(call, confirmation.requestKey, 11)
  expect(await perform(call, confirmation)).toEqual({ state: 'interrupted', logId, isUndone })
  expect((await readTin(40)).times).toBe(0)
  // Of another form, and good for it.
  expect(await perform(call, await confirm(call))).toMatchObject({ state: 'done' })
  await db.execute(sql`UPDATE tins SET times = 0, worth = 4000 WHERE id = 40`)
})

test('the log calls a request at the desk interrupted, and not what may go on', async () => {
  const call = await makeCall('tins empty', { ids: ['43'] }, { osAccount: 'asha' })
  const [old, recent] = [await begin(call, randomUUID(), 11), await begin(call, randomUUID(), 9)]
  const typed = await recordCommand({ osUser: 'asha' }, call.command)
  await makeOlder(typed, 11)
  const desk = { ...call, actor: { ...call.actor, source: 'desk' as const } }
  const { log_id: queued } = await requireJob((await enqueue(desk)).id)
  await makeOlder(queued, 11)
  for (const [id, outcome] of [
    [old, 'interrupted'],
    [recent, 'not ended'],
    [typed, 'not ended'],
    [queued, 'not ended'],
  ] as const) {
    expect((await ops(`log show ${id}`)).out).toMatch(new RegExp(`^outcome +${outcome}$`, 'm'))
    expect((await ops('log list')).out).toMatch(new RegExp(`^ *${id} .* ${outcome} `, 'm'))
  }
  await workQueue()
})

test('what began a few minutes ago is running', async () => {
  const call = await label(41, 'figs')
  const confirmation = await confirm(call)
  const logId = await begin(call, confirmation.requestKey, 9)
  expect(await perform(call, confirmation)).toEqual({ state: 'running', logId })
})

test('where an amount differs from what was seen nothing is done, and the new preview says what it would do', async () => {
  const call = await label(5, 'figs')
  const confirmation = await confirm(call)
  await db.execute(sql`UPDATE tins SET worth = worth + 1 WHERE id = 5`)
  const answer = await perform(call, confirmation)
  expect(answer).toMatchObject({
    state: 'not as seen',
    why: 'other',
    now: { seen: { effect: 'Labels tin 5, 501 paise' } },
  })
  expect((await readTin(5)).times).toBe(0)
  const { now } = answer as Extract<typeof answer, { state: 'not as seen' }>
  const seen = { consent: await makeConsent(call, now) }
  expect(await perform(call, { ...confirmation, seen })).toMatchObject({ state: 'done' })
})

test('a job is previewed once for its form, and once for each confirmation', async () => {
  const call = await makeCall('tins empty', { ids: ['42'] }, { osAccount: 'asha' })
  const confirmation = await confirm(call)
  const run = vi.spyOn(call.operation, 'run' as never)
  await db.execute(sql`UPDATE tins SET worth = 0 WHERE id = 42`)
  expect(await perform(call, confirmation)).toMatchObject({ state: 'not as seen' })
  expect(run).toHaveBeenCalledTimes(1)
})

test('a preview is good for 30 minutes, and for the person who saw it', async () => {
  const call = await label(6, 'figs')
  const confirmation = await confirm(call)
  expect(await perform(await label(6, 'figs', 'ravi'), confirmation)).toMatchObject({
    state: 'not as seen',
    why: 'other',
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 })
  try {
    expect(await perform(call, confirmation)).toMatchObject({ state: 'not as seen', why: 'old' })
  } finally {
    vi.useRealTimers()
  }
  const { consent } = confirmation.seen
  for (const other of ['', 'x', `${consent}x`, consent.replace(/^\d+/, '9999999999')])
    expect(await perform(call, { ...confirmation, seen: { consent: other } })).toMatchObject({
      state: 'not as seen',
      why: 'other',
    })
  expect((await readTin(6)).times).toBe(0)
})

test('an older version is refused, with who changed it, and a newer preview has the present values', async () => {
  const call = await label(7, 'figs')
  const { present } = await prepare(call)
  expect(present).toMatchObject({ subject: 'tin 7', values: [{ name: 'label', value: 'tin 7' }] })
  const ravi = await label(7, 'plums', 'ravi')
  await perform(ravi, await confirm(ravi))
  const answer = await perform(call, { ...(await confirm(call)), version: present!.version })
  expect(answer).toMatchObject({ state: 'refused' })
  expect((answer as { message: string }).message).toMatch(
    /^Changed meanwhile, and nothing was done: ravi changed tin 7 at .+ Its version is now [0-9a-f]{12}\.$/,
  )
  const { present: now } = await prepare(call)
  expect(now!.values).toMatchObject([{ value: 'plums' }])
  expect(await perform(call, { ...(await confirm(call)), version: now!.version })).toMatchObject({
    state: 'done',
  })
})

test('of two changes of one version at the same moment one is refused', async () => {
  const calls = [await label(8, 'figs'), await label(8, 'plums', 'ravi')]
  const { present } = await prepare(calls[0]!)
  const answers = await Promise.all(
    calls.map(async (call) => perform(call, { ...(await confirm(call)), version: present!.version })),
  )
  expect(answers.map(({ state }) => state).toSorted()).toEqual(['done', 'refused'])
  expect((await readTin(8)).times).toBe(1)
})

test('a field is cleared by name', async () => {
  const call = await label(9, 'none')
  await perform(call, await confirm(call))
  expect((await readTin(9)).label).toBeNull()
})

test('what needs a second person waits, once for a key, and is done when the other agrees to the same', async () => {
  await recordCommand({ osUser: 'ravi' }, 'today')
  const call = await label(100, 'figs')
  const confirmation = await confirm(call)
  const [first, second] = [await perform(call, confirmation), await perform(call, confirmation)]
  const waits = { state: 'waits for a second person', approval: 1 }
  expect([first, second]).toMatchObject([
    { ...waits, request: { effect: 'Asks a second person to agree (approval 1)' } },
    { ...waits, request: null },
  ])
  const ravi = await label(100, 'figs', 'ravi')
  expect(await perform(ravi, await confirm(ravi))).toMatchObject({ state: 'done' })
  expect((await readTin(100)).times).toBe(1)
})

test('two persons who ask for the same at one moment are the two persons', async () => {
  await recordCommand({ osUser: 'ravi' }, 'today')
  await recordCommand({ osUser: 'asha' }, 'today')
  for (const id of [101, 102, 103, 104, 105]) {
    const calls = await Promise.all(['asha', 'ravi', 'asha', 'ravi'].map((who) => label(id, 'figs', who)))
    const answers = await Promise.all(calls.map(async (call) => perform(call, await confirm(call))))
    expect(answers.map(({ state }) => state)).not.toContain('failed')
    const rows = await db.select().from(approvals).where(eq(approvals.command, calls[0]!.command))
    for (const { asked_by, decided_by } of rows) expect(decided_by).not.toBe(asked_by)
    const times = (await readTin(id)).times
    expect(rows.filter(({ state }) => state === 'approved')).toHaveLength(times)
    expect(times).toBeGreaterThan(0)
  }
  const ended = await db.select().from(operatorLog).where(eq(operatorLog.outcome, 'failed'))
  expect(ended).toEqual([])
})

test.each([
  ['settings set', { name: 'GST_RATE', value: '5%', reason: 'test' }, ['value']],
  [
    'stores set',
    { store: 'STORE', tracksIn: '5' },
    [
      'name',
      'page',
      'logo',
      'pageTitle',
      'tracksIn',
      'confirmsIn',
      'appOrders',
      'claims',
      'void',
      'do',
      'dont',
    ],
  ],
  ['rates set-store', { store: 'STORE', payout: '5%' }, ['payout', 'commission', 'share']],
  ['rates set-offer', { offer: 'OFFER', payout: '5%' }, ['payout']],
  [
    'catalogue edit',
    { offer: 'OFFER', code: 'NEW10' },
    ['title', 'code', 'cardText', 'description', 'terms', 'category', 'from', 'to', 'photo', 'photoText'],
  ],
  ['catalogue holding', { store: 'STORE', days: '9' }, ['days']],
  ['catalogue hide', { offer: 'OFFER', reason: 'Sold out' }, ['reason']],
  ['flash-sale set', { day: 'friday', offer: 'OFFER', payout: '7%' }, ['offer', 'payout']],
] as const)(
  '%s gives its present values by field, and another version after a change',
  async (name, typed, fields) => {
    const offer = await makeOffer()
    const [store] = await db.select().from(brands).where(eq(brands.id, offer.brand_id))
    const given = Object.fromEntries(
      Object.entries(typed).map(([field, value]) => [
        field,
        value === 'STORE' ? store!.name : value === 'OFFER' ? String(offer.id) : value,
      ]),
    )
    const call = await makeCall(name, given, { osAccount: 'asha' })
    const { present } = await prepare(call)
    expect(present!.values.map((value) => value.name)).toEqual(fields)
    for (const field of fields) expect(call.operation).toHaveProperty(['input', 'shape', field])
    const before = { ...(await confirm(call)), version: present!.version }
    expect(await perform(call, before)).toMatchObject({ state: 'done' })
    const late = await perform(call, {
      ...(await confirm(call).catch(() => before)),
      requestKey: randomUUID(),
      version: present!.version,
    })
    expect(late).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/^Changed meanwhile.* asha changed /),
    })
  },
)

test('a job that was seen is done once for a key, and not where a row has changed', async () => {
  const empty = (...ids: string[]) => makeCall('tins empty', { ids }, { osAccount: 'asha' })
  const call = await empty('20', '21')
  const confirmation = await confirm(call)
  const answers = await Promise.all([1, 2, 3].map(() => perform(call, confirmation)))
  answers.push(await perform(call, confirmation))
  expect(answers.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
  expect(new Set(answers.map((answer) => answer.state === 'done' && answer.logId)).size).toBe(1)
  expect((await readTin(20)).times).toBe(1)
  const other = await empty('22', '23')
  const seen = await confirm(other)
  await db.execute(sql`UPDATE tins SET worth = 0 WHERE id = 22`)
  expect(await perform(other, seen)).toMatchObject({
    state: 'not as seen',
    now: { seen: { effect: 'Empties 1 tins', problems: ['Tin 22 is empty already.'] } },
  })
  expect((await readTin(23)).times).toBe(0)
})

test('another file of the same name is another call', async () => {
  const import_ = (content: string) =>
    makeCall(
      'withdrawals import',
      {},
      { osAccount: 'asha' },
      { file: toInputFile('bank.csv', Buffer.from(content)) },
    )
  const [one, same, other] = await Promise.all(
    ['a', 'a', 'b'].map(import_).map(async (call) => computeCallHash(await call)),
  )
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

test('a job that failed is not done again by its form', async () => {
  const call = await makeCall('tins empty', { ids: ['44'] }, { osAccount: 'asha' })
  const confirmation = await confirm(call)
  const run = vi.spyOn(call.operation as { run: () => Promise<unknown> }, 'run')
  run.mockRejectedValue(new Error('no disk'))
  // A preview of what was seen comes first.
  run.mockResolvedValueOnce({ effect: 'Empties 1 tins', problems: [] })
  await expect(perform(call, confirmation)).rejects.toThrow('no disk')
  run.mockRestore()
  expect(await perform(call, confirmation)).toMatchObject({ state: 'interrupted', isUndone: false })
  expect((await readTin(44)).times).toBe(0)
})
