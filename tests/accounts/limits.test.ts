import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { defineLimit } from '~/platform/db/limits.server'
import { rateLimits } from '~/platform/db/schema/members'

test('of fifty concurrent attempts as many pass as the limit allows', async () => {
  const limit = defineLimit('test-parallel', 5, 3600)
  const answers = await Promise.all(Array.from({ length: 50 }, () => limit.consume('+919876543210')))
  expect(answers.filter((a) => a === null)).toHaveLength(5)
  expect(answers.find((a) => a !== null)).toEqual({ minutes: 60 })
})

test('a refunded attempt can be used again', async () => {
  const limit = defineLimit('test-back', 1, 60)
  expect(await limit.consume('a')).toBeNull()
  expect(await limit.peek('a')).toEqual({ minutes: 1 })
  await limit.refund('a')
  expect(await limit.peek('a')).toBeNull()
  expect(await limit.consume('a')).toBeNull()
  expect(await limit.consume('b')).toBeNull()
})

test('clearing a key clears its subkeys and nothing else', async () => {
  const limit = defineLimit('test-clear', 1, 60)
  for (const key of ['a', ['a', 'x'], ['b', 'x']] as const) expect(await limit.consume(key)).toBeNull()
  await limit.clear('a')
  expect(await limit.consume('a')).toBeNull()
  expect(await limit.consume(['a', 'x'])).toBeNull()
  expect(await limit.consume(['b', 'x'])).toEqual({ minutes: 1 })
})

test('the limit resets when its period is over', async () => {
  const limit = defineLimit('test-time', 1, 60)
  await limit.consume('a')
  expect(await limit.consume('a')).toEqual({ minutes: 1 })
  await db.execute(sql`UPDATE rate_limits SET expire = expire - 61000 WHERE key LIKE 'test-time:%'`)
  expect(await limit.peek('a')).toBeNull()
  expect(await limit.consume('a')).toBeNull()
})

test('keys are stored as hashes', async () => {
  const rows = await db.select().from(rateLimits)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('9876543210')
})
