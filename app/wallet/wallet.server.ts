import { db } from '~/db/client.server'
import { statement } from '~/db/prepared.server'
import {
  ACCOUNTS_AS_JSON,
  type AccountRow,
  balancesOf,
  readBalances,
  type Balances,
} from './ledger/ledger.server'
import { holdingOf, type HoldingRow, SELECT_HOLDING } from './withdrawals/holding-period.server'
import { withdrawableOf } from './withdrawals/withdrawal-rules'

export const readWallet = (userId: number): Promise<Balances> => readBalances(db, userId)

const selectWithdrawable = statement<HoldingRow & { accounts: AccountRow[] | null }>(
  `SELECT holding.*, ${ACCOUNTS_AS_JSON} AS accounts FROM (${SELECT_HOLDING}) holding`,
)

/** Balances, what of them is in a holding period, and what can be withdrawn, as of one moment and without a lock. */
export async function readWithdrawable(userId: number) {
  const [row] = await selectWithdrawable(db, [userId])
  const wallet = balancesOf(userId, row!.accounts ?? [])
  const holding = holdingOf(row!, wallet.available)
  return { wallet, holding, withdrawable: withdrawableOf(wallet.available, holding) }
}
