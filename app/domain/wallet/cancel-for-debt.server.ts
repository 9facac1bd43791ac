import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { lockWallets, type Wallet } from './ledger.server'
import { takeStep } from './withdrawal-steps.server'
import { describeDebtCancellation, type DebtCause } from './withdrawal-steps/notices'

/** Cancels requested withdrawals, newest first, until the debt is repaid. The caller must hold the wallet lock. */
export async function cancelForDebt(tx: Tx, wallet: Wallet, because: DebtCause = 'a sale'): Promise<void> {
  let { debt } = wallet
  while (debt > 0n) {
    const [newest] = await tx
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.user_id, wallet.userId), eq(withdrawals.status, 'requested')))
      .orderBy(desc(withdrawals.id))
      .limit(1)
    if (!newest) return
    const reason = describeDebtCancellation(newest.amount_paise, because)
    await takeStep(tx, newest, { to: 'cancelled', reason, notice: 'called off' })
    const [after] = await lockWallets(tx, [wallet.userId])
    debt = after!.debt
  }
}
