/**
 * Two processes of the built server, 30 connections released together: 56 rounds of the races in rounds.ts.
 *
 * The floor CHECK of ledger_accounts would by itself keep a wallet from going below zero, and unique references keep a
 * sale from being credited twice, even in a build without locks: that is what they are for. So that these tests show
 * what the locks of wallets do, the CHECK is dropped here, for the real build as for the other one. Of a sale the constraints
 * and the order of receipt keep the result right even then, but for moments that only a planted fault can arrange: 'the lock
 * of the sale' in tests/model/faults.ts.
 */
import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { findDefects } from '~/wallet/audit.server'
import { startServers } from '../support/app'
import type { TestServer } from '../support/servers'
import { click, member } from '../wallet/support'
import { oneOfThirtyGoesThrough, RACES, type Race } from './rounds'
import { buildWithoutLocks } from './without-locks'

/** 8 of each of the seven races are 56 rounds; the long run has a thousand. */
const ROUNDS = 8

async function rounds(count: number, race: Race, servers: TestServer[]) {
  for (let round = 0; round < count; round++) await race(servers)
}

beforeAll(async () => {
  await db.execute(sql`ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor`)
  // A database with a campaign in it is not seeded.
  await click(await member())
})

describe('two processes, 30 connections at once', () => {
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

describe('the same races against a build with the locks taken out fail', () => {
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

  test('30 withdrawals of 60 % of a balance', async () => {
    await expect(rounds(5, oneOfThirtyGoesThrough, servers)).rejects.toThrow('withdrawals')
  })

  test('and money is gone that nobody had', async () => {
    const [{ below }] = (await db.execute<{ below: number }>(sql`
      SELECT count(*)::int AS below FROM ledger_accounts
       WHERE code = 'user_available' AND credits_paise < debits_paise`)) as unknown as [{ below: number }]
    expect(below).toBeGreaterThan(0)
    expect((await findDefects()).map((defect) => defect.check)).toContain('below floor')
  })
})
