/** Jobs that begin again with the next worker: what ends them, and that nothing is done twice. */
import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { operators, queuedJobs } from '~/platform/db/schema/operations'
import { findAnswer, requireJob } from '~/desk/queued-jobs.server'
import { RightEndedError } from '~/desk/queued-call.server'
import { toInputFile } from '~/desk/read-input'
import { keepLease, workQueue } from '~/desk/work-queue.server'
import { LeaseLostError } from '~/platform/db/lease-queue.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { enqueue } from '../support/jobs'
import { makeCall } from '../support/calls'
import { byCommand, click, member } from '../wallet/support'
import { addTins, removeTins } from './tins'

beforeAll(() => addTins())
afterAll(removeTins)

/** Of a finance operator with this name. */
async function queueAs(name: string, tin: number) {
  const [operator] = await byCommand('operators invite', 'asha', () =>
    db.insert(operators).values({ name, role: 'finance', state: 'active', os_account: name }).returning(),
  )
  const call = await makeCall(
    'tins empty',
    { ids: [String(tin)] },
    { osAccount: name, name, role: 'finance', operatorId: operator!.id },
  )
  const { id } = await enqueue(call)
  const [job] = await db.select().from(queuedJobs).where(eq(queuedJobs.id, id!))
  return { job: job!, call, operator: operator! }
}

test('a lease is kept while the job is its worker’s', async () => {
  const { job, call } = await queueAs('keeps', 1)
  expect(await keepLease(job, call)).toBeNull()
  const [kept] = await db.select().from(queuedJobs).where(eq(queuedJobs.id, job.id))
  expect(kept!.next_attempt_at.getTime()).toBeGreaterThan(Date.now())
})

test('a lease ends when another worker has the job', async () => {
  const { job, call } = await queueAs('loses', 2)
  await db
    .update(queuedJobs)
    .set({ attempts: sql`${queuedJobs.attempts} + 1` })
    .where(eq(queuedJobs.id, job.id))
  expect(await keepLease(job, call)).toBeInstanceOf(LeaseLostError)
})

test('a lease ends when its operator may not do the job any more', async () => {
  const { job, call, operator } = await queueAs('leaves', 3)
  await byCommand('operators disable', 'asha', () =>
    db.update(operators).set({ state: 'disabled' }).where(eq(operators.id, operator.id)),
  )
  const reason = await keepLease(job, call)
  expect(reason).toBeInstanceOf(RightEndedError)
  expect(reason!.message).toBe('leaves is no active operator any more.')
})

test('a lease does not end while the database is away', async () => {
  const { job, call } = await queueAs('waits', 4)
  const away = vi.spyOn(db, 'update').mockImplementation(() => {
    throw new Error('connect ECONNREFUSED')
  })
  try {
    expect(await keepLease(job, call)).toBeNull()
  } finally {
    away.mockRestore()
  }
})

const ROWS = 150

const writeReport = (p1: string) =>
  [
    'conversion_id,click_id,campaign_id,p1,txn_id,sale_amount,payout_currency,payout,status,created',
    ...Array.from(
      { length: ROWS },
      (_, i) => `R${i},theirs,1,${p1},T${i},1000,INR,80,approved,2026-11-21 10:00:00`,
    ),
    '',
  ].join('\n')

const reconcile = async (report: string) => {
  const file = toInputFile('report.csv', Buffer.from(report))
  const who = { osAccount: 'asha', role: 'finance' as const }
  return (await enqueue(await makeCall('conversions reconcile', { network: 'trackier' }, who, { file }))).id
}

const countSales = async () => (await db.select({ sales: count() }).from(conversions))[0]!.sales

test('a report that a stopped worker left is taken again, and each sale and its money once', async () => {
  await db.delete(queuedJobs)
  const userId = await member()
  const report = writeReport(await click(userId))
  const id = await reconcile(report)
  let looks = 0
  // The second look is after a hundred rows.
  await workQueue(() => ++looks > 1)
  expect(await requireJob(id)).toMatchObject({ outcome: null, attempts: 1 })
  expect(await countSales()).toBe(100)
  await workQueue()
  const job = await requireJob(id)
  expect(job).toMatchObject({ outcome: 'done', attempts: 2 })
  expect(job.result).toMatchObject({ effect: expect.stringMatching(/^Applies 50 of 150 .*: 100 known, 0 /) })
  expect((await findAnswer(job))!.notes).toContain(
    'It began again: rows that were done before count as known.',
  )
  expect(await countSales()).toBe(ROWS)
  const [sale] = await db.select().from(conversions).limit(1)
  const { pending, available } = await readWallet(userId)
  expect(sale!.granted_paise).toBeGreaterThan(0n)
  expect(pending + available).toBe(sale!.granted_paise * BigInt(ROWS))
  expect(await findDefects()).toEqual([])

  const again = await reconcile(report)
  await workQueue()
  expect((await findAnswer(await requireJob(again)))!.notes).toEqual([])
})
