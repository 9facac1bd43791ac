/**
 * The commission of a sale in the books of the house: owed by the network and earned while the sale is approved. It moves
 * between two accounts of the house alone: whatever commission a report claims, no member's balance changes by it.
 */
import type { Tx } from '~/db/client.server'
import { paise, zero, type Paise } from '~/money'
import { houseAccount, transfer } from './ledger.server'

export interface CommissionChange {
  conversionId: number
  /** The revision that this change makes; part of the reference, so that no change is posted twice. */
  revision: number
  from: Paise
  to: Paise
}

/** The commission that is booked of a sale in this state: what the network said last, once the sale is approved. */
export const bookedCommissionOf = (sale: {
  status: string | null
  network_payout_paise: bigint | null
}): Paise => (sale.status === 'approved' ? paise(sale.network_payout_paise ?? 0n) : zero)

/** Posts the difference between `from` and `to`. The caller has locked the conversion. */
export async function bookCommission(tx: Tx, of: CommissionChange): Promise<void> {
  const change = of.to - of.from
  if (change === 0n) return
  const [receivable, income] = [houseAccount('network_receivable'), houseAccount('commission_income')]
  const isMore = change > 0n
  await transfer(tx, {
    reference: `conversion:${of.conversionId}:r${of.revision}:commission`,
    kind: isMore ? 'commission' : 'commission_back',
    debit: isMore ? receivable : income,
    credit: isMore ? income : receivable,
    amount: paise(isMore ? change : -change),
    refType: 'conversion',
    refId: of.conversionId,
  })
}
