import type { Tx } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { cancelForDebt } from './cancel-for-debt.server'
import { creditWallet, setPending, takeFromWallet, type WalletCredit } from './credits.server'
import { returnForfeited } from './forfeits.server'
import type { Grant, Holding } from './grants'
import { houseAccount, lockWallets, type Wallet } from './ledger.server'

interface SettledSale extends Pick<Grant, 'from' | 'to'> {
  conversionId: number
  /** The revision after this change. It is in every reference, so that posting is idempotent. */
  revision: number
  userId: number
  referrerId: number | null
  /** Wallets that the caller has locked and not changed since. */
  wallets?: Wallet[] | undefined
}

/** Posts the difference. The caller must hold the lock of the conversion. */
export async function settleCashback(tx: Tx, s: SettledSale): Promise<void> {
  const { from, to } = s
  const isSame = (Object.keys(to) as (keyof Holding)[]).every((part) => from[part] === to[part])
  if (isSame) return

  const people = s.referrerId === null ? [s.userId] : [s.userId, s.referrerId]
  const [shopper, referrer] = s.wallets ?? (await lockWallets(tx, people))
  const facts = { refType: 'conversion' as const, refId: s.conversionId }
  const reference = `conversion:${s.conversionId}:r${s.revision}`
  await setPending(tx, shopper!, {
    ...facts,
    reference: `${reference}:pending`,
    kind: 'pending',
    against: houseAccount('pending_contra'),
    from: from.pending,
    to: to.pending,
  })
  await adjust(tx, shopper!, to.granted - from.granted, {
    ...facts,
    reference: `${reference}:cashback`,
    kind: 'cashback',
    against: houseAccount('cashback_expense'),
  })
  if (!referrer) return
  await setPending(tx, referrer, {
    ...facts,
    reference: `${reference}:waiting`,
    kind: 'referral_waiting',
    against: houseAccount('pending_contra'),
    from: from.waiting,
    to: to.waiting,
  })
  await adjust(tx, referrer, to.referral - s.from.referral, {
    ...facts,
    reference: `${reference}:referral`,
    kind: 'referral',
    against: houseAccount('referral_expense'),
  })
}

async function adjust(
  tx: Tx,
  wallet: Wallet,
  change: bigint,
  facts: Omit<WalletCredit, 'amount' | 'kind'> & { kind: 'cashback' | 'referral' },
): Promise<void> {
  if (change >= 0n) {
    await creditWallet(tx, wallet, { ...facts, amount: paise(change) })
    return
  }
  const taken = { ...facts, kind: `${facts.kind}_back` as const, amount: paise(-change) }
  const before = await returnForfeited(tx, wallet, taken.amount, facts)
  await cancelForDebt(tx, await takeFromWallet(tx, before, taken))
}
