/** Both accounts are the platform's own, so that a wrong commission cannot change a member's balance. */
import type { Tx } from '~/db/client.server'
import { paise, zero, type Paise } from '~/formats/money'
import { houseAccount, transfer } from './ledger.server'

export interface CommissionChange {
  conversionId: number
  revision: number
  from: Paise
  to: Paise
}

export const bookableCommission = (sale: {
  status: string | null
  network_payout_paise: bigint | null
}): Paise => (sale.status === 'approved' ? paise(sale.network_payout_paise ?? 0n) : zero)

/** Posts the difference. The caller must hold the lock of the conversion. */
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
