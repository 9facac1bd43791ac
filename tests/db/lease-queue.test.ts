/** Each worker is a connection, which PostgreSQL closes when the worker dies. */
import { asc, eq, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, isDatabaseAway, type Tx } from '~/platform/db/client.server'
import { createLeaseQueue, LeaseLostError } from '~/platform/db/lease-queue.server'
import { createdAt, id } from '~/platform/db/schema/columns'
import { untilBlocked } from '../support/locks'

const errands = pgTable('errands', {
  id: id(),
  name: text().notNull(),
  urgent: boolean().notNull().default(false),
  done: integer(),
  attempts: integer().notNull().default(0),
  next_attempt_at: createdAt(),
  created_at: createdAt(),
})

const queue = createLeaseQueue(errands, {
  waits: sql`${errands.done} IS NULL`,
  order: [sql`NOT ${errands.urgent}`],
  lease: 60,
  backOff: { first: 30, most: 3600 },
  givesUpAfter: { attempts: 3, seconds: 86_400 },
})

beforeAll(() =>
  db.execute(sql`CREATE TABLE errands (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, name text NOT NULL,
    urgent boolean NOT NULL DEFAULT false, done int, attempts int NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(), created_at timestamptz NOT NULL DEFAULT now())`),
)
beforeEach(() => db.delete(errands))

type Errand = typeof errands.$inferInsert

const add = (...rows: Partial<Errand>[]) =>
  db.insert(errands).values(rows.map((row) => ({ name: 'errand', ...row })))
const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})` as unknown as Date
const passTime = () => db.update(errands).set({ next_attempt_at: sql`now()` })
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const takeOne = async () => (await queue.take(1))[0]!
const read = async () => (await db.select().from(errands).orderBy(asc(errands.id)))[0]!

/** Seconds until the first row is due. */
async function readPause(): Promise<number> {
  const [row] = await db
    .select({ pause: sql<number>`extract(epoch FROM next_attempt_at - now())::float8` })
    .from(errands)
  return Math.ceil(row!.pause / 10) * 10
}

/** Ends the connection within a transaction, as a killed process does. */
const dieIn = (work: (tx: Tx) => Promise<unknown>) =>
  expect(
    db.transaction(async (tx) => {
      await work(tx)
      await tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
    }),
  ).rejects.toSatisfy(isDatabaseAway)

describe('take', () => {
  test('gives due rows in their order, no more than asked for, and those alone that the condition selects', async () => {
    await add(
      { name: 'late', next_attempt_at: ago(5) },
      { name: 'later', next_attempt_at: ago(-5) },
      { name: 'first', next_attempt_at: ago(9) },
      { name: 'urgent', urgent: true },
      { name: 'done', done: 1 },
    )
    expect(names(await queue.take(9, eq(errands.name, 'late')))).toEqual(['late'])
    await passTime()
    await db
      .update(errands)
      .set({ next_attempt_at: ago(9) })
      .where(eq(errands.name, 'first'))
    expect(names(await queue.take(1))).toEqual(['urgent'])
    expect(names(await queue.take(1))).toEqual(['first'])
    expect(names(await queue.take(9)).toSorted()).toEqual(['late', 'later'])
    expect(await queue.take(9)).toEqual([])
  })

  test('gives each row to one of many workers at the same time', async () => {
    await add(...Array.from({ length: 40 }, (_, n) => ({ name: `${n}` })))
    const taken = await Promise.all(Array.from({ length: 10 }, () => queue.take(4)))
    expect(taken.map((rows) => rows.length)).toEqual(taken.map(() => 4))
    expect(new Set(names(taken.flat())).size).toBe(40)
  })

  test('in the transaction that adds the row leaves nothing to another worker', async () => {
    const row = await db.transaction(async (tx) => {
      await tx.insert(errands).values({ name: 'own' })
      const [mine] = await queue.take(1, undefined, tx)
      expect(await queue.take(1)).toEqual([])
      return mine!
    })
    expect(await queue.take(1)).toEqual([])
    expect(row).toMatchObject({ name: 'own', attempts: 1, gives_up: false })
  })
})

describe('a worker', () => {
  beforeEach(() => add({}))

  test('that is killed loses its row to the next one, once its lease ends', async () => {
    await takeOne()
    expect(await queue.take(1)).toEqual([])
    expect(await readPause()).toBe(60)
    await passTime()
    expect(await takeOne()).toMatchObject({ attempts: 2 })
  })

  test('that is killed within the transaction of its row has done nothing, and the row comes again', async () => {
    const mine = await takeOne()
    await dieIn(async (tx) => {
      await queue.fence(mine, tx)
      await queue.end(mine, { done: 1 }, tx)
    })
    expect(await read()).toMatchObject({ done: null, attempts: 1 })
    await passTime()
    expect(await queue.take(1)).toHaveLength(1)
  })

  test('that is killed while it takes a row has taken none', async () => {
    await dieIn((tx) => queue.take(1, undefined, tx))
    expect(await takeOne()).toMatchObject({ attempts: 1 })
  })

  test('that keeps its row has it for another lease', async () => {
    const mine = await takeOne()
    await db.update(errands).set({ next_attempt_at: ago(-1) })
    expect(await queue.keep(mine)).toBe(true)
    expect(await readPause()).toBe(60)
    expect(queue.beat).toBeLessThan(60_000)
  })

  test('whose lease ended keeps the row as long as no other has taken it', async () => {
    const mine = await takeOne()
    await passTime()
    await db.transaction(async (tx) => {
      await queue.fence(mine, tx)
      expect(await queue.take(1)).toEqual([])
    })
    expect(await queue.keep(mine)).toBe(true)
  })

  test('that renews its lease while its own transaction ends the row blocks nothing', async () => {
    const mine = await takeOne()
    const kept = await db.transaction(async (tx) => {
      await queue.fence(mine, tx)
      const beat = queue.keep(mine)
      await Promise.race([beat, untilBlocked()])
      await queue.end(mine, { done: 1 }, tx)
      return { beat }
    })
    expect(await kept.beat).toBe(false)
    expect(await read()).toMatchObject({ done: 1 })
  })

  test('that lost its row keeps, changes and gives back nothing', async () => {
    const lost = await takeOne()
    await passTime()
    const mine = await takeOne()
    expect(await queue.keep(lost)).toBe(false)
    await expect(db.transaction((tx) => queue.fence(lost, tx))).rejects.toThrow(LeaseLostError)
    await queue.giveBack(lost, { after: 0, set: { name: 'spoiled' } })
    expect(await queue.take(1)).toEqual([])
    expect(await read()).toMatchObject({ name: 'errand', attempts: mine.attempts })
  })

  test('that lost its row still ends it, and the new one finds it ended', async () => {
    const lost = await takeOne()
    await passTime()
    const mine = await takeOne()
    await queue.end(lost, { done: 1 })
    await expect(db.transaction((tx) => queue.fence(mine, tx))).rejects.toThrow(LeaseLostError)
    await queue.end(mine, { done: 2 })
    await queue.giveBack(mine, { after: 0 })
    expect(await queue.keep(mine)).toBe(false)
    expect(await read()).toMatchObject({ done: 1 })
    expect(await queue.take(1)).toEqual([])
  })
})

describe('a row that fails', () => {
  const PAUSES = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]

  test('comes again after pauses that double, up to the longest', async () => {
    await add({})
    for (const pause of PAUSES) {
      await passTime()
      await queue.giveBack(await takeOne())
      expect(await readPause()).toBe(pause)
    }
    await db.update(errands).set({ attempts: 50_000 })
    await passTime()
    await queue.giveBack(await takeOne())
    expect(await readPause()).toBe(3600)
  })

  test('and kills its worker each time comes again after the same pauses, a lease at least', async () => {
    await add({})
    for (const pause of PAUSES) {
      await passTime()
      await takeOne()
      expect(await readPause()).toBe(Math.max(60, pause))
    }
  })

  test('comes again when its worker says, with what the worker changed', async () => {
    await add({})
    await queue.giveBack(await takeOne(), { after: 600, set: { name: 'busy' } })
    expect(await readPause()).toBe(600)
    expect(await read()).toMatchObject({ name: 'busy', attempts: 1 })
    await passTime()
    await queue.giveBack(await takeOne(), { after: 0 })
    expect(await takeOne()).toMatchObject({ attempts: 3 })
  })

  test.each<[string, Partial<Errand>, boolean]>([
    ['is given up after its last attempt', { attempts: 3 }, true],
    ['is tried for the last time', { attempts: 2 }, false],
    ['is given up when it is too old', { created_at: ago(86_401) }, true],
    ['is tried until it is too old', { created_at: ago(86_000) }, false],
  ])('%s', async (_title, row, isGivenUp) => {
    await add(row)
    expect(await takeOne()).toMatchObject({ gives_up: isGivenUp })
  })

  test('is never given up without a limit', async () => {
    await add({ attempts: 50_000, created_at: ago(1e8) })
    const { waits, lease, backOff } = { waits: sql`done IS NULL`, lease: 1, backOff: { first: 1, most: 1 } }
    const [row] = await createLeaseQueue(errands, { waits, lease, backOff }).take(1)
    expect(row).toMatchObject({ gives_up: false })
  })
})
