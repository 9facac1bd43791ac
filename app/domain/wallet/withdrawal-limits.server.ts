import { sql } from 'drizzle-orm'
import { startOfDayInIndia } from '~/platform/formats/dates'
import type { Reader } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { readSettings } from '~/settings/settings.server'
import { zero, type Paise } from '~/platform/formats/money'
import { LEAST_PAYOUT } from './providers'

export interface WithdrawalLimits {
  least: Paise
  dailyLimit: number | null
}

export async function readWithdrawalLimits(reader: Reader): Promise<WithdrawalLimits> {
  const { MIN_WITHDRAWAL, WITHDRAWALS_A_DAY } = await readSettings(reader)
  const provider = env().PAYOUT_PROVIDER === 'manual' ? zero : LEAST_PAYOUT
  return { least: MIN_WITHDRAWAL > provider ? MIN_WITHDRAWAL : provider, dailyLimit: WITHDRAWALS_A_DAY }
}

/** Cancelled withdrawals do not count. Exact while the caller holds the wallet lock. */
export async function countToday(reader: Reader, userId: number): Promise<number> {
  const [row] = await reader.execute<{ requested: number }>(sql`
    SELECT count(*)::int AS requested FROM withdrawals
     WHERE user_id = ${userId} AND status <> 'cancelled'
       AND created_at >= ${startOfDayInIndia(new Date()).toISOString()}::timestamptz`)
  return row!.requested
}
