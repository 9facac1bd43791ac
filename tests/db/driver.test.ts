/**
 * Behaviour of postgres.js when a connection is lost. Each of these tests fails without our patch (patches/).
 * An uncaught exception or unhandled rejection fails the run of this file as well.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import postgres from 'postgres'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { requirePatchedDriver } from '~/platform/driver.server'
import { isDriverIntact, patchedDriver, patchedSources } from '../../scripts/driver.mjs'

const errors: unknown[] = []
const onError = (error: unknown) => void errors.push(error)
process.on('uncaughtException', onError).on('unhandledRejection', onError)
const pools: postgres.Sql[] = []
const doors: net.Server[] = []

afterEach(() => {
  if (errors.length) throw new Error(`unhandled: ${errors.splice(0).map(String).join('; ')}`)
})
afterAll(async () => {
  process.off('uncaughtException', onError).off('unhandledRejection', onError)
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })))
  for (const door of doors) door.close()
})

const server = new URL(inject('postgresUrl'))

/** A pool of one connection; `last()` returns the socket opened most recently. */
function openPool(port = Number(server.port)) {
  const sockets: net.Socket[] = []
  const open = async () => {
    const socket = net.connect(port, server.hostname)
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  // `socket` is documented by the driver but missing in its types.
  const options = { max: 1, connect_timeout: 5, backoff: () => 0, socket: open } as postgres.Options<{}>
  const sql = postgres(server.href, options)
  pools.push(sql)
  return { sql, last: () => sockets.at(-1)! }
}

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}

const CLOSED = { code: 'CONNECTION_CLOSED' }
const one = [{ one: 1 }]

test('a transaction on a lost connection is rejected without a ROLLBACK, and the pool reconnects', async () => {
  const { sql, last } = openPool()
  const lost = sql.begin(async (tx) => {
    await tx`SELECT 1`
    const asked = tx`SELECT pg_sleep(60)`.execute()
    last().destroy()
    await asked
  })
  await expect(lost).rejects.toMatchObject(CLOSED)
  expect(await sql`SELECT 1 AS one`).toEqual(one)
})

test('all queries queued for a lost connection are rejected', async () => {
  const { sql, last } = openPool()
  let told: PromiseSettledResult<unknown>[] = []
  const lost = sql.begin(async (tx) => {
    // More queries than the driver pipelines at once.
    const asked = Array.from({ length: 150 }, () => tx`SELECT pg_sleep(60)`.execute())
    last().destroy()
    told = await Promise.allSettled(asked)
    throw new Error('seen')
  })
  await expect(lost).rejects.toMatchObject(CLOSED)
  await expect.poll(() => told.filter(({ status }) => status === 'rejected').length).toBe(150)
  expect(await sql`SELECT 1 AS one`).toEqual(one)
})

test('late queries of a lost transaction do not run in the next transaction', async () => {
  const { sql, last } = openPool()
  const gone = signal()
  const goOn = signal()
  let late: Promise<unknown> = Promise.resolve()
  const lost = sql.begin(async (tx) => {
    await tx`SELECT 1`
    last().once('close', gone.give)
    last().destroy()
    await goOn.given
    late = tx`INSERT INTO seen VALUES ('the lost one')`.execute()
    await late
  })
  await expect(lost).rejects.toMatchObject(CLOSED)
  await gone.given
  const rows = await sql.begin(async (tx) => {
    await tx`CREATE TEMP TABLE seen (who text)`
    goOn.give()
    await nextTurn()
    await expect(late).rejects.toMatchObject(CLOSED)
    return tx`SELECT who FROM seen`
  })
  expect(rows).toEqual([])
})

test('an error of a terminated connection is not delivered to the next connection', async () => {
  const { sql } = openPool()
  const { sql: other } = openPool()
  const [{ pid }] = await sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
  const asked = sql`SELECT pg_sleep(60)`.execute()
  // Handled from the start, because it may be rejected before the other query is answered.
  asked.catch(() => {})
  await expect
    .poll(() => other`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid} AND wait_event = 'PgSleep'`)
    .toHaveLength(1)
  await other`SELECT pg_terminate_backend(${pid})`
  await expect(asked).rejects.toThrow(/administrator command|CONNECTION_CLOSED/)
  expect(await sql`SELECT 1 AS one`).toEqual(one)
})

test('data not yet written when the connection is lost is not sent on the next one', async () => {
  const { sql, last } = openPool()
  await sql`SELECT 1`
  // The socket's close event comes after the current turn, and the driver writes in the next one.
  await nextTurn()
  const asked = sql`SELECT 2`.execute()
  last().destroy()
  await expect(asked).rejects.toMatchObject(CLOSED)
  expect(await sql`SELECT 1 AS one`).toEqual(one)
})

test('a query sent between the error and the close of a connection is rejected, and keeps no later one waiting', async () => {
  const { sql, last } = openPool()
  await sql`SELECT 1`
  const first = sql`SELECT pg_sleep(60)`.execute()
  const next = first.catch(() => Promise.all([sql`SELECT 2`, sql`SELECT 3`]))
  last().destroy(new Error('reset'))
  await expect(next).rejects.toMatchObject(CLOSED)
  expect(await sql`SELECT 1 AS one`).toEqual(one)
})

test('a connection lost while types are fetched rejects only its own query', async () => {
  let breaks = 1
  const door = net.createServer((near) => {
    const far = net.connect(Number(server.port), server.hostname)
    near.on('error', () => far.destroy()).once('close', () => far.destroy())
    far.pipe(near)
    near.on('data', (part) => {
      if (part.includes('pg_catalog.pg_type') && breaks-- > 0) near.resetAndDestroy()
      else far.write(part)
    })
  })
  doors.push(door)
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { sql } = openPool((door.address() as net.AddressInfo).port)
  await expect(sql`SELECT 1 AS one`).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await sql`SELECT 1 AS one`).toEqual(one)
})

test('a server that closes without a response is tried once, and the query is rejected', async () => {
  let asked = 0
  const door = net.createServer((near) => {
    asked++
    near.end().resume()
  })
  doors.push(door)
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { sql } = openPool((door.address() as net.AddressInfo).port)
  await expect(sql`SELECT 1`).rejects.toMatchObject(CLOSED)
  await expect(sql.begin((tx) => tx`SELECT 1`)).rejects.toMatchObject(CLOSED)
  expect(asked).toBe(2)
})

test('a transaction queued last for a busy connection runs as one transaction', async () => {
  const { sql } = openPool()
  await sql`SELECT 1`
  const asked = Array.from({ length: 100 }, () => sql`SELECT pg_sleep(0.001)`.execute())
  const within = () => sql.begin(async (tx) => [await id(tx), await id(tx)])
  const id = async (tx: postgres.TransactionSql) =>
    (await tx<[{ id: string }]>`SELECT pg_current_xact_id()::text AS id`)[0].id
  const told = await Promise.all([within(), within()])
  for (const [first, second] of told) expect(second).toBe(first)
  await Promise.all(asked)
  await expect(within()).resolves.not.toContain(told[1]![0])
})

test('the patch is applied to a copy and leaves node_modules/postgres unchanged', () => {
  const copy = path.resolve(patchedDriver(), '../..')
  expect(Reflect.get(postgres, 'dealdwaarPatch')).toBe(1)
  const sources = patchedSources()
  expect([...sources.keys()]).toEqual(['src/connection.js', 'src/index.js'])
  for (const [file, text] of sources) {
    expect(fs.readFileSync(path.join(copy, file), 'utf8')).toBe(text)
    expect(fs.readFileSync(path.join('node_modules/postgres', file), 'utf8')).not.toBe(text)
  }
  expect(isDriverIntact()).toBe(true)
})

test('the patch refuses another version and a package that was edited in place', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-driver-'))
  try {
    fs.cpSync('node_modules/postgres', folder, { recursive: true })
    const file = path.join(folder, 'src/index.js')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('let savepoints', 'var savepoints'))
    expect(() => patchedSources(folder)).toThrow(/does not fit .*index\.js.* Run npm ci\./)
    const about = path.join(folder, 'package.json')
    fs.writeFileSync(about, fs.readFileSync(about, 'utf8').replace('"3.4.9"', '"3.4.10"'))
    expect(() => patchedSources(folder)).toThrow('postgres 3.4.10: there is no patches/postgres@3.4.10.patch')
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('the unpatched driver is refused with instructions', async () => {
  const published = pathToFileURL(path.resolve('node_modules/postgres/src/index.js')).href
  const { default: driver } = (await import(/* @vite-ignore */ published)) as { default: object }
  expect(() => requirePatchedDriver(driver)).toThrow(/without the patch.*npm run build/)
})
