import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import type { Defect } from '~/domain/books/audit'
import { saveBankDetails } from '~/domain/wallet/save-destination.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { rewrite } from '../support/rewrite'
import { requestAmount } from '../wallet/payout-support'
import { earn, member, memberWith } from '../wallet/support'
import { opsProcess } from './process'
import { file, ops } from './support'

test('audit recompute names the member whose wallet no report explains, in a separate process', async () => {
  const id = await memberWith(50_000n)
  const sound = await opsProcess('audit recompute --json')
  const recomputed = JSON.parse(sound.out) as { members: number; defects: Defect[] }
  expect(recomputed.members).toBeGreaterThan(1)
  const before = recomputed.defects.map(({ subject }) => subject)
  expect(before).not.toContain(`member ${id}`)
  const raise = (by: number) =>
    rewrite(
      sql`UPDATE ledger_accounts SET credits_paise = credits_paise + ${by} WHERE user_id = ${id} AND code = 'user_available'`,
    )
  await raise(100)
  const { code, out } = await ops('audit recompute')
  expect(code).toBe(1)
  expect(out).toMatch(
    new RegExp(`^wallet = what was earned and paid +\\d+ +member ${id} +balance 50100, expected 50000 `, 'm'),
  )
  expect(out).toMatch(/^2 members and 1 sale read; 0 sales from before/m)
  await raise(-100)
})

test('audit exits with 0 for clean books, and with 1 and the check’s name for a planted corruption', async () => {
  const id = await memberWith(50_000n)
  expect(await ops('audit')).toEqual({
    code: 0,
    out: expect.stringMatching(/^The books balance: no defect\.\nAudited in \d+\.\d s\.\n$/),
    err: '',
  })
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

test('another DATA_KEY leaves the audit as it is, with the same INDEX_KEY', async () => {
  const was = process.env.DATA_KEY!
  const env = { DATA_KEY: 'f'.repeat(64), DATA_KEYS_OLD: was, INDEX_KEY: was }
  const checks = (out: string) => (JSON.parse(out) as Defect[]).map(({ check }) => check)
  expect(checks((await opsProcess('audit --json', { env })).out)).toEqual(['cached balance'])
  const other = await opsProcess('audit --json', { env: { ...env, INDEX_KEY: 'f'.repeat(64) } })
  expect(checks(other.out)).toContain('change by the application')
})

test('--checkpoint records the history, and a rewritten row is reported from then on', async () => {
  await rewrite(sql`UPDATE ledger_accounts SET credits_paise = credits_paise - 100
    WHERE code = 'user_available' AND user_id = (SELECT max(id) FROM users)`)
  const recorded = await ops('audit --checkpoint')
  expect(recorded).toMatchObject({ code: 0, err: '' })
  expect(recorded.out).toMatch(/^The books balance: no defect\.\nCheckpoint 1: [0-9a-f]{64}\nAudited in/)
  await rewrite(sql`UPDATE ledger_transfers SET created_at = created_at - interval '1 day'`)
  const { code, out } = await ops('audit')
  expect(code).toBe(1)
  expect(out).toMatch(
    /^history as it was recorded +1 +checkpoint 1 +ledger_transfers, ids 0 < id <= \d+: 2 rows then, 2 now, others/m,
  )
})

test('audit exits with 1 and a last line when the file of a checkpoint cannot be written', async () => {
  await rewrite(sql`UPDATE ledger_transfers SET created_at = created_at + interval '1 day'`)
  const DATA_DIR = file('not-a-folder', '')
  const { code, out, err } = await opsProcess('audit --checkpoint', { env: { DATA_DIR } })
  expect(code).toBe(1)
  expect(out).toContain('Checkpoint ')
  expect(err.trimEnd().split('\n').at(-1)).toMatch(
    /^Checkpoint \d+ is only in the database: .*checkpoints could not/,
  )
})

test('encrypted text that does not decrypt is reported, an erased one is not', async () => {
  const bank = {
    acc_number: '123456789012',
    acc_holder_name: 'Asha',
    ifsc_code: 'HDFC0000001',
    bank_name: 'HDFC',
  }
  const [erased, robbed] = [await member(), await member()]
  for (const id of [erased, robbed]) {
    await earn(id, 50_000n)
    await saveBankDetails(id, bank)
  }
  await cancelWithdrawal(erased, await requestAmount(erased, '100', 'bank'))
  await rewrite(
    sql`UPDATE withdrawals SET destination = 'erased', destination_hint = '••••', destination_index = NULL`,
  )
  const found = async () => {
    const { code, out } = await ops('audit --json')
    expect(code).toBe(1)
    return (JSON.parse(out) as Defect[]).filter(({ check }) => check === 'payout details of their owner')
  }
  expect(await found()).toEqual([])
  await db.execute(sql`UPDATE bank_details SET sealed = (SELECT sealed FROM bank_details WHERE user_id = ${erased})
                        WHERE user_id = ${robbed}`)
  expect(await found()).toMatchObject([{ count: 1, subject: `bank_details ${robbed}` }])
})
