/** How little a withdrawal may be, and how many a member may ask for on one day in India. */
import { sql } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import { env } from '~/env.server'
import { zero, type Paise } from '~/money'
import { LEAST_PAYOUT } from './payout/port'

export interface WithdrawalLimits {
  least: Paise
  /** Null: as many as they like. */
  aDay: number | null
}

/** By MIN_WITHDRAWAL and WITHDRAWALS_A_DAY; never less than what a provider takes. */
export function withdrawalLimits(): WithdrawalLimits {
  const { minWithdrawal, PAYOUT_PROVIDER, withdrawalsADay } = env()
  const provider = PAYOUT_PROVIDER === 'manual' ? zero : LEAST_PAYOUT
  return { least: minWithdrawal > provider ? minWithdrawal : provider, aDay: withdrawalsADay }
}

/** How many this member has asked for today, those that were cancelled aside. Sure only while the wallet is locked. */
export async function countToday(reader: Reader, userId: number): Promise<number> {
  const [row] = await reader.execute<{ asked: number }>(sql`
    SELECT count(*)::int AS asked FROM withdrawals
     WHERE user_id = ${userId} AND status <> 'cancelled'
       AND created_at >= date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata'`)
  return row!.asked
}
