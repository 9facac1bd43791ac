import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import type { Paise } from '~/platform/formats/money'
import { moneyMessages } from '~/messages/money'
import type { TransferKind } from '../ledger'

const { corrected, inherited, reversed } = moneyMessages.debt

/** By kind of the transfer that made the debt. */
const CAUSES: Record<TransferKind & `${string}_debt`, string> = {
  cashback_back_debt: reversed,
  referral_back_debt: reversed,
  correction_back_debt: corrected,
  inherited_debt: inherited,
}

/** Why a member owes `debt`: what was owed last, because repayments settle the oldest first. One sentence a cause. */
export async function explainDebt(userId: number, debt: Paise): Promise<string> {
  const rows = await db.execute<{ kind: keyof typeof CAUSES; amount: string }>(sql`
    SELECT t.kind, t.amount_paise AS amount
      FROM ledger_transfers t JOIN ledger_accounts a ON a.id = t.debit_account
     WHERE a.user_id = ${userId} AND a.code = 'user_debt' AND t.kind IN ${Object.keys(CAUSES)}
     ORDER BY t.id DESC LIMIT 100`)
  const causes = new Set<string>()
  let left: bigint = debt
  for (const { kind, amount } of rows) {
    if (left <= 0n) break
    causes.add(CAUSES[kind])
    left -= BigInt(amount)
  }
  return [...causes].join(' ')
}
