import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import type { Paise } from '~/formats/money'
import { walletOf, type AccountRow } from './ledger/ledger.server'

export interface WalletBalances {
  available: Paise
  pending: Paise
  onItsWay: Paise
  /** Reversed by a store after it was withdrawn; the next credits repay it. */
  debt: Paise
}

export async function readWallet(userId: number): Promise<WalletBalances> {
  const rows = await db.execute<AccountRow>(sql`
    SELECT code, user_id,
           CASE normal_side WHEN 'credit' THEN credits_paise - debits_paise
                            ELSE debits_paise - credits_paise END AS balance
      FROM ledger_accounts WHERE user_id = ${userId}`)
  const { available, pending, clearing, debt } = walletOf(userId, rows)
  return { available, pending, onItsWay: clearing, debt }
}
