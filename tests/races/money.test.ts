/**
 * Two processes of the built server, 30 connections released together.
 *
 * The floor CHECK of ledger_accounts would by itself keep a wallet from going below zero, and unique references keep a
 * sale from being credited twice, even in a build without locks: that is what they are for. So that these tests show
 * what the locks do, the CHECK is dropped here, for the real build as for the other one; and of postbacks they ask not
 * only for the money but for the verdicts: one applied, 29 repeats. Without the locks both are wrong.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '~/accounts/sessions.server'
import { db } from '~/db/client.server'
import { postbackInbox, withdrawals } from '~/db/schema'
import { listNotifications } from '~/outreach/notifications.server'
import { findDefects } from '~/wallet/audit.server'
import { readWallet } from '~/wallet/wallet.server'
import { startServers } from '../support/app'
import type { TestServer } from '../support/servers'
import { textOf } from '../support/shown'
import { click, member, memberWith } from '../wallet/support'
import { releaseTogether, type RawAnswer } from './connections'
import { buildWithoutLocks } from './without-locks'

const CONNECTIONS = 30
const WON = '✅ Withdrawal successful'
const LOST = 'You can enter up to ₹400.00 only.'

const each = <T>(make: (i: number) => T): T[] => Array.from({ length: CONNECTIONS }, (_, i) => make(i))
const portOf = (servers: TestServer[], i: number) => servers[i % servers.length]!.port

/** What the page says to which an answer leads. */
async function pageAfter(servers: TestServer[], answer: RawAnswer, token: string): Promise<string> {
  expect(answer.status).toBe(303)
  const response = await fetch(`${servers[0]!.origin}${answer.location}`, {
    headers: { Cookie: [`token=${token}`, ...answer.cookies].join('; ') },
  })
  return textOf(await response.text())
}

/** A member with Rs. 1,000 asks for Rs. 600 thirty times at once; gives what each answer says, sorted. */
async function withdrawAtOnce(servers: TestServer[], keyOf: () => string) {
  const userId = await memberWith(1_000_00n)
  const { token } = await openSession({ userId, remember: false, kind: 'cookie', agent: null })
  const answers = await releaseTogether(
    each((i) => ({
      port: portOf(servers, i),
      path: '/Account/Wallet',
      cookie: `token=${token}`,
      fields: { amount: '600', type: 'upi', request_key: keyOf(), from: '/Account/Wallet' },
    })),
  )
  const pages = await Promise.all(answers.map((answer) => pageAfter(servers, answer, token)))
  return { userId, said: pages.map((page) => [WON, LOST].find((text) => page.includes(text)) ?? 'neither') }
}

async function expectOneWithdrawal(userId: number) {
  expect(await db.$count(withdrawals, eq(withdrawals.user_id, userId))).toBe(1)
  expect(await readWallet(userId)).toMatchObject({ available: 400_00n, onItsWay: 600_00n })
  expect(await findDefects()).toEqual([])
}

async function oneOfThirtyGoesThrough(servers: TestServer[]) {
  const { userId, said } = await withdrawAtOnce(servers, randomUUID)
  expect(said.filter((text) => text === WON)).toHaveLength(1)
  expect(said.filter((text) => text === LOST)).toHaveLength(CONNECTIONS - 1)
  await expectOneWithdrawal(userId)
}

async function oneFormIsOneWithdrawal(servers: TestServer[]) {
  const key = randomUUID()
  const { userId, said } = await withdrawAtOnce(servers, () => key)
  expect(said).toEqual(each(() => WON))
  await expectOneWithdrawal(userId)
}

/** Reports a sale thirty times at once and looks at the money, the verdicts and the notifications. */
async function creditedOnce(servers: TestServer[], { pendingFirst }: { pendingFirst: boolean }) {
  const friend = await member()
  const userId = await member(friend)
  const sale = { p1: await click(userId), txn_id: randomUUID(), sale_amount: '1000', payout: '80' }
  const path = '/postback/trackier/demo-trackier-secret'
  const report = (status: string, count: number) =>
    releaseTogether(
      each((i) => ({ port: portOf(servers, i), path, fields: { ...sale, status } })).slice(0, count),
    )
  if (pendingFirst) await report('pending', 1)
  const answers = await report('approved', CONNECTIONS)
  expect(answers.map((a) => [a.status, a.body])).toEqual(each(() => [200, 'OK']))

  expect((await readWallet(userId)).available).toBe(50_00n)
  expect((await readWallet(friend)).available).toBe(10_00n)
  const ofThisSale = and(
    sql`${postbackInbox.raw} ->> 'txn_id' = ${sale.txn_id}`,
    sql`${postbackInbox.raw} ->> 'status' = 'approved'`,
  )
  const verdicts = (await db.select().from(postbackInbox).where(ofThisSale)).map((row) => row.outcome)
  expect(verdicts.filter((verdict) => verdict === 'applied')).toHaveLength(1)
  expect(verdicts.filter((verdict) => verdict === 'repeat')).toHaveLength(CONNECTIONS - 1)
  expect(await listNotifications(userId)).toHaveLength(pendingFirst ? 2 : 1)
  expect(await listNotifications(friend)).toHaveLength(1)
  expect(await findDefects()).toEqual([])
}

async function rounds(count: number, race: () => Promise<void>) {
  for (let round = 0; round < count; round++) await race()
}

beforeAll(async () => {
  await db.execute(sql`ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor`)
  // A database with a campaign in it is not seeded.
  await click(await member())
})

describe('two processes, 30 connections at once', () => {
  let servers: TestServer[]
  beforeAll(async () => {
    servers = await startServers(2)
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  test('30 withdrawals of 60 % of a balance: one goes through, the others hear what is left', async () => {
    await expect(rounds(3, () => oneOfThirtyGoesThrough(servers))).resolves.toBeUndefined()
  })

  test('one form sent 30 times: one withdrawal, 30 equal answers', async () => {
    await expect(rounds(2, () => oneFormIsOneWithdrawal(servers))).resolves.toBeUndefined()
  })

  test('a sale reported 30 times at once, for the first time: credited once', async () => {
    await expect(rounds(2, () => creditedOnce(servers, { pendingFirst: false }))).resolves.toBeUndefined()
  })

  test('a pending sale approved 30 times at once: credited once', async () => {
    await expect(rounds(2, () => creditedOnce(servers, { pendingFirst: true }))).resolves.toBeUndefined()
  })
})

describe('the same races against a build with the locks taken out fail', () => {
  let servers: TestServer[]
  let folder: string
  beforeAll(async () => {
    folder = buildWithoutLocks()
    servers = await startServers(2, { build: folder })
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('a pending sale approved 30 times at once', async () => {
    await expect(rounds(5, () => creditedOnce(servers, { pendingFirst: true }))).rejects.toThrow(
      /to have a length of 1 but got/,
    )
  })

  test('30 withdrawals of 60 % of a balance', async () => {
    await expect(rounds(5, () => oneOfThirtyGoesThrough(servers))).rejects.toThrow(
      /to have a length of 1 but got/,
    )
  })

  test('and money is gone that nobody had', async () => {
    const [{ below }] = (await db.execute<{ below: number }>(sql`
      SELECT count(*)::int AS below FROM ledger_accounts
       WHERE code = 'user_available' AND credits_paise < debits_paise`)) as unknown as [{ below: number }]
    expect(below).toBeGreaterThan(0)
    expect((await findDefects()).map((defect) => defect.check)).toContain('below floor')
  })
})
