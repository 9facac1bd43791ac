/** Two operators, or one who presses twice, at the same moment: by forms of the desk and by processes of the command line. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildFolder } from '../../scripts/build.mjs'
import { db } from '~/platform/db/client.server'
import { approvals, operatorLog, operatorLogRows, operators } from '~/platform/db/schema/operations'
import { findOperation } from '~/desk/find-operation'
import type { Role } from '~/desk/roles'
import { findDefects } from '~/domain/books/audit.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { opsProcess } from '../ops/process'
import { ops } from '../ops/support'
import type { Answer, Visitor } from '../support/app'
import { makeDeskOperator } from '../support/desk'
import { openDesk, pressConfirm, sendForm } from '../support/desk-forms'
import { changeSettings } from '../support/settings'
import type { Input } from '../support/typed-commands'
import { requestAmount, slowApprovals } from '../wallet/payout-support'
import { byCommand, memberWith } from '../wallet/support'

interface Operator {
  visitor: Visitor
  /** Of a process that runs under the account of this operator. */
  env: Record<string, string>
}

async function hire(name: string, role: Role): Promise<Operator> {
  const { operator, token } = await makeDeskOperator(role, name)
  const account = `os-${operator.id}`
  await byCommand('operators change', 'root', () =>
    db.update(operators).set({ os_account: account }).where(eq(operators.id, operator.id)),
  )
  await recordCommand({ osUser: `${name}@${account}`, operatorId: operator.id }, 'today')
  const preload = `import os from 'node:os'; os.userInfo = () => ({ username: '${account}' })`
  const options = `--import=data:text/javascript,${encodeURIComponent(preload)}`
  return { visitor: openDesk(token), env: { NODE_OPTIONS: options } }
}

let farid: Operator
let fiona: Operator
let omar: Operator

beforeAll(async () => {
  // A line of another day: this is no shop's first day.
  await recordCommand({ osUser: 'root' }, 'today', { at: new Date(Date.now() - 3 * 86_400_000) })
  farid = await hire('Farid Rao', 'finance')
  fiona = await hire('Fiona Rao', 'finance')
  omar = await hire('Omar Rao', 'owner')
})
beforeEach(() => changeSettings({ FOUR_EYES_ABOVE: '1000' }))
let endSlow = async (): Promise<void> => {}
afterEach(async () => {
  await endSlow()
  endSlow = async () => {}
})

const preview = async ({ visitor }: Operator, name: string, input: Input): Promise<Answer> =>
  sendForm(visitor, await findOperation(name), { input })

/** Until no job waits, as workers of the server do it. */
const work = () => Promise.all([1, 2].map(() => opsProcess('work --once')))

const countApprovals = async (id: number) => {
  const [row] = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM withdrawal_steps WHERE withdrawal_id = ${id} AND status = 'processing'`,
  )
  return row!.count
}

const listRows = async (subject: string) =>
  (await db.select().from(operatorLogRows).where(eq(operatorLogRows.subject, subject)))
    .map(({ outcome }) => outcome)
    .toSorted()

const readNewestId = async () => {
  const [row] = await db.execute<{ id: string }>(sql`SELECT max(id) AS id FROM operator_log`)
  return Number(row!.id)
}

const listOutcomes = async (after: number, command: string) =>
  (
    await db.execute<{ outcome: string | null }>(
      sql`SELECT outcome FROM operator_log WHERE id > ${after} AND command LIKE ${`${command}%`} ORDER BY id`,
    )
  ).map(({ outcome }) => outcome)

/** One approval of withdrawals, ready to be given at this moment. */
type Way = (who: Operator, ids: number[]) => Promise<() => Promise<unknown>>

const atDesk: Way = async (who, ids) => {
  const page = await preview(who, 'withdrawals approve', { ids: ids.map(String) })
  return async () => {
    await pressConfirm(who.visitor, page)
    await work()
  }
}
const byProcess: Way =
  async ({ env }, ids) =>
  () =>
    opsProcess(`withdrawals approve ${ids.join(' ')} --yes`, { env })

describe.each<[string, Way, Way]>([
  ['two at the desk', atDesk, atDesk],
  ['one at the desk and one by command', atDesk, byProcess],
  ['two by command', byProcess, byProcess],
])('%s', (_, one, other) => {
  test('approve a withdrawal once', async () => {
    const id = await requestAmount(await memberWith(500_00n), '150')
    const after = await readNewestId()
    const acts = [await one(farid, [id]), await other(fiona, [id])]
    await Promise.all(acts.map((act) => act()))
    expect(await countApprovals(id)).toBe(1)
    // The second one is a repeat, a refusal, or a preview that is stale by now.
    const ends = [
      ...(await listRows(`withdrawal ${id}`)),
      ...(await listOutcomes(after, 'withdrawals approve')),
    ]
    expect(ends).toContain('done')
    expect(ends.filter((end) => end !== 'done' && end !== 'refused')).toEqual([])
  })

  test('are one second person for a large one', async () => {
    const id = await requestAmount(await memberWith(5_000_00n), '2000')
    await (
      await one(farid, [id])
    )()
    expect(await countApprovals(id)).toBe(0)
    const after = await readNewestId()
    const acts = [await one(fiona, [id]), await other(omar, [id])]
    await Promise.all(acts.map((act) => act()))
    expect(await countApprovals(id)).toBe(1)
    const decided = await db
      .select()
      .from(approvals)
      .where(eq(approvals.command, `withdrawals approve ${id}`))
    const agreed = decided.filter(({ state }) => state === 'approved')
    expect(agreed.map(({ asked_by, decided_by }) => asked_by === decided_by)).toEqual([false])
    expect(await listOutcomes(after, 'withdrawals approve')).not.toContain('failed')
  })
})

test('a second person who refuses while another one agrees: one of them decides', async () => {
  const id = await requestAmount(await memberWith(5_000_00n), '2000')
  await (
    await atDesk(farid, [id])
  )()
  const [asked] = await db
    .select()
    .from(approvals)
    .where(eq(approvals.command, `withdrawals approve ${id}`))
  const agree = await atDesk(fiona, [id])
  await Promise.all([agree(), opsProcess(`approvals refuse ${asked!.id}`, { env: omar.env })])
  const [decided] = await db.select().from(approvals).where(eq(approvals.id, asked!.id))
  expect(['approved', 'refused']).toContain(decided!.state)
  expect(await countApprovals(id)).toBe(decided!.state === 'approved' ? 1 : 0)
})

describe('a confirmation that is pressed five times at once, and once more', () => {
  const pressOften = async ({ visitor }: Operator, page: Answer) => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map(() => pressConfirm(visitor, page)))
    return [...pages, await pressConfirm(visitor, page)]
  }

  test('is one change', async () => {
    const userId = await memberWith(0n)
    const after = await readNewestId()
    const input = { member: String(userId), kind: 'goodwill', amount: '12', reason: 'Sorry' }
    await pressOften(farid, await preview(farid, 'adjustments add', input))
    expect((await readWallet(userId)).available).toBe(12_00n)
    expect(await listOutcomes(after, 'adjustments add')).toEqual(['done'])
  })

  test('is one job', async () => {
    const id = await requestAmount(await memberWith(500_00n), '150')
    const after = await readNewestId()
    await pressOften(farid, await preview(farid, 'withdrawals approve', { ids: String(id) }))
    await work()
    expect(await countApprovals(id)).toBe(1)
    expect(await listOutcomes(after, 'withdrawals approve')).toEqual(['done'])
  })

  test('is one bank file', async () => {
    const id = await requestAmount(await memberWith(500_00n), '150')
    await ops(`withdrawals approve ${id} --yes`)
    const count = async () => (await db.execute(sql`SELECT id FROM payout_batches`)).length
    const before = await count()
    await pressOften(farid, await preview(farid, 'withdrawals export', {}))
    await work()
    expect(await count()).toBe(before + 1)
  })

  test('asks a second person once', async () => {
    const id = await requestAmount(await memberWith(5_000_00n), '2000')
    await pressOften(farid, await preview(farid, 'withdrawals approve', { ids: String(id) }))
    const asked = await db
      .select()
      .from(approvals)
      .where(eq(approvals.command, `withdrawals approve ${id}`))
    expect(asked.map(({ state }) => state)).toEqual(['waiting'])
  })
})

test('a command that is killed between two rows leaves whole rows, and a worker does the others, each once', async () => {
  const ids: number[] = []
  for (let i = 0; i < 8; i++) ids.push(await requestAmount(await memberWith(500_00n), '110'))
  endSlow = await slowApprovals()
  const after = await readNewestId()
  const words = ['withdrawals', 'approve', ...ids.map(String), '--yes']
  const child = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), ...words], {
    env: { ...process.env, ...farid.env },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const readRows = async () => {
    const rows = await db.execute<{ subject: string; outcome: string }>(
      sql`SELECT subject, outcome FROM operator_log_rows WHERE log_id > ${after} ORDER BY id`,
    )
    return rows.map(({ subject, outcome }) => `${subject} ${outcome}`)
  }
  await expect.poll(async () => (await readRows()).length, { interval: 10 }).toBeGreaterThanOrEqual(3)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')

  // A row that was being done is finished or rolled back by PostgreSQL.
  const isAway = async () => {
    const [row] = await db.execute<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`)
    return row!.count === 0
  }
  await expect.poll(isAway).toBe(true)
  const rows = await readRows()
  expect(rows).toEqual(ids.slice(0, rows.length).map((id) => `withdrawal ${id} done`))
  expect(rows.length).toBeLessThan(ids.length)
  expect(await Promise.all(ids.map(countApprovals))).toEqual(ids.map((_, i) => (i < rows.length ? 1 : 0)))
  const [line] = await db
    .select()
    .from(operatorLog)
    .where(sql`id > ${after}`)
  expect(line).toMatchObject({ outcome: null, finished_at: null, result: null })
  const shown = await ops(`log show ${line!.id}`)
  expect(shown.err + shown.out).toMatch(/^outcome +not ended$/m)
  // Its lease has not ended.
  await work()
  expect(await readRows()).toEqual(rows)

  await db.execute(sql`UPDATE queued_jobs SET next_attempt_at = now() WHERE log_id = ${line!.id}`)
  await work()
  expect(await Promise.all(ids.map(countApprovals))).toEqual(ids.map(() => 1))
  expect(await readRows()).toEqual(ids.map((id) => `withdrawal ${id} done`))
  expect(await listOutcomes(after, 'withdrawals approve')).toEqual(['done'])
})

test('the audit finds nothing after all of these races', async () => {
  expect(await findDefects()).toEqual([])
})
