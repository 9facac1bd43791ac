/*
 * Two processes of the built server, 30 concurrent connections: 56 rounds of the races in rounds.ts.
 *
 * Even without locks the CHECK on the minimum balance and the unique references would prevent overdrafts and double
 * credits. So the CHECK is dropped here, for the real build and for the one without locks. For a sale the constraints and
 * the order of receipt suffice except at moments that only a planted fault can arrange: 'the lock of the sale' in
 * tests/model/faults.ts.
 */
import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { startServers } from '../support/app'
import type { TestServer } from '../support/servers'
import { click, member, typeCommands } from '../wallet/support'
import { oneOfThirtyGoesThrough, RACES, type Race } from './rounds'
import { buildWithoutLocks } from './without-locks'

beforeAll(() => typeCommands('withdrawals'))

/** 8 rounds of each of the seven races; the long run has a thousand rounds. */
const ROUNDS = 8

async function rounds(count: number, race: Race, servers: TestServer[]) {
  for (let round = 0; round < count; round++) await race(servers)
}

beforeAll(async () => {
  await db.execute(sql`ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor`)
  // Prevents demo seeding, which only an empty database gets.
  await click(await member())
})

describe('two processes with 30 concurrent requests', () => {
  let servers: TestServer[]
  beforeAll(async () => {
    servers = await startServers(2)
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  test.each(Object.entries(RACES))(
    '%s',
    async (_, race) => {
      await expect(rounds(ROUNDS, race, servers)).resolves.toBeUndefined()
    },
    600_000,
  )
})

describe('the same races on a build without locks', () => {
  let servers: TestServer[]
  let folder: string
  beforeAll(async () => {
    folder = buildWithoutLocks()
    servers = await startServers(2, { build: folder })
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('fail for 30 withdrawals of 60 % of a balance', async () => {
    await expect(rounds(5, oneOfThirtyGoesThrough, servers)).rejects.toThrow('withdrawals')
  })

  test('create a negative balance that the audit reports', async () => {
    const [{ below }] = (await db.execute<{ below: number }>(sql`
      SELECT count(*)::int AS below FROM ledger_accounts
       WHERE code = 'user_available' AND credits_paise < debits_paise`)) as unknown as [{ below: number }]
    expect(below).toBeGreaterThan(0)
    expect((await findDefects()).map((defect) => defect.check)).toContain('below floor')
  })
})
