import type { Tx } from '~/db/client.server'
import { paise, REFERRAL_PERCENT, zero, type Paise } from '~/formats/money'
import { callOffForDebt } from '../withdrawals/call-off.server'
import { creditWallet, setPending, takeFromWallet, type WalletCredit } from './credit.server'
import { houseAccount, lockWallets, type Wallet } from './ledger.server'

export interface Holding {
  pending: Paise
  granted: Paise
  /** 20 % of `granted`, rounded down. Computed from the whole amount, so that partial reversals leave no rounding error. */
  referral: Paise
}

export interface CashbackChange {
  conversionId: number
  /** The revision after this change; part of every transfer reference, which makes posting idempotent. */
  revision: number
  userId: number
  referrerId: number | null
  from: Holding
  to: { pending: Paise; granted: Paise }
  /** Wallets that the caller has locked, if it has moved no money since. */
  wallets?: Wallet[] | undefined
}

export const referralOf = (granted: Paise): Paise => paise((granted * REFERRAL_PERCENT) / 100n)

export const holdingOf = (
  { pending, granted }: { pending: Paise; granted: Paise },
  referrerId: number | null,
): Holding => ({ pending, granted, referral: referrerId === null ? zero : referralOf(granted) })

/** Posts the difference between `from` and `to`; the caller must hold the lock of the conversion. */
export async function settleCashback(tx: Tx, s: CashbackChange): Promise<Holding> {
  const to = holdingOf(s.to, s.referrerId)
  if (to.pending === s.from.pending && to.granted === s.from.granted && to.referral === s.from.referral)
    return to

  const people = s.referrerId === null ? [s.userId] : [s.userId, s.referrerId]
  const [shopper, referrer] = s.wallets ?? (await lockWallets(tx, people))
  const facts = { refType: 'conversion' as const, refId: s.conversionId }
  const reference = `conversion:${s.conversionId}:r${s.revision}`
  await setPending(tx, shopper!, {
    ...facts,
    reference: `${reference}:pending`,
    kind: 'pending',
    against: houseAccount('pending_contra'),
    from: s.from.pending,
    to: to.pending,
  })
  await adjust(tx, shopper!, to.granted - s.from.granted, {
    ...facts,
    reference: `${reference}:cashback`,
    kind: 'cashback',
    against: houseAccount('cashback_expense'),
  })
  if (referrer)
    await adjust(tx, referrer, to.referral - s.from.referral, {
      ...facts,
      reference: `${reference}:referral`,
      kind: 'referral',
      against: houseAccount('referral_expense'),
    })
  return to
}

async function adjust(
  tx: Tx,
  wallet: Wallet,
  change: bigint,
  facts: Omit<WalletCredit, 'amount'>,
): Promise<void> {
  if (change >= 0n) {
    await creditWallet(tx, wallet, { ...facts, amount: paise(change) })
    return
  }
  const taken = { ...facts, kind: `${facts.kind}_back`, amount: paise(-change) }
  await callOffForDebt(tx, await takeFromWallet(tx, wallet, taken))
}
