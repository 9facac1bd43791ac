/** Jobs of the worker: rows in their own transactions, nothing twice, nothing lost, whichever worker continues. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { db } from '~/platform/db/client.server'
import { operatorLog, operatorLogRows, operators, queuedJobs } from '~/platform/db/schema/operations'
import { forEachRow } from '~/desk/each-row.server'
import type { RecordOperation } from '~/desk/operation'
import { toInputFile } from '~/desk/read-input'
import { RefusalError } from '~/desk/refusal'
import type { Role } from '~/desk/roles'
import { toContext, type Call } from '~/desk/call'
import { prepareInsert } from '~/desk/queue.server'
import { listJobs, requireJob } from '~/desk/queued-jobs.server'
import { workQueue } from '~/desk/work-queue.server'
import { findDefects } from '~/domain/books/audit.server'
import { recordCommand, recordCommandEnd, recordCommandRow } from '~/domain/operators/command-log.server'
import { ops } from '../ops/support'
import { enqueue } from '../support/jobs'
import { makeCall } from '../support/calls'
import { requestAmount, slowApprovals } from '../wallet/payout-support'
import { byCommand, memberWith } from '../wallet/support'
import { addTins, pause, removeTins } from './tins'

await ensureBuild()

beforeAll(() => addTins())
afterAll(removeTins)

const queue = async (ids: number[]) =>
  (await enqueue(await makeCall('tins empty', { ids: ids.map(String) }, { osAccount: 'asha' }))).id

const readTimes = async (ids: number[]) => {
  const rows = await db.execute<{ times: number }>(
    sql`SELECT times FROM tins WHERE id IN (${sql.join(ids, sql`, `)}) ORDER BY id`,
  )
  return rows.map(({ times }) => times)
}

const listRows = async (logId: number) =>
  (
    await db
      .select()
      .from(operatorLogRows)
      .where(eq(operatorLogRows.log_id, logId))
      .orderBy(operatorLogRows.id)
  ).map(({ subject, outcome }) => `${subject} ${outcome}`)

const until = async (is: () => Promise<boolean>) => {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 20))
}

const endLease = (id: number) =>
  db
    .update(queuedJobs)
    .set({ next_attempt_at: sql`now() - interval '1 second'` })
    .where(eq(queuedJobs.id, id))

test('a job has an outcome for each row, and its line says who and how it ended', async () => {
  const id = await queue([1, 2])
  expect(await requireJob(id)).toMatchObject({
    outcome: null,
    attempts: 0,
    by: 'asha',
    command: 'tins empty 1 2',
  })
  expect(await workQueue()).toBe(1)
  const again = await queue([2, 3, 4])
  await workQueue()
  const job = await requireJob(again)
  expect(job).toMatchObject({ outcome: 'partly', rows_done: 2, rows_refused: 1, progress: 1000 })
  expect(job.result).toEqual({ effect: 'Empties 2 tins', problems: ['Tin 2 is empty already.'] })
  expect(await listRows(job.log_id)).toEqual(['tin 2 refused', 'tin 3 done', 'tin 4 done'])
  const [stored] = await db.select().from(queuedJobs).where(eq(queuedJobs.id, again))
  expect(stored!.input).toBeNull()
  expect((await ops(`jobs rows ${again} --csv`)).out).toMatch(
    /^id,subject,outcome,created_at \(IST\)\r\n\d+,tin 2,refused,.*\r\n\d+,tin 3,done,/,
  )
  expect((await ops(`jobs show ${again}`)).err).toBe('Tin 2 is empty already.\n')
})

test('a worker that lost its lease does no further row, and the next one does none twice', async () => {
  const ids = Array.from({ length: 30 }, (_, i) => 10 + i)
  const id = await queue(ids)
  const { log_id } = await requireJob(id)
  pause.halfway = async () => {
    pause.halfway = async () => {}
    expect((await requireJob(id)).rows_done).toBe(15)
    await endLease(id)
    expect(await workQueue()).toBe(1)
  }
  await workQueue()
  expect(await requireJob(id)).toMatchObject({ outcome: 'done', rows_done: 30, rows_refused: 0, attempts: 2 })
  expect(await readTimes(ids)).toEqual(ids.map(() => 1))
  expect(await listRows(log_id)).toEqual(ids.map((n) => `tin ${n} done`))
})

test('a worker that lost its lease notes no refusal either', async () => {
  const noted: string[] = []
  let fences = 0
  const work = forEachRow(
    [1],
    {
      apply: true,
      progress: () => {},
      logRow: async (subject) => void noted.push(subject),
      resumes: {
        has: new Set(),
        fence: async () => {
          if (++fences > 1) throw new Error('lost')
        },
      },
    },
    String,
    async () => {
      throw new RefusalError('It is empty already.')
    },
  )
  await expect(work).rejects.toThrow('lost')
  expect(noted).toEqual([])
})

test('a worker that stops leaves the other rows to the next one, at once', async () => {
  const ids = Array.from({ length: 10 }, (_, i) => 120 + i)
  const id = await queue(ids)
  let isStopping = false
  pause.halfway = async () => {
    pause.halfway = async () => {}
    isStopping = true
  }
  await workQueue(() => isStopping)
  expect(await requireJob(id)).toMatchObject({ outcome: null, rows_done: 5 })
  await workQueue()
  expect(await requireJob(id)).toMatchObject({ outcome: 'done', rows_done: 10 })
  expect(await readTimes(ids)).toEqual(ids.map(() => 1))
})

test('several workers share the jobs, and each job is done once', async () => {
  const all = Array.from({ length: 6 }, (_, i) => [50 + 2 * i, 51 + 2 * i])
  for (const ids of all) await queue(ids)
  const done = await Promise.all(Array.from({ length: 4 }, () => workQueue()))
  expect(done.reduce((a, b) => a + b)).toBe(6)
  expect(await readTimes(all.flat())).toEqual(all.flat().map(() => 1))
})

const disable = (id: number) =>
  byCommand('operators disable', 'asha', () =>
    db.update(operators).set({ state: 'disabled' }).where(eq(operators.id, id)),
  )

/** Of a finance operator with this name. Returns the job and the operator. */
async function queueAs(name: string, osAccount: string, ids: number[]) {
  const [operator] = await byCommand('operators invite', 'asha', () =>
    db
      .insert(operators)
      .values({ name, role: 'finance', state: 'active', os_account: osAccount })
      .returning(),
  )
  const call = await makeCall(
    'tins empty',
    { ids: ids.map(String) },
    { osAccount, name, role: 'finance', operatorId: operator!.id },
  )
  const { id } = await enqueue(call)
  return { job: id!, operator: operator!.id }
}

test('the job of an operator who was disabled is not done', async () => {
  const { job, operator } = await queueAs('Gone One', 'gone', [70])
  await disable(operator)
  await workQueue()
  expect(await requireJob(job)).toMatchObject({ outcome: 'refused', rows_done: 0 })
  expect(await readTimes([70])).toEqual([0])
})

test('the job of an operator who is disabled meanwhile ends before its next row', async () => {
  const ids = Array.from({ length: 10 }, (_, i) => 140 + i)
  const { job, operator } = await queueAs('Gone Two', 'gone2', ids)
  pause.halfway = async () => {
    pause.halfway = async () => {}
    await disable(operator)
  }
  await workQueue()
  expect(await requireJob(job)).toMatchObject({
    outcome: 'partly',
    rows_done: 5,
    rows_refused: 0,
    result: { problems: ['Gone Two is no active operator any more.'] },
  })
  expect(await readTimes(ids)).toEqual(ids.map((_, at) => (at < 5 ? 1 : 0)))
})

test('a job that SQL alone made or moved is not done', async () => {
  const id = await queue([71])
  const line = await recordCommand({ osUser: 'asha' }, 'tins empty 71')
  await recordCommandEnd(line, 'done')
  const other = await db.execute<{ id: number }>(sql`
    INSERT INTO queued_jobs (log_id, input) SELECT ${line}, input FROM queued_jobs WHERE id = ${id} RETURNING id::int`)
  for (let attempt = 0; attempt < 21; attempt++) {
    await db.execute(sql`UPDATE queued_jobs SET next_attempt_at = now() WHERE input IS NOT NULL`)
    await workQueue()
  }
  expect(await readTimes([71])).toEqual([1])
  expect(await db.select().from(queuedJobs).where(eq(queuedJobs.id, other[0]!.id))).toMatchObject([
    { input: null, result: { problems: ['It failed.'] } },
  ])
})

test('a command does its job itself, and its row says what became of the rows', async () => {
  const { code, out, err } = await ops('tins empty 1 72 73 --yes')
  expect([code, err]).toEqual([1, 'Tin 1 is empty already.\n'])
  expect(out).toMatch(/^Done: empties 2 tins\.\n/)
  const [job] = await listJobs({ limit: 1 })
  expect(job).toMatchObject({ outcome: 'partly', rows_done: 2, rows_refused: 1, attempts: 1 })
})

test('a command that is interrupted gives its job back, and a worker does the other rows', async () => {
  const ids = Array.from({ length: 10 }, (_, i) => 150 + i)
  pause.halfway = async () => {
    pause.halfway = async () => {}
    process.emit('SIGINT')
  }
  const { code, err } = await ops(`tins empty ${ids.join(' ')} --yes`)
  const [job] = await listJobs({ limit: 1 })
  expect([code, err]).toEqual([
    1,
    `Job ${job!.id} was interrupted, and a worker goes on with it.\n  npm run ops -- jobs show ${job!.id}\n`,
  ])
  expect(job).toMatchObject({ outcome: null, rows_done: 5 })
  await workQueue()
  expect(await requireJob(job!.id)).toMatchObject({ outcome: 'done', rows_done: 10, attempts: 2 })
  expect(await readTimes(ids)).toEqual(ids.map(() => 1))
})

test('a job of an operation that this release does not know is left alone', async () => {
  const id = await queue([160])
  await db.update(queuedJobs).set({ operation: 'tins polish' }).where(eq(queuedJobs.id, id))
  expect(await workQueue()).toBe(0)
  expect(await requireJob(id)).toMatchObject({ outcome: null, attempts: 0 })
  await db.update(queuedJobs).set({ operation: 'tins empty' }).where(eq(queuedJobs.id, id))
  expect(await workQueue()).toBe(1)
  expect(await readTimes([160])).toEqual([1])
})

test('a job that cannot be continued ends with the process that did it', async () => {
  const call = await makeCall('withdrawals export', {}, { osAccount: 'asha' })
  const insert = await prepareInsert(call, { isHere: true, fileName: null })
  const log_id = await recordCommand({ osUser: 'asha' }, 'withdrawals export')
  const { id } = await db.transaction((tx) => insert(log_id, tx))
  await endLease(id)
  expect(await workQueue()).toBe(1)
  expect(await requireJob(id)).toMatchObject({
    outcome: 'failed',
    result: { problems: ['It was interrupted, and a part of it may be done.'] },
  })
})

test('a job whose runner ended after the last row is done', async () => {
  const id = await requestAmount(await memberWith(500_00n), '150')
  const call = await makeCall('withdrawals approve', { ids: [String(id)] }, { osAccount: 'asha' })
  const { id: job } = await enqueue(call)
  const { log_id } = await requireJob(job)
  await recordCommandRow(log_id, `withdrawal ${id}`, 'done')
  await workQueue()
  expect(await requireJob(job)).toMatchObject({ outcome: 'done', result: { problems: [] } })
})

test('what waits when a backup is restored is not done', async () => {
  const id = await queue([161])
  expect((await ops('restored')).out).toContain('1 job of operators that had not ended will not be done.\n')
  expect(await workQueue()).toBe(0)
  expect(await readTimes([161])).toEqual([0])
  expect(await requireJob(id)).toMatchObject({
    outcome: 'failed',
    result: { problems: ['The database was restored: look at what it was about, then do it again.'] },
  })
})

const offers = (count: number) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, i) => ({
        id: `q${i}`,
        title: `Kettle ${i}`,
        brand: 'Queue House',
        url: i === 3 ? 'http://queue.example/3' : `https://queue.example/${i}`,
        payout: '6',
        payout_model: 'percentage',
      })),
    ),
  )

const importBy = (osAccount: string, count: number) =>
  makeCall(
    'catalogue import',
    { source: 'queued' },
    { osAccount, role: 'catalogue' },
    { file: toInputFile('queued.json', offers(count)) },
  )

const readOffers = () =>
  db.execute(sql`SELECT external_id, title FROM campaigns WHERE source = 'queued' ORDER BY 1`)

test('a feed left by a stopped worker is imported once and completely by the next one', async () => {
  const { id } = await enqueue(await importBy('asha', 3000))
  let looks = 0
  // The second check is in the middle of the file.
  await workQueue(() => ++looks > 2)
  expect(await requireJob(id)).toMatchObject({ outcome: null, attempts: 1 })
  expect(await readOffers()).toHaveLength(0)
  await workQueue()
  expect(await requireJob(id)).toMatchObject({ outcome: 'done', attempts: 2 })
  expect(await readOffers()).toHaveLength(2999)
  const { id: again } = await enqueue(await importBy('asha', 3000))
  await workQueue()
  expect((await requireJob(again!)).result).toMatchObject({
    effect: 'Imports queued: new 0, changed 0, unchanged 2999, ended 0, hidden 0, refused 1',
  })
})

test('jobs show has the tables of an import for the operator who queued it, and is refused to another', async () => {
  const { id } = await enqueue(await importBy('asha', 5))
  await workQueue()
  const read = async (osAccount: string, role: Role) => {
    const call = await makeCall('jobs show', { id: String(id) }, { osAccount, role })
    return (call as Call<RecordOperation>).operation.read(call.input, toContext(call))
  }
  const { tables, facts } = await read('asha', 'catalogue')
  expect(facts!.find(({ name }) => name === 'refused')!.value).toBe(1)
  expect((await ops(`jobs show ${id}`)).out).not.toMatch(/^(?:done|refused) +0$/m)
  const [refusals] = tables!
  expect(refusals!.columns.map(({ value }) => value(refusals!.rows[0]!))).toEqual([
    1,
    'q3',
    'url: only https addresses are taken',
  ])
  await expect(read('ravi', 'catalogue')).rejects.toThrow(`There is no job ${id}.`)
  expect((await read('ravi', 'support')).title).toBe(`Job ${id}`)
  const [stored] = await db.select().from(queuedJobs).where(eq(queuedJobs.id, id!))
  expect(stored!.answer).not.toContain('only https')
})

describe('a worker that is killed between two rows', () => {
  const workers: ChildProcess[] = []
  afterAll(() => workers.forEach((worker) => worker.kill('SIGKILL')))

  const startWorker = () => {
    const worker = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), 'work'], {
      env: process.env,
      stdio: 'ignore',
    })
    workers.push(worker)
    return worker
  }

  test('leaves nothing half done: the next one approves the other withdrawals, each once', async () => {
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await requestAmount(await memberWith(500_00n), '150'))
    const endSlow = await slowApprovals()
    const { id } = await enqueue(
      await makeCall('withdrawals approve', { ids: ids.map(String) }, { osAccount: 'asha', role: 'finance' }),
    )
    const { log_id } = await requireJob(id)
    for (let kills = 1; kills <= 2; kills++) {
      const worker = startWorker()
      const before = (await requireJob(id)).rows_done
      await until(async () => (await requireJob(id)).rows_done >= before + 2)
      worker.kill('SIGKILL')
      await new Promise((resolve) => worker.once('close', resolve))
      await endLease(id!)
    }
    startWorker()
    await until(async () => (await requireJob(id)).outcome !== null)
    await endSlow()
    expect(await requireJob(id)).toMatchObject({ outcome: 'done', rows_done: 12, rows_refused: 0 })
    expect(await listRows(log_id)).toEqual(ids.map((n) => `withdrawal ${n} done`))
    const steps = await db.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM withdrawal_steps WHERE status = 'processing' GROUP BY withdrawal_id`,
    )
    expect(steps.map(({ count }) => count)).toEqual(ids.map(() => 1))
    const [line] = await db.select().from(operatorLog).where(eq(operatorLog.id, log_id))
    expect(line).toMatchObject({ outcome: 'done', os_user: 'asha' })
    expect(await findDefects()).toEqual([])
  }, 300_000)
})
