/** What keeps the withdrawals of a member from being approved: a debt, or a hold. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/db/client.server'
import { ledgerAccounts, users } from '~/db/schema'
import { paise, zero, type Paise } from '~/money'
import { refused, type Refused } from '~/outcome'
import { hasOpenSignal } from '~/signals/signals.server'
import { holdOf } from './withdrawals.server'
import type { Hold } from './withdrawal-rules'

export interface Obstacles {
  /** Zero: nothing is owed. */
  debt: Paise
  hold: Hold | null
  /** An open signal of fraud: it stops the automatic approval alone. */
  hasSignal: boolean
}

/** The obstacles of these members, by member id. */
export async function findObstacles(reader: Reader, userIds: number[]): Promise<Map<number, Obstacles>> {
  if (!userIds.length) return new Map()
  const { code, user_id, debits_paise, credits_paise } = ledgerAccounts
  const rows = await reader
    .select({
      id: users.id,
      until: users.payout_hold_until,
      because: users.payout_hold_reason,
      debt: sql<string | null>`${debits_paise} - ${credits_paise}`,
      hasSignal: hasOpenSignal(users.id),
    })
    .from(users)
    .leftJoin(ledgerAccounts, and(eq(user_id, users.id), eq(code, 'user_debt')))
    .where(inArray(users.id, userIds))
  return new Map(
    rows.map((row) => [
      row.id,
      {
        debt: row.debt === null ? zero : paise(BigInt(row.debt)),
        hold: holdOf(row),
        hasSignal: row.hasSignal,
      },
    ]),
  )
}

/**
 * The obstacles of a member during an approval. The caller has locked the wallet, so that the debt cannot change; a hold
 * that is being set concurrently is waited for.
 */
export async function lockObstacles(tx: Tx, userId: number): Promise<Obstacles> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share')
  return (await findObstacles(tx, [userId])).get(userId)!
}

/** Why a withdrawal is not approved now. */
export type NotApprovable =
  Refused<'owes', { userId: number; debt: Paise }> | Refused<'on-hold', Hold & { userId: number }>

/** The refusal for these obstacles; `despiteDebt` ignores the debt. Null: it may be approved. */
export function refuseForObstacles(
  userId: number,
  { debt, hold }: Obstacles,
  despiteDebt: boolean,
): NotApprovable | null {
  if (debt > 0n && !despiteDebt) return refused('owes', { userId, debt })
  return hold && refused('on-hold', { ...hold, userId })
}
