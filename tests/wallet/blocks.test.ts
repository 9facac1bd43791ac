/** Pages and lists read what they show, not the whole past: blocks touched at 100,000 rows. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { countByNetwork } from '~/domain/tracking/postbacks.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { countBlocks } from '../support/plans'
import { memberWith } from './support'

const ROWS = 100_000

let heavy: number

/** Gifts of a rupee, each taken back. */
const move = (member: number, movements: number) =>
  db.execute(sql`
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
    SELECT 'adjustment:' || n || ':' || m.kind || ':' || own.id, m.kind,
           CASE m.kind WHEN 'goodwill' THEN house.id ELSE own.id END, CASE m.kind WHEN 'goodwill' THEN own.id ELSE house.id END,
           100, 'adjustment', n, 2
      FROM generate_series(1, ${movements / 2}::int) n
     CROSS JOIN (VALUES ('goodwill', 'goodwill'), ('correction_back', 'cashback_expense')) m (kind, code)
      JOIN ledger_accounts house ON house.user_id = 0 AND house.code = m.code
      JOIN ledger_accounts own ON own.user_id = ${member} AND own.code = 'user_available'
     ORDER BY n, m.kind DESC`)

beforeAll(async () => {
  heavy = await memberWith(500_00n)
  await move(heavy, ROWS)
  await db.transaction(async (tx) => {
    // VACUUM marks only pages whose commits are on disk.
    await tx.execute(sql`SET LOCAL synchronous_commit = on`)
    await tx.execute(sql`
      INSERT INTO postback_inbox (network, method, raw, received_at)
      SELECT 'trackier', 'GET', '{}', now() FROM generate_series(1, ${ROWS}::int)`)
  })
  for (const table of ['ledger_transfers', 'ledger_accounts', 'postback_inbox'])
    await db.execute(sql`VACUUM ANALYZE ${sql.identifier(table)}`)
}, 120_000)

describe(`among ${ROWS} movements of a member`, () => {
  test.each([1, 2, 5])('page %i of the history reads few blocks beyond its rows', async (page) => {
    const { items, total } = await listWalletHistory(heavy, { page })
    expect([items.length, total]).toEqual([20, ROWS + 1])
    const count = await countBlocks(() => db.execute(countTransfers(heavy)))
    expect(await countBlocks(() => listWalletHistory(heavy, { page }))).toBeLessThan(count + 300)
  })

  test('a page beyond the end of the history reads only that member’s rows', async () => {
    const light = await memberWith(1_00n)
    const page = 1_000_000
    expect(await listWalletHistory(light, { page })).toMatchObject({ items: [], total: 1 })
    expect(await countBlocks(() => listWalletHistory(light, { page }))).toBeLessThan(60)
  })
})

const countTransfers = (member: number) => sql`
  SELECT (SELECT count(*) FROM ledger_transfers WHERE debit_account = a.id)
         + (SELECT count(*) FROM ledger_transfers WHERE credit_account = a.id)
    FROM ledger_accounts a WHERE a.user_id = ${member} AND a.code = 'user_available'`

test('the last report of each network is found by index, even if most networks never report', async () => {
  expect((await countByNetwork()).get('trackier')!.heard).not.toBeNull()
  expect((await countByNetwork()).get('awin')!.heard).toBeNull()
  expect(await countBlocks(countByNetwork)).toBeLessThan(60)
})
