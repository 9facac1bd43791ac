/** What an administrator reads when DATABASE_URL cannot be used. */
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import postgres from 'postgres'
import { openPool } from '~/platform/database-connection.server'
import { explainDatabaseFailure } from '~/platform/database-failure'
import { findFreePort } from '../../embedded/postmaster'

/** The words for the first query on such a URL. */
async function fail(url: string): Promise<string | null> {
  const sql = openPool(url, { max: 1, connect_timeout: 5 })
  try {
    await sql`SELECT 1`
    return null
  } catch (error) {
    return explainDatabaseFailure(error, url)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const change = (by: (url: URL) => void): string => {
  const url = new URL(inject('postgresUrl'))
  by(url)
  return url.href
}

test.each<[string, (url: URL) => void, RegExp]>([
  [
    'a wrong password',
    (url) => void (url.password = 'a-secret'),
    /^wrong password of DATABASE_URL, for the user \w+ \(28P01\)$/,
  ],
  [
    'an unknown user',
    (url) => void (url.username = 'nobody'),
    /^wrong password of DATABASE_URL, for the user nobody/,
  ],
  [
    'an unknown database',
    (url) => void (url.pathname = '/none'),
    /^the database none of DATABASE_URL does not exist/,
  ],
  [
    'an unknown host',
    (url) => void (url.hostname = 'none.invalid'),
    /^the host none\.invalid of DATABASE_URL is not found/,
  ],
  [
    'a server without TLS',
    (url) => url.searchParams.set('sslmode', 'require'),
    /closed the connection. If it does so each time, PostgreSQL needs ssl = on there/,
  ],
])('%s is said in words', async (_, by, words) => {
  const said = await fail(change(by))
  expect(said).toMatch(words)
  expect(said).not.toContain('a-secret')
})

test('a port without a server is said in words', async () => {
  const port = await findFreePort()
  expect(await fail(change((url) => void (url.port = String(port))))).toMatch(
    new RegExp(`^nothing listens on [^ ]+:${port} of DATABASE_URL \\(ECONNREFUSED\\)$`),
  )
})

test('a database that accepts no connections is said in words of PostgreSQL', async () => {
  const name = `closed_${randomBytes(6).toString('hex')}`
  const admin = postgres(inject('postgresUrl'), { max: 1 })
  onTestFinished(async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name}`)
    await admin.end()
  })
  await admin.unsafe(`CREATE DATABASE ${name} ALLOW_CONNECTIONS false`)
  expect(await fail(change((url) => void (url.pathname = `/${name}`)))).toContain(
    `refuses the connection of DATABASE_URL: database "${name}" is not currently accepting connections`,
  )
})

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', '', /not signed by an authority that is known here.*sslrootcert/],
  ['SELF_SIGNED_CERT_IN_CHAIN', '&sslrootcert=/etc/ca.crt', /not signed by the authority in \/etc\/ca\.crt/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', /certificate/],
  ['CERT_HAS_EXPIRED', '', /certificate of the database has expired/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', '', /certificate of the database is not for the host db\.internal/],
  ['CONNECT_TIMEOUT', '', /db\.internal:6432 of DATABASE_URL does not answer/],
])('%s is said in words', (code, more, words) => {
  const cause = Object.assign(new Error('unreadable'), { code })
  const error = new Error('Failed query: select 1', { cause })
  const url = `postgres://shop:secret@db.internal:6432/shop?sslmode=verify-full${more}`
  expect(explainDatabaseFailure(error, url)).toMatch(words)
})

test.each([
  ['a host that is not found', { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'web.internal' }],
  ['a port where nothing listens', { code: 'ECONNREFUSED', syscall: 'connect', port: 25 }],
])('%s of something else is no failure of the database', (_, more) => {
  const url = 'postgres://shop:secret@db.internal:6432/shop'
  expect(explainDatabaseFailure(Object.assign(new Error('other'), more), url)).toBeNull()
  const own = { ...more, ...('port' in more ? { port: 6432 } : { hostname: 'db.internal' }) }
  expect(explainDatabaseFailure(Object.assign(new Error('own'), own), url)).toMatch(/DATABASE_URL/)
})

test('a statement that a trigger rejects is no failure of the connection', async () => {
  const sql = openPool(inject('postgresUrl'), { max: 1 })
  onTestFinished(() => sql.end())
  const reject = sql`DO $$ BEGIN RAISE EXCEPTION 'immutable' USING ERRCODE = '55000'; END $$`
  const error = await reject.then(
    () => null,
    (e: unknown) => e,
  )
  expect(explainDatabaseFailure(error, inject('postgresUrl'))).toBeNull()
  expect(explainDatabaseFailure(new Error('other'), inject('postgresUrl'))).toBeNull()
})

test('a password with an unescaped slash is in no message', () => {
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(explainDatabaseFailure(error, 'postgres://shop:12/se@cret@db/shop')).not.toMatch(/12|cret/)
})

test('a file of an authority that cannot be read is named', () => {
  const url = change((u) => u.searchParams.set('sslrootcert', '/no/such/ca.crt'))
  expect(() => openPool(url, {})).toThrow(
    'DATABASE_URL: sslrootcert: /no/such/ca.crt cannot be read (ENOENT)',
  )
})
