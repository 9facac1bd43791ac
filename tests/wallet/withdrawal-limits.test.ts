/** MIN_WITHDRAWAL and WITHDRAWALS_A_DAY. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { readWithdrawalLimits, cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { payBy } from './payout-support'
import { memberWith, sendRequest } from './support'

beforeEach(async () => {
  payBy('manual')
  await changeSettings({ MIN_WITHDRAWAL: '1', WITHDRAWALS_A_DAY: 'unset' })
})

test('the minimum is never below the provider’s; with manual payouts the operator decides', async () => {
  await changeSettings({ MIN_WITHDRAWAL: '0' })
  expect((await readWithdrawalLimits(db)).least).toBe(0n)
  payBy('cashfree')
  expect((await readWithdrawalLimits(db)).least).toBe(100n)
  await changeSettings({ MIN_WITHDRAWAL: '250' })
  expect((await readWithdrawalLimits(db)).least).toBe(250_00n)
})

test('an amount below the minimum is refused, the minimum itself is accepted', async () => {
  const id = await memberWith(100_00n)
  expect(await sendRequest(id, '0.99')).toEqual({ ok: false, reason: 'below-minimum', least: 100n })
  expect(await sendRequest(id, '1')).toMatchObject({ ok: true })
})

test('the daily limit counts days in India and ignores repeats and cancelled withdrawals', async () => {
  await changeSettings({ WITHDRAWALS_A_DAY: '2' })
  const id = await memberWith(100_00n)
  const key = randomUUID()
  const first = await sendRequest(id, '1', 'upi', key)
  await sendRequest(id, '1', 'upi', key)
  if (first.ok) await cancelWithdrawal(id, first.withdrawal.id)
  const all = await Promise.all(Array.from({ length: 4 }, () => sendRequest(id, '1')))
  expect(all.filter(({ ok }) => ok)).toHaveLength(2)
  for (const one of all)
    if (!one.ok) expect(one).toEqual({ ok: false, reason: 'too-many-today', dailyLimit: 2 })
  await rewrite(sql`
    UPDATE withdrawals SET created_at = (date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata')
                                        - interval '1 second' WHERE user_id = ${id}`)
  expect(await sendRequest(id, '1')).toMatchObject({ ok: true })
})
