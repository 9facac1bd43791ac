import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { departures } from '~/db/schema/departures'
import { paise } from '~/formats/money'
import { moneyTransaction } from '~/wallet/ledger/ledger.server'
import { INHERITED_FOR, notifyOfInheritance, moveDebtToSuccessor } from './inherited-debt.server'

/** Moves debts that late reversals caused after the new sign-up. Returns how many were moved. */
export async function moveLateDebts(): Promise<number> {
  const due = await db
    .select({ id: departures.id })
    .from(departures)
    .where(
      and(
        eq(departures.inherited, true),
        isNull(departures.lifted_at),
        gt(departures.left_at, sql`now() - ${INHERITED_FOR}`),
        sql`EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.user_id = ${departures.user_id}
             AND a.code = 'user_debt' AND a.debits_paise > a.credits_paise)`,
      ),
    )
    .orderBy(asc(departures.id))
  let moves = 0
  for (const { id } of due)
    await moneyTransaction(async (tx) => {
      const [departure] = await tx
        .select()
        .from(departures)
        .where(and(eq(departures.id, id), isNull(departures.lifted_at)))
        .for('update')
      const moved = departure ? await moveDebtToSuccessor(tx, departure) : 0n
      if (moved === 0n) return
      moves++
      await notifyOfInheritance(tx, departure!.returned_as!, paise(moved), null)
    })
  return moves
}
