import type { Tx } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { notify } from '~/domain/outreach/notifications.server'
import { cancelForDebt } from '~/domain/wallet/withdrawal-steps.server'
import { creditWallet, takeFromWallet } from '~/domain/wallet/credits.server'
import type { HouseAccount, TransferKind } from '~/domain/wallet/ledger'
import { houseAccount, lockWallets, type Wallet } from '~/domain/wallet/ledger.server'
import type { AdjustmentKind, Adjustment } from '../adjustments'
import { makeAdjustmentNotice } from './notices'

const BOOKED = {
  credit: { kind: 'correction', against: 'cashback_expense' },
  debit: { kind: 'correction_back', against: 'cashback_expense' },
  goodwill: { kind: 'goodwill', against: 'goodwill' },
  'write-off': { kind: 'write_off', against: 'write_offs' },
} as const satisfies Record<AdjustmentKind, { kind: TransferKind; against: HouseAccount }>

/** A write-off is posted as a credit that repays the debt. The caller must hold the wallet lock. */
export async function postAdjustment(tx: Tx, wallet: Wallet, adjustment: Adjustment): Promise<void> {
  const facts = {
    reference: `adjustment:${adjustment.id}:${adjustment.kind}`,
    against: houseAccount(BOOKED[adjustment.kind].against),
    amount: paise(adjustment.amount_paise),
    refType: 'adjustment' as const,
    refId: adjustment.id,
  }
  if (adjustment.kind !== 'debit') {
    const credit = { ...facts, kind: BOOKED[adjustment.kind].kind }
    await notify(tx, makeAdjustmentNotice(adjustment, wallet, await creditWallet(tx, wallet, credit)))
    return
  }
  const debit = { ...facts, kind: BOOKED.debit.kind }
  await cancelForDebt(tx, await takeFromWallet(tx, wallet, debit), 'a correction')
  const [after] = await lockWallets(tx, [wallet.userId])
  await notify(tx, makeAdjustmentNotice(adjustment, wallet, after!))
}
