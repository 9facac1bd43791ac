import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { ledgerAccounts } from '~/platform/db/schema/ledger'
import { users } from '~/platform/db/schema/members'
import { parsePaise, type Paise } from '~/platform/formats/money'
import { refused, type Refused } from '~/platform/outcome'
import { hasOpenSignal } from '~/domain/signals/signals.server'
import { isCreditedByHand, sumByHand } from './budget.server'
import { toHold } from './holds.server'
import type { Hold } from './withdrawals'

export interface Blockers {
  debt: Paise
  hold: Hold | null
  hasSignal: boolean
  /** What operators credited by hand in 30 days, where it is too much for an automatic approval. */
  byHand: Paise | null
}

export async function findBlockers(reader: Reader, userIds: number[]): Promise<Map<number, Blockers>> {
  if (!userIds.length) return new Map()
  const { code, user_id, debits_paise, credits_paise } = ledgerAccounts
  const rows = await reader
    .select({
      id: users.id,
      until: users.payout_hold_until,
      because: users.payout_hold_reason,
      debt: sql<string | null>`${debits_paise} - ${credits_paise}`,
      hasSignal: hasOpenSignal(users.id),
      byHand: sql<string | null>`CASE WHEN ${isCreditedByHand(users.id)} THEN ${sumByHand(users.id)} END`,
    })
    .from(users)
    .leftJoin(ledgerAccounts, and(eq(user_id, users.id), eq(code, 'user_debt')))
    .where(inArray(users.id, userIds))
  return new Map(
    rows.map(({ id, debt, hasSignal, byHand, ...hold }) => [
      id,
      {
        debt: parsePaise(debt ?? '0'),
        hold: toHold(hold),
        hasSignal,
        byHand: byHand === null ? null : parsePaise(byHand),
      },
    ]),
  )
}

/** The caller must hold the wallet lock, against a change of the debt; the row lock waits for a concurrent hold. */
export async function lockBlockers(tx: Tx, userId: number): Promise<Blockers> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share')
  return (await findBlockers(tx, [userId])).get(userId)!
}

export type ApprovalRefusal =
  | Refused<'owes', { userId: number; debt: Paise }>
  | Refused<'on-hold', Hold & { userId: number }>
  | Refused<'signal-open', { userId: number }>

/** An operator's reasons to ignore blockers. Nothing can override a hold. */
export interface ApprovalOverrides {
  despiteDebt: boolean
  despiteSignal: boolean
}

export function refuseBlocked(
  userId: number,
  { debt, hold, hasSignal }: Blockers,
  { despiteDebt, despiteSignal }: ApprovalOverrides,
): ApprovalRefusal | null {
  if (debt > 0n && !despiteDebt) return refused('owes', { userId, debt })
  if (hold) return refused('on-hold', { ...hold, userId })
  return hasSignal && !despiteSignal ? refused('signal-open', { userId }) : null
}
