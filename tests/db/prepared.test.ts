import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { jobs } from '~/platform/db/schema/operations'

const begin = prepared((reader) =>
  reader
    .insert(jobs)
    .values({ ...placeholders('name'), started_at: sql`now()` })
    .returning({ name: jobs.name }),
)
const jobsNamed = prepared((reader) =>
  reader
    .select()
    .from(jobs)
    .where(sql`${jobs.name} = ANY(${sql.placeholder('names')})`)
    .orderBy(jobs.name),
)
const lockJob = prepared((reader) =>
  reader
    .select({ name: jobs.name })
    .from(jobs)
    .where(eq(jobs.name, sql.placeholder('name')))
    .for('update', { skipLocked: true }),
)

test('a prepared query inside a transaction is rolled back with it', async () => {
  const undone = db.transaction(async (tx) => {
    expect(await begin(tx, { name: 'undone' })).toEqual([{ name: 'undone' }])
    expect(await jobsNamed(tx, { names: ['undone'] })).toHaveLength(1)
    expect(await jobsNamed(db, { names: ['undone'] })).toEqual([])
    throw new Error('planned')
  })
  await expect(undone).rejects.toThrow('planned')
  expect(await jobsNamed(db, { names: ['undone'] })).toEqual([])
})

test('a prepared query’s locks belong to its transaction and end with it', async () => {
  await begin(db, { name: 'locked' })
  await db.transaction(async (tx) => {
    expect(await lockJob(tx, { name: 'locked' })).toHaveLength(1)
    expect(await lockJob(tx, { name: 'locked' })).toHaveLength(1)
    expect(await lockJob(db, { name: 'locked' })).toEqual([])
    await db.transaction(async (other) => expect(await lockJob(other, { name: 'locked' })).toEqual([]))
  })
  expect(await lockJob(db, { name: 'locked' })).toHaveLength(1)
})

test('values and arrays with special characters round-trip, and rows are mapped by drizzle', async () => {
  const names = ['a"b', 'c,d', '{e}', 'f\\g', "h'i", 'NULL', 'j\0k', ' ']
  for (const name of names) await begin(db, { name })
  const rows = await jobsNamed(db, { names: [...names, 'another'] })
  expect(rows.map(({ name }) => name).sort()).toEqual(
    names.map((name) => name.replace('\0', '\ufffd')).sort(),
  )
  expect(rows[0]!.started_at).toBeInstanceOf(Date)
  expect(await jobsNamed(db, { names: [] })).toEqual([])
})

test('a missing value is an error, not NULL', async () => {
  await expect(begin(db, {})).rejects.toThrow('name')
})

test('a query without parameters is prepared too', async () => {
  const statements = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 AS parameterless`)
    return tx.execute<{ statement: string }>(sql`SELECT statement FROM pg_prepared_statements`)
  })
  expect(statements.map(({ statement }) => statement)).toContain('SELECT 1 AS parameterless')
})
