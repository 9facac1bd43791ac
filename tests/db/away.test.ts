/** Errors of an unavailable database, which are answered 503 with Retry-After instead of 500. */
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { databaseError, db, isDatabaseAway, findUnavailableCode } from '~/platform/db/client.server'
import { findFreePort } from '../../embedded/postmaster'

/** The error of the first query on such a connection. */
async function errorAt(change: (url: URL) => void | Promise<void>): Promise<unknown> {
  const url = new URL(inject('postgresUrl'))
  await change(url)
  const sql = postgres(url.href, { max: 1, connect_timeout: 5 })
  try {
    await sql`SELECT 1`
    return null
  } catch (error) {
    return error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

test.each<[string, (url: URL) => void | Promise<void>]>([
  ['28P01', (url) => void (url.password = 'wrong')],
  ['3D000', (url) => void (url.pathname = '/no_such_database')],
  ['ECONNREFUSED', async (url) => void (url.port = String(await findFreePort()))],
])('%s: isDatabaseAway() is true', async (code, change) => {
  const error = await errorAt(change)
  expect((error as NodeJS.ErrnoException).code).toBe(code)
  expect(isDatabaseAway(error)).toBe(true)
})

test('isDatabaseAway() is true for a database that accepts no connections', async () => {
  const name = `closed_${randomBytes(6).toString('hex')}`
  const admin = postgres(inject('postgresUrl'), { max: 1 })
  try {
    await admin.unsafe(`CREATE DATABASE ${name} ALLOW_CONNECTIONS false`)
    const error = await errorAt((url) => void (url.pathname = `/${name}`))
    expect(databaseError(error)?.code).toBe('55000')
    expect(isDatabaseAway(error)).toBe(true)
  } finally {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name}`)
    await admin.end()
  }
})

test('isDatabaseAway() is false for a query that PostgreSQL rejects', async () => {
  for (const question of ['SELECT 1/0', 'SELECT * FROM no_such_table', `SELECT lastval()`]) {
    const error = await db.execute(question).catch((e: unknown) => e)
    expect(databaseError(error)).not.toBeNull()
    expect(isDatabaseAway(error)).toBe(false)
  }
})

test.each(['53100', '53200', '57014', '57P03', 'EPIPE', 'EAI_AGAIN', 'CONNECTION_CLOSED'])(
  'findUnavailableCode finds %s in a cause',
  (code) => {
    const cause = Object.assign(new Error('lost'), { code })
    expect(findUnavailableCode(new Error('Failed query', { cause }))).toBe(code)
    expect(findUnavailableCode(Object.assign(new Error('outer', { cause }), { code: '42P01' }))).toBe(code)
    expect(findUnavailableCode(new Error('no code'))).toBeNull()
  },
)
