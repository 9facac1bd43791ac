import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { paise } from '~/platform/formats/money'
import { watchLateLeftDebts } from '~/domain/signals/destinations.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import {
  INHERITED_FOR,
  moveDebtToSuccessor,
  notifyOfInheritance,
  raiseReturn,
} from '../inherited-debt.server'

const isInTime = sql<boolean>`(${departures.inherited} AND ${departures.left_at} > now() - ${INHERITED_FOR})`

const isUnseen = sql`NOT EXISTS (SELECT 1 FROM signals s
  WHERE s.kind = 'returning-number' AND s.facts = 'departure ' || ${departures.id})`

/** Moves debts of reversals after the new sign-up; after 90 days raises a signal. Returns how many moved. */
export async function moveLateDebts(): Promise<number> {
  await watchLateLeftDebts()
  const due = await db
    .select({ id: departures.id })
    .from(departures)
    .where(
      and(
        isNull(departures.lifted_at),
        sql`${departures.returned_as} IS NOT NULL`,
        or(isInTime, isUnseen),
        sql`EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.user_id = ${departures.user_id}
             AND a.code = 'user_debt' AND a.debits_paise > a.credits_paise)`,
      ),
    )
    .orderBy(asc(departures.id))
  let moves = 0
  for (const { id } of due) if (await moneyTransaction((tx) => moveOne(tx, id))) moves++
  return moves
}

async function moveOne(tx: Tx, id: number): Promise<boolean> {
  const [found] = await tx
    .select({ departure: departures, isInTime })
    .from(departures)
    .where(and(eq(departures.id, id), isNull(departures.lifted_at)))
    .for('update')
  if (!found) return false
  if (!found.isInTime) {
    await raiseReturn(tx, found.departure)
    return false
  }
  const moved = await moveDebtToSuccessor(tx, found.departure)
  if (moved > 0n) await notifyOfInheritance(tx, found.departure.returned_as!, paise(moved), null)
  return moved > 0n
}
