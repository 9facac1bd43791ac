/** Cancellation of requested withdrawals whose money was taken back. */
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { withdrawals } from '~/db/schema'
import { lockWallets, type Wallet } from './ledger.server'
import { takeStep } from './withdrawal-moves.server'
import { calledOffReason, type CallOffCause } from './withdrawal-notices'

/**
 * Cancels requested withdrawals of the wallet's owner, the newest first, until nothing is owed: each repays the debt, and
 * the rest of it goes to the balance. Withdrawals in processing stay, and so does the debt that is left. The caller has
 * locked the wallet, so that no withdrawal is requested, approved or cancelled meanwhile.
 */
export async function callOffForDebt(
  tx: Tx,
  wallet: Wallet,
  because: CallOffCause = 'a sale',
): Promise<void> {
  let { debt } = wallet
  while (debt > 0n) {
    const [newest] = await tx
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.user_id, wallet.userId), eq(withdrawals.status, 'requested')))
      .orderBy(desc(withdrawals.id))
      .limit(1)
    if (!newest) return
    const reason = calledOffReason(newest.amount_paise, because)
    await takeStep(tx, newest, { to: 'cancelled', reason, notice: 'called off' })
    const [after] = await lockWallets(tx, [wallet.userId])
    debt = after!.debt
  }
}
