import { eq } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { withdrawals, withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { done, refused } from '~/platform/outcome'
import { notify } from '~/outreach/notifications.server'
import { moneyTransaction } from './ledger.server'
import { refuseUsedUtr, withOwnUtr, type UtrRefusal } from './utr.server'
import { makeCorrectionNotice } from './withdrawal-steps/notices'
import { lockWithdrawal, type MoveOutcome } from './withdrawal-steps.server'

export function correctUtr(
  id: number,
  utr: string,
  reason: string,
  within?: Tx,
): Promise<MoveOutcome | UtrRefusal> {
  const correct = () =>
    moneyTransaction(async (tx): Promise<MoveOutcome | UtrRefusal> => {
      const found = await lockWithdrawal(tx, id)
      if (!found) return refused('not-found')
      const { status } = found
      if (found.utr === null) return refused('wrong-status', { status })
      if (found.utr === utr) return done({ withdrawal: found })
      const used = await refuseUsedUtr(tx, id, utr)
      if (used) return used
      const [step] = await tx
        .insert(withdrawalSteps)
        .values({ withdrawal_id: id, status, utr, reason })
        .returning({ id: withdrawalSteps.id })
      const [withdrawal] = await tx.update(withdrawals).set({ utr }).where(eq(withdrawals.id, id)).returning()
      await notify(tx, makeCorrectionNotice(withdrawal!, step!.id))
      return done({ withdrawal: withdrawal! })
    }, within)
  return withOwnUtr(id, utr, correct, within)
}
