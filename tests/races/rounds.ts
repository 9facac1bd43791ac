// Each race is one round of 30 concurrent requests to two processes of the built server.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { openSessionToken } from '../support/session-token'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/domain/books/audit.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import type { Balances } from '~/domain/wallet/ledger.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import type { TestServer } from '../support/servers'
import { readText } from '../support/page-text'
import { click, member, memberWith } from '../wallet/support'
import { releaseTogether, type RawAnswer, type RawRequest } from './connections'

const CONNECTIONS = 30
const WON = '✅ Withdrawal successful'
const LOST = 'You can enter up to ₹400.00 only.'
const EMPTY = 'Your wallet amount is empty.'

export type Race = (servers: TestServer[]) => Promise<void>

const each = <T>(make: (i: number) => T, count = CONNECTIONS): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const pickPort = (servers: TestServer[], i: number) => servers[i % servers.length]!.port
const count = <T>(all: T[], one: T) => all.filter((item) => item === one).length

/** Text of the page that a response redirects to. */
async function pageAfter(servers: TestServer[], answer: RawAnswer, token: string): Promise<string> {
  assert.equal(answer.status, 303)
  const response = await fetch(`${servers[0]!.origin}${answer.location}`, {
    headers: { Cookie: [`token=${token}`, ...answer.cookies].join('; ') },
  })
  return readText(await response.text())
}

const asks = (servers: TestServer[], token: string, request_key: string, i: number): RawRequest => ({
  port: pickPort(servers, i),
  path: '/Account/Wallet',
  cookie: `token=${token}`,
  fields: { amount: '600', type: 'upi', request_key, from: '/Account/Wallet' },
})

async function readAnswers(servers: TestServer[], answers: RawAnswer[], token: string): Promise<string[]> {
  const pages = await Promise.all(answers.map((answer) => pageAfter(servers, answer, token)))
  return pages.map((page) => [WON, LOST, EMPTY].find((text) => page.includes(text)) ?? 'neither')
}

/** A member with Rs. 1,000 requests Rs. 600 thirty times concurrently; returns the outcome of each. */
async function withdrawAtOnce(servers: TestServer[], keyOf: () => string) {
  const userId = await memberWith(1_000_00n)
  const token = await openSessionToken(userId)
  const answers = await releaseTogether(each((i) => asks(servers, token, keyOf(), i)))
  return { userId, said: await readAnswers(servers, answers, token) }
}

async function holds(userId: number, wallet: Partial<Record<keyof Balances, bigint>>) {
  const none = { available: 0n, pending: 0n, onItsWay: 0n, debt: 0n }
  assert.deepEqual(await readWallet(userId), { ...none, ...wallet })
}

/** Dropped by money.test.ts, so the audit reports it. */
const DROPPED = 'constraint ledger_accounts_floor on ledger_accounts'

async function balanced() {
  const defects = await findDefects()
  assert.deepEqual(
    defects.filter(({ subject }) => subject !== DROPPED),
    [],
  )
}

const countWithdrawals = (userId: number) => db.$count(withdrawals, eq(withdrawals.user_id, userId))

/** 30 withdrawals of 60 % of the balance: one succeeds, the others are refused. */
export const oneOfThirtyGoesThrough: Race = async (servers) => {
  const { userId, said } = await withdrawAtOnce(servers, randomUUID)
  assert.deepEqual([count(said, WON), count(said, LOST)], [1, CONNECTIONS - 1], 'withdrawals')
  assert.equal(await countWithdrawals(userId), 1)
  await holds(userId, { available: 400_00n, onItsWay: 600_00n })
  await balanced()
}

/** One form sent 30 times: one withdrawal, 30 equal responses. */
const oneFormIsOneWithdrawal: Race = async (servers) => {
  const key = randomUUID()
  const { userId, said } = await withdrawAtOnce(servers, () => key)
  assert.equal(count(said, WON), CONNECTIONS)
  assert.equal(await countWithdrawals(userId), 1)
  await holds(userId, { available: 400_00n, onItsWay: 600_00n })
  await balanced()
}

interface Sale {
  p1: string
  conversion_id: string
  sale_amount: string
}

const reports = (servers: TestServer[], sale: Sale, status: string, i: number): RawRequest => ({
  port: pickPort(servers, i),
  path: '/postback/trackier/demo-trackier-secret',
  fields: { ...sale, payout: '900', status },
})

/** Also waits for reports that were answered before they were applied. */
async function releaseAndApply(requests: RawRequest[]): Promise<RawAnswer[]> {
  const answers = await releaseTogether(requests)
  const open = () => db.$count(postbackInbox, isNull(postbackInbox.processed_at))
  for (let tries = 0; await open(); tries++) {
    assert.ok(tries < 3_000, 'a report is not applied')
    await sleep(20)
  }
  return answers
}

/** Outcomes of the reports of a sale with this status. */
async function verdicts(sale: Sale, status: string): Promise<string[]> {
  const rows = await db.execute<{ outcome: string }>(sql`
    SELECT outcome FROM postback_inbox WHERE raw ->> 'conversion_id' = ${sale.conversion_id} AND raw ->> 'status' = ${status}`)
  return rows.map(({ outcome }) => outcome)
}

const makeSale = async (userId: number, sale_amount: string): Promise<Sale> => ({
  p1: await click(userId),
  conversion_id: randomUUID(),
  sale_amount,
})

/** 30 equal reports of a sale: one is applied, 29 are repeats, and each member gets one notification. */
const creditedOnce =
  ({ pendingFirst }: { pendingFirst: boolean }): Race =>
  async (servers) => {
    const friend = await member()
    const userId = await member(friend)
    const sale = await makeSale(userId, '1000')
    if (pendingFirst) await releaseAndApply([reports(servers, sale, 'pending', 0)])
    const answers = await releaseAndApply(each((i) => reports(servers, sale, 'approved', i)))
    assert.deepEqual(
      answers.map((a) => [a.status, a.body]),
      each(() => [200, 'OK']),
    )
    const outcomes = await verdicts(sale, 'approved')
    assert.deepEqual(
      [count(outcomes, 'applied'), count(outcomes, 'repeat')],
      [1, CONNECTIONS - 1],
      'verdicts',
    )
    await holds(userId, { available: 50_00n })
    await holds(friend, { available: 10_00n })
    assert.equal((await listNotifications(userId)).length, pendingFirst ? 2 : 1)
    assert.equal((await listNotifications(friend)).length, 1)
    await balanced()
  }

/** 30 concurrent corrections with different amounts: the last received wins, regardless of the order of processing. */
const lastReceivedWins: Race = async (servers) => {
  const userId = await member()
  const sale = await makeSale(userId, '1000')
  const corrections = each((i) => ({ ...sale, sale_amount: String(1000 + i) }))
  const answers = await releaseAndApply(
    corrections.map((correction, i) => reports(servers, correction, 'approved', i)),
  )
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, 'OK'])
  const [found] = await db.execute<{ received: string; shown: string }>(sql`
    SELECT i.raw ->> 'sale_amount' AS received, c.sale_paise AS shown
      FROM postback_inbox i JOIN conversions c ON c.network = i.network AND c.external_id = ${sale.conversion_id}
     WHERE i.raw ->> 'conversion_id' = ${sale.conversion_id} ORDER BY i.id DESC LIMIT 1`)
  assert.equal(found!.shown, `${found!.received}00`, 'amounts')
  // 5 % of the amount, in paise.
  await holds(userId, { available: BigInt(found!.received) * 5n })
  await balanced()
}

/** 15 withdrawals of 60 % and 15 full reversals: at most one withdrawal is created, and none remains to be paid. */
const withdrawnOrReversed: Race = async (servers) => {
  const userId = await memberWith(0n)
  const token = await openSessionToken(userId)
  const sale = await makeSale(userId, '20000')
  await releaseAndApply([reports(servers, sale, 'approved', 0)])
  const half = CONNECTIONS / 2
  const answers = await releaseAndApply(
    each((i) => (i < half ? asks(servers, token, randomUUID(), i) : reports(servers, sale, 'rejected', i))),
  )
  const said = await readAnswers(servers, answers.slice(0, half), token)
  const won = count(said, WON)
  assert.ok(won <= 1 && said.every((text) => text !== 'neither'), said.join(', '))
  const outcomes = await verdicts(sale, 'rejected')
  assert.deepEqual([count(outcomes, 'applied'), count(outcomes, 'repeat')], [1, half - 1])
  assert.equal(await countWithdrawals(userId), won)
  assert.equal(
    await db.$count(withdrawals, and(eq(withdrawals.user_id, userId), eq(withdrawals.status, 'cancelled'))),
    won,
  )
  await holds(userId, {})
  await balanced()
}

/** 26 cancellations and four approvals of a withdrawal: exactly one succeeds. */
const cancelledOrProcessing: Race = async (servers) => {
  const userId = await memberWith(1_000_00n)
  const token = await openSessionToken(userId)
  const asked = await requestWithdrawal(userId, {
    amount: paise(600_00n),
    method: 'upi',
    request_key: randomUUID(),
  })
  assert.ok(asked.ok)
  const { id } = asked.withdrawal
  const cancels = each(
    (i): RawRequest => ({
      port: pickPort(servers, i),
      path: '/Account/Wallet/cancel',
      cookie: `token=${token}`,
      fields: { withdrawal: String(id), from: '/Account/Wallet' },
    }),
    CONNECTIONS - 4,
  )
  const started: ReturnType<typeof approveWithdrawal>[] = []
  const answers = await releaseTogether(cancels, () => started.push(...each(() => approveWithdrawal(id), 4)))
  for (const { status } of answers) assert.equal(status, 303)
  const begun = (await Promise.all(started)).map(({ ok }) => ok)
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  assert.ok(row!.status === 'cancelled' || row!.status === 'processing', row!.status)
  const isBegun = row!.status === 'processing'
  assert.deepEqual(
    begun,
    each(() => isBegun, 4),
  )
  await holds(userId, isBegun ? { available: 400_00n, onItsWay: 600_00n } : { available: 1_000_00n })
  await balanced()
}

export const RACES: Record<string, Race> = {
  '30 withdrawals of 60 % of a balance: one succeeds': oneOfThirtyGoesThrough,
  'one form sent 30 times: one withdrawal, 30 equal answers': oneFormIsOneWithdrawal,
  'a new sale reported 30 times at once: credited once': creditedOnce({
    pendingFirst: false,
  }),
  'a pending sale approved 30 times at once: credited once': creditedOnce({ pendingFirst: true }),
  '30 corrections of a sale at once: the one received last takes effect': lastReceivedWins,
  '15 withdrawals and 15 reversals of the same money: no payout and no debt remains': withdrawnOrReversed,
  'a withdrawal cancelled and started at once: one of the two happens': cancelledOrProcessing,
}

/** Runs the races in rotation; throws with the failed race and round. */
export async function proveRaces(
  servers: TestServer[],
  { rounds, progress }: { rounds: number; progress?: (done: number) => void },
): Promise<void> {
  const races = Object.entries(RACES)
  for (let n = 0; n < rounds; n++) {
    const [name, race] = races[n % races.length]!
    await race(servers).catch((error: unknown) => {
      throw new Error(
        `round ${n + 1} (${name}): ${String(error)}\nagain: npm run prove -- --only races --rounds ${n + 1}`,
        { cause: error },
      )
    })
    progress?.(n + 1)
  }
}
