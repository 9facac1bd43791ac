/** MIN_WITHDRAWAL and WITHDRAWALS_A_DAY. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { env, parseEnv } from '~/config/env.server'
import { paise, zero } from '~/formats/money'
import { withdrawalLimits } from '~/wallet/withdrawals/withdrawal-limits.server'
import { cancelWithdrawal, requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { payBy } from './payout-support'
import { memberWith } from './support'

beforeEach(() => {
  payBy('manual')
  Object.assign(env(), { minWithdrawal: paise(100n), withdrawalsADay: null })
})

const real = {
  PUBLIC_ORIGIN: 'https://shop.example',
  DATABASE_URL: 'postgres://u:p@db.example/d',
  SESSION_SECRET: 's'.repeat(32),
  DATA_KEY: 'a'.repeat(64),
  OTP_PROVIDER: 'otpless',
  OTPLESS_CLIENT_ID: 'id',
  OTPLESS_CLIENT_SECRET: 'secret',
  HOLDING_DAYS: '30',
}

const ask = (userId: number, amount = '1', request_key = randomUUID()) =>
  requestWithdrawal(userId, { amount, method: 'upi', request_key })

test('the minimum is never below the provider’s; with manual payouts the operator decides', () => {
  env().minWithdrawal = zero
  expect(withdrawalLimits().least).toBe(0n)
  payBy('cashfree')
  expect(withdrawalLimits().least).toBe(100n)
  env().minWithdrawal = paise(250_00n)
  expect(withdrawalLimits().least).toBe(250_00n)
})

test('the default is ten withdrawals a day outside the demo', () => {
  expect(parseEnv(real).withdrawalsADay).toBe(10)
  expect(parseEnv({ ...real, WITHDRAWALS_A_DAY: '3' }).withdrawalsADay).toBe(3)
  expect(parseEnv({}).withdrawalsADay).toBeNull()
})

test('the default minimum is one rupee outside the demo and none in it', () => {
  expect(parseEnv(real).minWithdrawal).toBe(100n)
  expect(parseEnv({}).minWithdrawal).toBe(0n)
  expect(parseEnv({ MIN_WITHDRAWAL: '250.50' }).minWithdrawal).toBe(250_50n)
})

test('an amount below the minimum is refused, the minimum itself is accepted', async () => {
  const id = await memberWith(100_00n)
  expect(await ask(id, '0.99')).toEqual({ ok: false, reason: 'below-minimum', least: 100n })
  expect(await ask(id, '1')).toMatchObject({ ok: true })
})

test('the daily limit counts days in India and ignores repeats and cancelled withdrawals', async () => {
  env().withdrawalsADay = 2
  const id = await memberWith(100_00n)
  const key = randomUUID()
  const first = await ask(id, '1', key)
  await ask(id, '1', key)
  if (first.ok) await cancelWithdrawal(id, first.withdrawal.id)
  const all = await Promise.all([ask(id), ask(id), ask(id), ask(id)])
  expect(all.filter(({ ok }) => ok)).toHaveLength(2)
  for (const one of all) if (!one.ok) expect(one).toEqual({ ok: false, reason: 'too-many-today', aDay: 2 })
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`
      UPDATE withdrawals SET created_at = (date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata')
                                          - interval '1 second' WHERE user_id = ${id}`)
  })
  expect(await ask(id)).toMatchObject({ ok: true })
})
