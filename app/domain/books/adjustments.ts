import type { adjustments } from '~/platform/db/schema/ledger'
import { least, paise, type Paise } from '~/platform/formats/money'

export type Adjustment = typeof adjustments.$inferSelect

export const ADJUSTMENT_KINDS = ['credit', 'debit', 'goodwill', 'write-off'] as const

export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

export interface AdjustableBalances {
  available: Paise
  onItsWay: Paise
  debt: Paise
}

export interface AdjustmentEffect {
  before: AdjustableBalances
  after: AdjustableBalances
  calledOff: { id: number; amount: Paise }[]
}

/** Must mirror postAdjustment(). `requested`: withdrawals that are not approved yet, newest first. */
export function computeEffect(
  kind: AdjustmentKind,
  amount: Paise,
  before: AdjustableBalances,
  requested: AdjustmentEffect['calledOff'],
): AdjustmentEffect {
  let { available, onItsWay, debt }: Record<keyof AdjustableBalances, bigint> = before
  const calledOff: AdjustmentEffect['calledOff'] = []
  const credit = (sum: bigint) => {
    const repaid = least(debt, sum)
    debt -= repaid
    available += sum - repaid
  }
  if (kind === 'debit') {
    const taken = least(available, amount)
    available -= taken
    debt += amount - taken
    for (const withdrawal of requested) {
      if (debt === 0n) break
      calledOff.push(withdrawal)
      onItsWay -= withdrawal.amount
      credit(withdrawal.amount)
    }
  } else credit(amount)
  return {
    before,
    after: { available: paise(available), onItsWay: paise(onItsWay), debt: paise(debt) },
    calledOff,
  }
}
