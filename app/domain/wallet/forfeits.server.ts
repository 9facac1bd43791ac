/** Balances of deleted accounts, and what later reversals take from them. Callers must hold the wallet lock. */
import type { Tx } from '~/platform/db/client.server'
import { statement } from '~/platform/db/prepared.server'
import { least, paise, parsePaise, type Paise } from '~/platform/formats/money'
import { userAccount, houseAccount, transfer, type Transfer, type Wallet } from './ledger.server'

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

const selectForfeited = statement<{ total: string }>(`
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
