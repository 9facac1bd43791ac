/** Both accounts are the platform's own, so that a wrong commission cannot change a member's balance. */
import type { Tx } from '~/platform/db/client.server'
import { paise, zero, type Paise } from '~/platform/formats/money'
import { houseAccount, transferSigned } from './ledger.server'

interface CommissionChange {
  conversionId: number
  revision: number
  from: Paise
  to: Paise
}

export const computeCommission = (sale: {
  status: string | null
  network_payout_paise: bigint | null
}): Paise => (sale.status === 'approved' ? paise(sale.network_payout_paise ?? 0n) : zero)

/** Posts the difference. The caller must hold the lock of the conversion. */
export function bookCommission(
  tx: Tx,
  { conversionId, revision, from, to }: CommissionChange,
): Promise<void> {
  return transferSigned(tx, {
    reference: `conversion:${conversionId}:r${revision}:commission`,
    kind: to > from ? 'commission' : 'commission_back',
    debit: houseAccount('network_receivable'),
    credit: houseAccount('commission_income'),
    amount: to - from,
    refType: 'conversion',
    refId: conversionId,
  })
}
