import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import type { addAdjustment } from '~/wallet/adjustments/adjust.server'
import type { Impossible, NewAdjustment } from '~/wallet/adjustments/adjustment-rules.server'
import type { approveAdjustment, refuseAdjustment } from '~/wallet/adjustments/decide.server'
import type { Adjustment } from '~/wallet/adjustments/notices'
import { findAdjustment } from '~/wallet/adjustments/read.server'
import { explainUnfitDays } from '../closed-days'
import { explainNotFound, requireFound } from '../lookups.server'

type Refusal =
  | Impossible
  | Exclude<
      Awaited<ReturnType<typeof addAdjustment | typeof approveAdjustment | typeof refuseAdjustment>>,
      { ok: true }
    >

export const requireAdjustment = async (id: number): Promise<Adjustment> =>
  requireFound(await findAdjustment(id), `adjustment ${id}`, 'adjustments list')

export function explainRefusal(
  refusal: Refusal,
  { userId, saleId }: Pick<NewAdjustment, 'userId' | 'saleId'>,
): string {
  switch (refusal.reason) {
    case 'deleted':
      return `Member ${userId} has deleted the account: only a debt can be written off.`
    case 'over-debt':
      return refusal.debt > 0n
        ? `Member ${userId} owes us ${formatRupees(refusal.debt)}: no more can be written off.`
        : `Member ${userId} owes us nothing.`
    case 'closed-day':
    case 'open-month':
      return explainUnfitDays(refusal)
    case 'no-sale':
      return explainNotFound(`sale ${saleId}`, 'conversions list')
    case 'other-sale':
      return `Sale ${saleId} is neither member ${userId}'s nor that of a friend whom the member referred.`
    case 'same':
      return `Adjustment ${refusal.adjustment.id} is the same, ${refusal.adjustment.state} since ${formatTime(refusal.adjustment.created_at)}. If another one is meant, give it a --key.`
    case 'key-used':
      return `Adjustment ${refusal.adjustment.id} has this key and other facts.`
    case 'decided':
      return `Adjustment ${refusal.adjustment.id} is ${refusal.adjustment.state} already, by ${refusal.adjustment.decided_by!}.`
    case 'own':
      return `Adjustment ${refusal.adjustment.id} was requested by ${refusal.adjustment.asked_by}: another account has to decide.`
    default:
      return 'There is no such adjustment.'
  }
}
