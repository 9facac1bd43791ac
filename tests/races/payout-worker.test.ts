// Kills the worker process at each step and starts another: the outcome must not differ. Also races of workers, webhooks
// and owners.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { db } from '~/platform/db/client.server'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/domain/books/audit.server'
import { sendDue } from '~/domain/wallet/payout-worker.server'
import { recheckDue } from '~/domain/wallet/payout-worker/recheck.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import type { Bank } from '../support/payout-providers'
import {
  makeApprovedWithdrawal,
  requestAmount,
  makeDue,
  createMemberPaidBefore,
  findOrder,
  payBy,
  findWithdrawal,
} from '../wallet/payout-support'
import { PAYOUT_RACES, provePayoutRace } from './payouts'
import { typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('withdrawals'))

const banks = await vi.hoisted(async () => {
  process.env.PAYOUT_PROVIDER = 'razorpayx'
  return (await import('../support/payout-providers')).startBanks(process.env)
})

beforeAll(() => ensureBuild())
afterAll(() => Promise.all(Object.values(banks).map((bank) => bank.close())))

const running = new Set<ChildProcess>()
afterAll(() => running.forEach((child) => child.kill('SIGKILL')))

/** Runs `npm run ops -- work --once`. */
function startWorker(bank: Bank, approval: 'auto' | 'manual' = 'manual') {
  const child = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), 'work', '--once'], {
    env: { ...process.env, PAYOUT_PROVIDER: bank.name, PAYOUT_APPROVAL: approval },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      running.delete(child)
      resolve()
    }),
  )
  return { child, ended, kill: () => child.kill('SIGKILL') }
}

/** A trigger on the table waits for an advisory lock of the test until the worker is dead and disconnected. */
async function killedAtStatement(table: string, when: string, work: () => ReturnType<typeof startWorker>) {
  await db.execute(
    sql.raw(`CREATE OR REPLACE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$`),
  )
  await db.execute(
    sql.raw(`CREATE TRIGGER stop_here BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${when})
    EXECUTE FUNCTION stop_here()`),
  )
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(4711)`)
    const worker = work()
    const waiting = async () => {
      const [row] = await db.execute<{ pid: number }>(sql`
        SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      return row?.pid
    }
    await vi.waitFor(async () => expect(await waiting()).toBeDefined(), { timeout: 60_000, interval: 100 })
    const pid = await waiting()
    worker.kill()
    await worker.ended
    // The operating system delays the notice to PostgreSQL that the client is gone.
    await tx.execute(sql`SELECT pg_terminate_backend(${pid!}::int)`)
  })
  await db.execute(sql.raw(`DROP TRIGGER stop_here ON ${table}`))
}

class Signal {
  give!: () => void
  readonly given = new Promise<void>((resolve) => (this.give = resolve))
}

/** Kills the worker during its request to the provider. */
async function killedAtCall(bank: Bank, side: 'before' | 'after', call: string) {
  const [arrived, dead] = [new Signal(), new Signal()]
  bank[side] = async (now) => {
    if (now !== call) return
    bank[side] = undefined
    arrived.give()
    await dead.given
    // A request of a dead worker never reaches the provider.
    if (side === 'before') throw new Error('the connection is gone')
  }
  const worker = startWorker(bank)
  await arrived.given
  worker.kill()
  await worker.ended
  dead.give()
}

async function expectPaidOnce(
  bank: Bank,
  { id, userId, reference }: Awaited<ReturnType<typeof makeApprovedWithdrawal>>,
) {
  bank.settle(reference, 'paid', { utr: `UTR-10000${id}` })
  await makeDue(id)
  await sendDue()
  expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `UTR-10000${id}` })
  expect(await findOrder(id)).toMatchObject({ stage: 'done' })
  expect([...bank.payouts.keys()].filter((key) => key === reference)).toHaveLength(1)
  expect((await listWithdrawalSteps(id)).filter(({ status }) => status === 'paid')).toHaveLength(1)
  expect((await listNotifications(userId)).filter(({ title }) => title === 'Withdrawal paid')).toHaveLength(1)
  expect(await readWallet(userId)).toMatchObject({ available: 750_00n, onItsWay: 0n })
  expect(await findDefects()).toEqual([])
}

/** Where the worker is killed. */
const KILLS: [string, (bank: Bank, reference: string) => Promise<void>][] = [
  [
    'before it leased the order',
    (bank) => killedAtStatement('payout_orders', 'NEW.leased_until IS NOT NULL', () => startWorker(bank)),
  ],
  [
    'after leasing the order, before the provider accepted the request',
    (bank, r) => killedAtCall(bank, 'before', `POST ${r}`),
  ],
  [
    'after the provider accepted the request, before the response',
    (bank, r) => killedAtCall(bank, 'after', `POST ${r}`),
  ],
  [
    'after the response, before storing it',
    (bank) => killedAtStatement('payout_orders', `NEW.stage = 'sent'`, () => startWorker(bank)),
  ],
]

describe.each(Object.values(banks))('worker killed while paying by $name', (bank) => {
  test.each(KILLS)('%s', async (_, kill) => {
    payBy(bank.name)
    const withdrawal = await makeApprovedWithdrawal()
    await kill(bank, withdrawal.reference)
    expect(await findWithdrawal(withdrawal.id)).toMatchObject({ status: 'processing' })
    await makeDue(withdrawal.id)
    await sendDue()
    await expectPaidOnce(bank, withdrawal)
  })

  test.each([
    ['while storing the payment', 'notifications', `NEW.title = 'Withdrawal paid'`],
    ['after moving the money, before closing the order', 'payout_orders', `NEW.stage = 'done'`],
  ])('%s', async (_, table, when) => {
    payBy(bank.name)
    bank.manners.push('paid')
    const withdrawal = await makeApprovedWithdrawal()
    await killedAtStatement(table, when, () => startWorker(bank))
    expect(await findWithdrawal(withdrawal.id)).toMatchObject({ status: 'processing' })
    await makeDue(withdrawal.id)
    await sendDue()
    bank.payouts.get(withdrawal.reference)!.utr = 'UTR1'
    expect(await findWithdrawal(withdrawal.id)).toMatchObject({ status: 'paid' })
    expect((await listWithdrawalSteps(withdrawal.id)).map((s) => s.status)).toEqual([
      'requested',
      'processing',
      'paid',
    ])
    expect(await findDefects()).toEqual([])
  })
})

describe.each(Object.values(banks))('worker killed while rechecking a payout with $name', (bank) => {
  const isReturned = `NEW.title = 'Withdrawal returned'`
  test.each<[string, (reference: string) => Promise<void>]>([
    ['after the response', (reference) => killedAtCall(bank, 'after', `GET ${reference}`)],
    [
      'while storing the return',
      () => killedAtStatement('notifications', isReturned, () => startWorker(bank)),
    ],
  ])('%s', async (_, kill) => {
    payBy(bank.name)
    bank.manners.push('paid')
    const { id, userId, reference } = await makeApprovedWithdrawal()
    await makeDue(id)
    await sendDue()
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    bank.settle(reference, 'reversed', { reason: 'Account frozen' })
    const makeDueAgain = () =>
      db.execute(sql`UPDATE payout_orders SET recheck_at = now() WHERE withdrawal_id = ${id}`)
    await makeDueAgain()
    await kill(reference)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    expect(await recheckDue()).toBe(0)
    await makeDueAgain()
    expect(await recheckDue()).toBe(1)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'returned', reason: 'Account frozen' })
    const told = await listNotifications(userId)
    expect(told.filter(({ title }) => title === 'Withdrawal returned')).toHaveLength(1)
    expect(await readWallet(userId)).toMatchObject({ available: 1_000_00n, onItsWay: 0n })
    expect(await findDefects()).toEqual([])
  })
})

test('a worker killed during approval leaves the request pending, and its owner can cancel it', async () => {
  payBy('razorpayx')
  const userId = await createMemberPaidBefore(1_000_00n)
  const id = await requestAmount(userId, '250')
  await killedAtStatement('withdrawals', `NEW.status = 'processing'`, () =>
    startWorker(banks.razorpayx, 'auto'),
  )
  expect(await findWithdrawal(id)).toMatchObject({ status: 'requested' })
  expect(await findOrder(id)).toBeUndefined()
  expect(await cancelWithdrawal(userId, id)).toMatchObject({ ok: true })
  expect(await findDefects()).toEqual([])
})

test('`work` pays approved requests and stops cleanly on a signal', async () => {
  const bank = banks.cashfree
  const userId = await createMemberPaidBefore(1_000_00n)
  bank.manners.push('paid')
  const id = await requestAmount(userId, '250')
  const child = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), 'work'], {
    env: { ...process.env, PAYOUT_PROVIDER: bank.name, PAYOUT_APPROVAL: 'auto' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = new Promise((resolve) => child.once('close', resolve))
  await vi.waitFor(async () => expect((await findWithdrawal(id)).status).toBe('paid'), {
    timeout: 60_000,
    interval: 200,
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await findDefects()).toEqual([])
}, 90_000)

describe('payout races, 100 rounds each', () => {
  test.each(Object.entries(PAYOUT_RACES))(
    '%s',
    async (_, race) => {
      payBy('razorpayx')
      await expect(provePayoutRace(race, banks.razorpayx, 100)).resolves.toBeUndefined()
    },
    120_000,
  )
})
