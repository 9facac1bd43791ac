import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { limitReads } from '~/platform/db/limited-reads.server'
import { readAtDesk } from '~/http/desk/read.server'

const readLimit = async (reader: Pick<typeof db, 'execute'> = db) => {
  const [row] = await reader.execute<{ limit: string }>(
    sql`SELECT concat_ws(', ', current_setting('statement_timeout'), current_setting('max_parallel_workers_per_gather'),
                               current_setting('plan_cache_mode')) AS limit`,
  )
  return row!.limit
}

test('a statement of the desk has five seconds, one core and a new plan, also in a transaction; others have no limit', async () => {
  const inside = readAtDesk(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return [await readLimit(), await db.transaction((tx) => readLimit(tx))]
  })
  const [limited, others] = ['5s, 0, force_custom_plan', '0, 2, auto']
  expect(await Promise.all([inside, readLimit()])).toEqual([[limited, limited], others])
  expect(await readLimit()).toBe(others)
})

test('reads share their few connections, and wait for one', async () => {
  const read = limitReads({ connections: 2, statementMs: 5000 })
  const pids = await Promise.all(
    Array.from({ length: 6 }, () =>
      read(async () => {
        const [row] = await db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
        return row!.pid
      }),
    ),
  )
  expect(new Set(pids).size).toBeLessThanOrEqual(2)
})

test('a read that takes longer is refused: narrow it down', async () => {
  const answer = await readAtDesk(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 1`)
      await tx.execute(sql`SELECT pg_sleep(600)`)
    }),
  ).catch((thrown: unknown) => thrown)
  expect(answer).toBeInstanceOf(Response)
  const { status } = answer as Response
  expect([status, await (answer as Response).text()]).toEqual([422, 'too much: narrow it down'])
})
