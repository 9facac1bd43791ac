/** A burst of postbacks is stored and answered even while the first ones are still being applied. */
import assert from 'node:assert/strict'
import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { enqueuePostback, stopApplying, applyDue } from '~/domain/tracking/inbox.server'
import { findDefects } from '~/domain/books/audit.server'
import { lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { rewrite } from '../support/rewrite'
import { click, member } from '../wallet/support'

const AT_ONCE = 4

let serial = 0
const makeReport = async (userId: number) => ({
  network: 'trackier',
  method: 'GET',
  raw: {
    p1: await click(userId),
    conversion_id: `QUEUE${++serial}`,
    sale_amount: '1000',
    status: 'approved',
  },
})
const newest = async () =>
  (await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1))[0]!
const available = async (userId: number) => (await readWallet(userId)).available

/** Runs `work` while every slot of the queue waits for one locked wallet. */
async function whileBusy(work: (stuck: Promise<void>[], userId: number) => Promise<void>): Promise<void> {
  const userId = await member()
  const sales = await Promise.all(Array.from({ length: AT_ONCE }, () => makeReport(userId)))
  let stuck: Promise<void>[] = []
  await moneyTransaction(async (tx) => {
    await lockWallets(tx, [userId])
    stuck = sales.map((sale) => enqueuePostback(sale))
    const waits = sql`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND locktype IN ('tuple', 'transactionid')`
    await expect.poll(async () => (await db.execute<{ n: number }>(waits))[0]!.n).toBe(AT_ONCE)
    await work(stuck, userId)
  })
  await Promise.all(stuck)
  expect(await available(userId)).toBe(paise(AT_ONCE))
}

/** 5 % of 1,000 a sale. */
const paise = (sales: number) => BigInt(sales) * 50_00n

afterEach(async () => assert.deepEqual(await findDefects(), []))

test('a single postback is applied before its sender is answered', async () => {
  const userId = await member()
  await enqueuePostback(await makeReport(userId))
  expect(await available(userId)).toBe(paise(1))
})

test('postbacks behind four blocked ones are stored and answered, then applied in order', async () => {
  const others = await Promise.all([member(), member(), member()])
  const sales = await Promise.all(others.map(makeReport))
  await whileBusy(async () => {
    for (const sale of sales) {
      await enqueuePostback(sale)
      expect(await newest()).toMatchObject({ raw: sale.raw, outcome: null, processed_at: null })
    }
  })
  for (const userId of others) await expect.poll(() => available(userId)).toBe(paise(1))
})

test('stopping waits for postbacks in progress and leaves the rest to the inbox worker', async () => {
  const userId = await member()
  const sale = await makeReport(userId)
  let stopped = false
  let stop: Promise<void> = Promise.resolve()
  await whileBusy(async () => {
    await enqueuePostback(sale)
    stop = stopApplying().then(() => void (stopped = true))
    await newest()
    expect(stopped).toBe(false)
  })
  await stop
  const { id, outcome } = await newest()
  expect(outcome).toBeNull()
  await rewrite(sql`UPDATE postback_inbox SET next_attempt_at = now() WHERE id = ${id}`)
  expect(await applyDue((error) => expect(error).toBeUndefined())).toBe(1)
  const [row] = await db.select().from(postbackInbox).where(eq(postbackInbox.id, id))
  expect(row).toMatchObject({ outcome: 'applied', attempts: 0 })
  expect(await available(userId)).toBe(paise(1))
})
