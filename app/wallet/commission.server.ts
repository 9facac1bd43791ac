/**
 * Books the commission of approved sales: debit network_receivable, credit commission_income. Both are house accounts, so a
 * wrong commission in a report cannot change a member's balance.
 */
import type { Tx } from '~/db/client.server'
import { paise, zero, type Paise } from '~/money'
import { houseAccount, transfer } from './ledger.server'

export interface CommissionChange {
  conversionId: number
  /** The sale's revision after this change; part of the reference, so that no change is posted twice. */
  revision: number
  from: Paise
  to: Paise
}

/** The commission booked for a sale: the amount last reported while it is approved, else zero. */
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
