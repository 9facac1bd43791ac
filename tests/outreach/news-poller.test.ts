import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/client.server'
import { createNewsPoller, type News, type NewsSource } from '~/outreach/news-poller.server'
import { notify } from '~/outreach/notifications.server'

const row = (id: number): News => ({ id, userId: 1 })

describe('the rhythm', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A table without a database: what `rows` holds is what a query finds. */
  function fakeTable(...rows: number[]) {
    const asked: [last: number, gaps: number[]][] = []
    const source: NewsSource = {
      latest: () => Promise.resolve(rows.map(row)),
      since: (last, gaps) => {
        asked.push([last, gaps])
        return Promise.resolve(rows.filter((id) => id > last || gaps.includes(id)).map(row))
      },
    }
    const told: number[][] = []
    const poller = createNewsPoller((news) => told.push(news.map(({ id }) => id)), source)
    return { rows, asked, told, source, poller }
  }

  test('one query a second, however often it is started', async () => {
    const { poller, asked } = fakeTable()
    await Promise.all(Array.from({ length: 500 }, () => poller.start()))
    expect(asked).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(10)
    poller.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(10)
    await poller.start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(11)
  })

  test('tells what is new since its start, each row once', async () => {
    const { poller, rows, told } = fakeTable(3, 4)
    await poller.start()
    await vi.advanceTimersByTimeAsync(3000)
    rows.push(5, 6)
    await vi.advanceTimersByTimeAsync(3000)
    rows.push(7)
    await vi.advanceTimersByTimeAsync(3000)
    expect(told).toEqual([[5, 6], [7]])
  })

  test('a row whose transaction ended after a later one is not lost', async () => {
    const { poller, rows, told, asked } = fakeTable(3)
    await poller.start()
    rows.push(4, 7)
    await vi.advanceTimersByTimeAsync(1000)
    rows.push(5)
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual([[4, 7], [5]])
    expect(asked.at(-1)).toEqual([7, [5, 6]])
    // 6 was never written: after a minute nobody asks for it any more.
    await vi.advanceTimersByTimeAsync(70_000)
    expect(asked.at(-1)).toEqual([7, []])
  })

  test('so it is with the first rows of all, and with those in flight at the start', async () => {
    const empty = fakeTable()
    await empty.poller.start()
    empty.rows.push(2)
    await vi.advanceTimersByTimeAsync(1000)
    empty.rows.push(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(empty.told).toEqual([[2], [1]])

    const busy = fakeTable(8, 10)
    await busy.poller.start()
    busy.rows.push(9)
    await vi.advanceTimersByTimeAsync(1000)
    expect(busy.told).toEqual([[9]])
  })

  test('a slow query is not overtaken by the next one, and a failed one is asked again', async () => {
    const { poller, source, rows, told } = fakeTable(1)
    const quick = { ...source }
    let asked = 0
    source.since = (...args) =>
      ++asked === 1
        ? new Promise((_, reject) => setTimeout(() => reject(new Error('away')), 5000))
        : quick.since(...args)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await poller.start()
    rows.push(2)
    await vi.advanceTimersByTimeAsync(5500)
    expect([asked, told]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(2000)
    expect([asked, told]).toEqual([2, [[2]]])
  })
})

describe('over the table', () => {
  /** Resolves with the ids of the users that are told, once it is as many. */
  function listener(count: number) {
    const told: number[] = []
    let finish: (told: number[]) => void
    const all = new Promise<number[]>((resolve) => (finish = resolve))
    const poller = createNewsPoller(
      (news) => {
        told.push(...news.map(({ userId }) => userId))
        if (told.length >= count) finish(told)
      },
      undefined,
      10,
    )
    return { poller, all }
  }
  const item = (userId: number, reference: string) => ({
    userId,
    reference,
    title: 'T',
    body: 'B',
    href: '/',
  })

  test('two of them, as of two processes, are told of the same rows', async () => {
    await notify(db, item(1, 'before'))
    const [one, two] = [listener(3), listener(3)]
    await Promise.all([one.poller.start(), two.poller.start()])
    await notify(db, item(2, 'a'), item(3, 'a'))
    await notify(db, item(2, 'b'))
    for (const { all } of [one, two]) expect((await all).toSorted()).toEqual([2, 2, 3])
    one.poller.stop()
    two.poller.stop()
  })

  test('a transaction that took its ids early and ended late', async () => {
    const { poller, all } = listener(2)
    await poller.start()
    const other = listener(1)
    await other.poller.start()
    await db.transaction(async (tx) => {
      await notify(tx, item(11, 'slow'))
      await notify(db, item(12, 'fast'))
      expect(await other.all).toEqual([12])
    })
    expect((await all).toSorted()).toEqual([11, 12])
    poller.stop()
    other.poller.stop()
  })

  test('the query reads the end of the table by its key, however long the table is', async () => {
    await db.execute(sql`
      INSERT INTO notifications (user_id, reference, title, body, href)
      SELECT i % 50, 'bulk:' || i, 'T', 'B', '/' FROM generate_series(1, 20000) i`)
    await db.execute(sql`ANALYZE notifications`)
    const plan = await db.execute(sql`
      EXPLAIN (SELECT id, user_id FROM notifications WHERE id > 20000 ORDER BY id LIMIT 1000)
      UNION ALL
      SELECT id, user_id FROM notifications WHERE id = ANY (string_to_array('7,8', ',')::bigint[])`)
    expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  })
})
