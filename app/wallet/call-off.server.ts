/** Withdrawals that are called off because their owner no longer has the cashback behind them. */
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { withdrawals } from '~/db/schema'
import { lockWallets, type Wallet } from './ledger.server'
import { takeStep } from './withdrawal-moves.server'
import { calledOffReason } from './withdrawal-notices'

/**
 * Calls off what the owner of this wallet has asked for, the newest first, until nothing is owed: each repays the debt, and
 * what is left of it goes to the balance. What is being paid stays, and the debt with it. The caller has locked the wallet,
 * so that nothing is asked for, approved or cancelled meanwhile.
 */
export async function callOffForDebt(tx: Tx, wallet: Wallet): Promise<void> {
  let { debt } = wallet
  while (debt > 0n) {
    const [newest] = await tx
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.user_id, wallet.userId), eq(withdrawals.status, 'requested')))
      .orderBy(desc(withdrawals.id))
      .limit(1)
    if (!newest) return
    const reason = calledOffReason(newest.amount_paise)
    await takeStep(tx, newest, { to: 'cancelled', reason, notice: 'called off' })
    const [after] = await lockWallets(tx, [wallet.userId])
    debt = after!.debt
  }
}
