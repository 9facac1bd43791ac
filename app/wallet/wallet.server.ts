import { db } from '~/platform/db/client.server'
import { statement } from '~/platform/db/prepared.server'
import {
  ACCOUNTS_AS_JSON,
  type AccountRow,
  toBalances,
  readBalances,
  type Balances,
} from './ledger/ledger.server'
import { toHoldingPeriod, type HoldingRow, SELECT_HOLDING } from './withdrawals/holding-period.server'
import { computeWithdrawable } from './withdrawals/withdrawal-rules'

export const readWallet = (userId: number): Promise<Balances> => readBalances(db, userId)

const selectWithdrawable = statement<HoldingRow & { accounts: AccountRow[] | null }>(
  `SELECT holding.*, ${ACCOUNTS_AS_JSON} AS accounts FROM (${SELECT_HOLDING}) holding`,
)

/** All amounts are as of one moment, without a lock. */
export async function readWithdrawable(userId: number) {
  const [row] = await selectWithdrawable(db, [userId])
  const wallet = toBalances(userId, row!.accounts ?? [])
  const holding = toHoldingPeriod(row!, wallet.available)
  return { wallet, holding, withdrawable: computeWithdrawable(wallet.available, holding) }
}
