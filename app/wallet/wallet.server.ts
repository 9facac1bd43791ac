/** What a person's wallet holds. */
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import type { Paise } from '~/money'
import { walletOf, type AccountRow } from './ledger.server'

/** All amounts in paise, none below zero. */
export interface WalletBalances {
  available: Paise
  /** Reported by a network, not yet confirmed. */
  pending: Paise
  /** Held for withdrawals on their way. */
  onItsWay: Paise
  /** Taken back by a store after it was withdrawn; the next credits repay it. */
  debt: Paise
}

/** The balances of one person; zeros for somebody who never earned. */
export async function readWallet(userId: number): Promise<WalletBalances> {
  const rows = await db.execute<AccountRow>(sql`
    SELECT code, user_id,
           CASE normal_side WHEN 'credit' THEN credits_paise - debits_paise
                            ELSE debits_paise - credits_paise END AS balance
      FROM ledger_accounts WHERE user_id = ${userId}`)
  const { available, pending, clearing, debt } = walletOf(userId, rows)
  return { available, pending, onItsWay: clearing, debt }
}
