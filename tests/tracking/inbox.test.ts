/** The inbox worker applies stored postbacks exactly once and retries those that fail. */
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { applyDue, receivePostback, reopenRefused, inboxTimer } from '~/domain/tracking/inbox.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { sendReport, throwError } from '../support/reports'
import { rewrite } from '../support/rewrite'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('postbacks'))

let serial = 0
const makeReport = (p1: string, more: Record<string, string> = {}) => ({
  p1,
  conversion_id: `INBOX${++serial}`,
  sale_amount: '1000',
  status: 'approved',
  ...more,
})

/** Stores a postback as a process does that crashes before applying it; the worker may take it at once. */
async function store(raw: Record<string, string>, network = 'trackier'): Promise<number> {
  const row = { network, method: 'GET', raw, next_attempt_at: new Date() }
  const [stored] = await db.insert(postbackInbox).values(row).returning()
  return stored!.id
}
const findRow = async (id: number) =>
  (await db.select().from(postbackInbox).where(eq(postbackInbox.id, id)))[0]!
const available = async (id: number) => (await readWallet(id)).available

beforeAll(async () => {
  await db.execute(sql`CREATE FUNCTION choke() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.external_id LIKE 'POISON%' THEN RAISE EXCEPTION 'choked on %', NEW.external_id; END IF; RETURN NEW; END $$`)
  await db.execute(
    sql`CREATE TRIGGER choke BEFORE INSERT ON conversions FOR EACH ROW EXECUTE FUNCTION choke()`,
  )
})

describe('inbox worker', () => {
  test('applies postbacks that a crashed process had stored', async () => {
    const user = await member()
    const id = await store(makeReport(await click(user)))
    expect(await applyDue(throwError)).toBe(1)
    expect(await findRow(id)).toMatchObject({ outcome: 'applied', attempts: 0 })
    expect(await available(user)).toBe(50_00n)
    expect(await applyDue(throwError)).toBe(0)
  })

  test('applies reports that a process of the previous release gave up on, and no other failed report', async () => {
    const user = await member()
    const gaveUp = (error: string) => ({
      outcome: 'quarantined' as const,
      reason: 'failed',
      attempts: 7,
      error,
    })
    const [refused, other] = [
      await store(makeReport(await click(user))),
      await store(makeReport(await click(user))),
    ]
    for (const [id, error] of [
      [refused, 'DrizzleQueryError 23502 at post (app/domain/wallet/ledger.server.ts)'],
      [other, 'DrizzleQueryError 22003 at post (app/domain/wallet/ledger.server.ts)'],
    ] as const)
      await db
        .update(postbackInbox)
        .set({ ...gaveUp(error), processed_at: new Date() })
        .where(eq(postbackInbox.id, id))
    expect(await reopenRefused()).toBe(1)
    expect(await applyDue(throwError)).toBe(1)
    expect(await findRow(refused)).toMatchObject({ outcome: 'applied' })
    expect(await findRow(other)).toMatchObject({ outcome: 'quarantined', reason: 'failed' })
    expect(await available(user)).toBe(50_00n)
  })

  test('skips a postback that is being applied until it is due after ten seconds', async () => {
    const user = await member()
    const raw = makeReport(await click(user))
    const [stored] = await db
      .insert(postbackInbox)
      .values({ network: 'trackier', method: 'GET', raw })
      .returning()
    expect(await applyDue(throwError)).toBe(0)
    expect(stored!.next_attempt_at.getTime() - stored!.received_at.getTime()).toBe(10_000)
    await rewrite(sql`DELETE FROM postback_inbox WHERE id = ${stored!.id}`)
  })

  test('applies a hundred postbacks once each when eight workers run at once', async () => {
    const user = await member()
    const p1 = await click(user)
    const ids = await Promise.all(Array.from({ length: 100 }, () => store(makeReport(p1))))
    await Promise.all(Array.from({ length: 8 }, () => applyDue(throwError)))
    const outcomes = await Promise.all(ids.map(async (id) => (await findRow(id)).outcome))
    expect(new Set(outcomes)).toEqual(new Set(['applied']))
    expect(await available(user)).toBe(5_000_00n)
  })

  test('skips a row that another process has locked', async () => {
    const [user, other] = [await member(), await member()]
    const held = await store(makeReport(await click(user)))
    const free = await store(makeReport(await click(other)))
    await db.transaction(async (tx) => {
      await tx.select().from(postbackInbox).where(eq(postbackInbox.id, held)).for('update')
      expect(await applyDue(throwError)).toBe(1)
      expect((await findRow(free)).outcome).toBe('applied')
      expect((await findRow(held)).outcome).toBeNull()
    })
    await applyDue(throwError)
    expect((await findRow(held)).outcome).toBe('applied')
  })

  test('runs periodically in the server, and stopping waits for the current batch', async () => {
    const user = await member()
    const id = await store(makeReport(await click(user)))
    const worker = inboxTimer.start(0.01)
    await expect.poll(async () => (await findRow(id)).outcome).toBe('applied')
    await worker.stop()
    const later = await store(makeReport(await click(user)))
    expect((await findRow(later)).outcome).toBeNull()
    await applyDue(throwError)
  })
})

/** Runs it and returns the database's time in ms before and after. */
async function measure(work: () => Promise<unknown>): Promise<{ begun: number; ended: number }> {
  const now = async () => {
    const [row] = await db.execute<{ ms: number }>(
      sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
    )
    return row!.ms
  }
  const begun = Math.floor(await now())
  await work()
  return { begun, ended: Math.ceil(await now()) }
}

describe('postback that fails to apply', () => {
  test('is answered and stored with its error, retried with backoff, quarantined after seven tries', async () => {
    const user = await member()
    const errors: unknown[] = []
    const raw = makeReport(await click(user), { conversion_id: 'POISON1' })
    let tried = await measure(() =>
      receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => errors.push(error)),
    )
    const { id } = (await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1))[0]!
    let waited = 0
    for (let attempt = 1; attempt < 7; attempt++) {
      const row = await findRow(id)
      expect(row).toMatchObject({ attempts: attempt, outcome: null, processed_at: null })
      expect(row.error).toMatch(/P0001/)
      expect(row.error).not.toContain('choked')
      const next = row.next_attempt_at.getTime() - 1000 * 2 ** attempt
      expect(next).toBeGreaterThanOrEqual(tried.begun)
      expect(next).toBeLessThanOrEqual(tried.ended)
      waited += 2 ** attempt
      const later = new Date(Date.now() + 3_600_000)
      await db.update(postbackInbox).set({ next_attempt_at: later }).where(eq(postbackInbox.id, id))
      expect(await applyDue((error) => errors.push(error))).toBe(0)
      await db.update(postbackInbox).set({ next_attempt_at: new Date() }).where(eq(postbackInbox.id, id))
      tried = await measure(() => applyDue((error) => errors.push(error)))
    }
    expect(await findRow(id)).toMatchObject({ attempts: 7, outcome: 'quarantined', reason: 'failed' })
    expect(errors).toHaveLength(7)
    expect(waited).toBeLessThan(150)
  })

  test('does not block other postbacks', async () => {
    const user = await member()
    const p1 = await click(user)
    const poison = await store(makeReport(p1, { conversion_id: 'POISON2' }))
    const good = await store(makeReport(p1))
    await applyDue(() => {})
    expect((await findRow(good)).outcome).toBe('applied')
    expect((await findRow(poison)).outcome).toBeNull()
    await rewrite(sql`DELETE FROM postback_inbox WHERE id = ${poison}`)
  })

  test('is quarantined if its network is unknown', async () => {
    const id = await store({}, 'nobody')
    await applyDue(throwError)
    expect(await findRow(id)).toMatchObject({ outcome: 'quarantined', reason: 'unknown-network' })
  })
})

describe('one sale under two ids', () => {
  const send = async (raw: Record<string, string>) => (await sendReport(raw)).outcome

  test('reported first with conversion_id and then also with txn_id is one conversion', async () => {
    const user = await member()
    const p1 = await click(user)
    const sale = { p1, sale_amount: '1000' }
    expect(await send({ ...sale, conversion_id: 'C77', status: 'pending' })).toBe('applied')
    expect(await send({ ...sale, conversion_id: 'C77', txn_id: 'T77', status: 'approved' })).toBe('applied')
    expect(await send({ ...sale, conversion_id: 'C77', status: 'approved' })).toBe('repeat')
    expect(await available(user)).toBe(50_00n)
  })

  test('reported first without an id and then with one is one conversion; another goal is a second one', async () => {
    const user = await member()
    const p1 = await click(user)
    const sale = { p1, sale_amount: '1000', status: 'approved' }
    expect(await send(sale)).toBe('applied')
    expect(await send(sale)).toBe('repeat')
    expect(await send({ ...sale, conversion_id: 'LATE' })).toBe('repeat')
    expect(await send({ ...sale, goal_id: '2' })).toBe('applied')
    expect(await available(user)).toBe(100_00n)
  })
})

test('the books balance after all of these tests', async () => {
  await db.execute(sql`DROP TRIGGER choke ON conversions`)
  expect(await findDefects()).toEqual([])
})
