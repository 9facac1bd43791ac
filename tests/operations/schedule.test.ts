import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { startBackgroundJobs } from '~/background-jobs.server'
import { db } from '~/platform/db/client.server'
import { jobs } from '~/platform/db/schema/operations'
import { topic } from '~/desk/schedule'
import type { ListOperation } from '~/desk/operation'
import { readWorkerAges } from '~/platform/timers.server'

type Row = Record<'name' | 'outcome', string> & { every: number } & Record<
    'started_at' | 'finished_at' | 'next_at',
    Date | null
  >

const list = topic.operations[0] as ListOperation
const read = async () => (await list.read({} as never, { limit: 100 }, {} as never)) as unknown as Row[]

test('schedule list names the timers that a server starts, and their seconds', async () => {
  const timeouts = vi.spyOn(globalThis, 'setTimeout')
  const started = startBackgroundJobs()
  const seconds = timeouts.mock.calls.map(([, ms]) => ms! / 1000)
  const names = readWorkerAges().map(({ labels }) => labels!.worker)
  timeouts.mockRestore()
  await Promise.all(started.map((each) => each.stop()))
  const rows = await read()
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(rows.map(({ every }) => every)).toEqual(seconds)
})

test('schedule list says when work began and ended, and when it is due', async () => {
  const began = new Date('2026-06-15T06:00:00Z')
  const ended = new Date('2026-06-15T06:01:00Z')
  await db.delete(jobs)
  await db.insert(jobs).values([
    { name: 'sweep', started_at: began, finished_at: ended },
    { name: 'ranking', started_at: ended, finished_at: began },
    { name: 'waits', started_at: began, finished_at: ended, result: sql`'{}'::jsonb` },
  ])
  const rows = await read()
  const find = (name: string) => rows.find((row) => row.name === name)
  const done = { started_at: began, finished_at: ended, outcome: 'done' }
  expect(find('sweep')).toMatchObject({ ...done, next_at: new Date('2026-06-15T07:00:00Z') })
  expect(find('waits')).toMatchObject({ ...done, next_at: null })
  expect(find('ranking')).toMatchObject({ outcome: 'not finished' })
  expect(find('inbox')).toMatchObject({ started_at: null, finished_at: null, outcome: null, next_at: null })
})
