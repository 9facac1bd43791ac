/** The audit's word, and how it ends. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { memberWith } from '../wallet/support'
import { ops } from './support'

test('clean books end with 0, a planted corruption with 1 and its name', async () => {
  const id = await memberWith(50_000n)
  expect(await ops('audit')).toEqual({ code: 0, out: 'The books balance: no defect.\n', err: '' })
  expect(await ops('audit --json')).toEqual({ code: 0, out: '[]\n', err: '' })

  await db.execute(sql`
    UPDATE ledger_accounts SET credits_paise = credits_paise + 100 WHERE user_id = ${id} AND code = 'user_available'`)
  const { code, out } = await ops('audit')
  expect(code).toBe(1)
  expect(out).toMatch(/^CHECK +DEFECTS +FOR EXAMPLE +DETAIL +WHAT TO DO$/m)
  expect(out).toMatch(new RegExp(`^cached balance +1 +user_available of ${id} `, 'm'))
  expect(out).toContain('Stop payouts until each is explained.')
  const asJson = await ops('audit --json')
  expect(asJson.code).toBe(1)
  expect(JSON.parse(asJson.out)).toContainEqual(
    expect.objectContaining({ check: 'cached balance', count: 1 }),
  )
})
