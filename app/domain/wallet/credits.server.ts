/** Credits repay debt first; debits beyond the balance become debt. Callers must hold the wallet lock. */
import type { Tx } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { least, paise, type Paise, parsePaise } from '~/platform/formats/money'
import {
  userAccount,
  transfer,
  type Account,
  type Transfer,
  type Wallet,
  houseAccount,
} from './ledger.server'
import type { TakenKind } from './ledger'

export interface WalletCredit extends Pick<Transfer, 'reference' | 'kind' | 'refType' | 'refId'> {
  against: Account
  amount: Paise
}

export async function creditWallet(tx: Tx, wallet: Wallet, credit: WalletCredit): Promise<Wallet> {
  const { against, amount, ...facts } = credit
  if (amount === 0n) return wallet
  const available = userAccount(wallet.userId, 'user_available')
  const made = await transfer(tx, { ...facts, debit: against, credit: available, amount })
  if (made === 'repeat') return wallet
  const repaid = least(wallet.debt, amount)
  if (repaid > 0n) {
    const debt = userAccount(wallet.userId, 'user_debt')
    const reference = `${facts.reference}:repay`
    await transfer(tx, { ...facts, reference, kind: 'repay', debit: available, credit: debt, amount: repaid })
  }
  return {
    ...wallet,
    available: paise(wallet.available + amount - repaid),
    debt: paise(wallet.debt - repaid),
  }
}

export type WalletDebit = Omit<WalletCredit, 'kind'> & { kind: TakenKind }

export async function takeFromWallet(tx: Tx, wallet: Wallet, debit: WalletDebit): Promise<Wallet> {
  const { against, amount, ...facts } = debit
  const taken = least(wallet.available, amount)
  const owed = paise(amount - taken)
  let made: 'posted' | 'repeat' = 'repeat'
  if (taken > 0n) {
    const available = userAccount(wallet.userId, 'user_available')
    made = await transfer(tx, { ...facts, debit: available, credit: against, amount: taken })
  }
  if (owed > 0n) {
    const debt = userAccount(wallet.userId, 'user_debt')
    const reference = `${facts.reference}:debt`
    const kind = `${facts.kind}_debt` as const
    made = await transfer(tx, { ...facts, reference, kind, debit: debt, credit: against, amount: owed })
  }
  if (made === 'repeat') return wallet
  return {
    ...wallet,
    available: paise(wallet.available - taken),
    debt: paise(wallet.debt + owed),
  }
}

export async function setPending(
  tx: Tx,
  wallet: Wallet,
  { from, to, against, ...facts }: Omit<WalletCredit, 'amount'> & { from: Paise; to: Paise },
): Promise<Wallet> {
  const change = to - from
  if (change === 0n) return wallet
  const pending = userAccount(wallet.userId, 'user_pending')
  const amount = paise(change > 0n ? change : -change)
  const [debit, credit] = change > 0n ? [against, pending] : [pending, against]
  const made = await transfer(tx, { ...facts, debit, credit, amount })
  return made === 'posted' ? { ...wallet, pending: paise(wallet.pending + change) } : wallet
}

// Balances of deleted accounts, and what later reversals take from them. Callers must hold the wallet lock.

type Facts = Pick<Transfer, 'reference' | 'refType' | 'refId'>

export async function forfeitBalance(
  tx: Tx,
  { userId, available }: Wallet,
  { reference, ...facts }: Facts,
): Promise<Paise> {
  if (available > 0n)
    await transfer(tx, {
      ...facts,
      reference: `${reference}:forfeit`,
      kind: 'forfeit',
      debit: userAccount(userId, 'user_available'),
      credit: houseAccount('forfeited_balances'),
      amount: available,
    })
  return available
}

const selectForfeited = prepareStatement<{ total: string }>(`
  SELECT coalesce(sum(CASE WHEN t.debit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END), 0) AS total
    FROM ledger_accounts a
    JOIN ledger_accounts f ON f.code = 'forfeited_balances' AND f.user_id = 0
    JOIN ledger_transfers t ON (t.debit_account = a.id AND t.credit_account = f.id)
                            OR (t.credit_account = a.id AND t.debit_account = f.id)
   WHERE a.code = 'user_available' AND a.user_id = $1`)

/** Returns the part of `amount` above the balance, at most what is left of the forfeit. */
export async function returnForfeited(
  tx: Tx,
  wallet: Wallet,
  amount: Paise,
  { reference, ...facts }: Facts,
): Promise<Wallet> {
  if (amount <= wallet.available) return wallet
  const [row] = await selectForfeited(tx, [wallet.userId])
  const returned = least(paise(amount - wallet.available), parsePaise(row!.total))
  if (returned === 0n) return wallet
  await transfer(tx, {
    ...facts,
    reference: `${reference}:forfeit`,
    kind: 'forfeit_back',
    debit: houseAccount('forfeited_balances'),
    credit: userAccount(wallet.userId, 'user_available'),
    amount: returned,
  })
  return { ...wallet, available: paise(wallet.available + returned) }
}
