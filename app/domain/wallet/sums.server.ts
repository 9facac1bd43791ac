import { db } from '~/platform/db/client.server'
import { statement } from '~/platform/db/prepared.server'
import { parsePaise } from '~/platform/formats/money'
import { ACCOUNTS_AS_JSON, type AccountRow, toBalances, readBalances, type Balances } from './ledger.server'
import { toHoldingPeriod, type HoldingRow, SELECT_HOLDING } from './holding-period.server'
import { computeWithdrawable } from './withdrawal-rules'

export const readWallet = (userId: number): Promise<Balances> => readBalances(db, userId)

const SELECT_PAID = `
    SELECT coalesce(sum(amount_paise), 0)::text FROM withdrawals WHERE user_id = $1::bigint AND status = 'paid'`

const selectSums = statement<HoldingRow & { accounts: AccountRow[] | null; paid: string }>(
  `SELECT holding.*, ${ACCOUNTS_AS_JSON} AS accounts, (${SELECT_PAID}) AS paid FROM (${SELECT_HOLDING}) holding`,
)

/** Where a member's money is: every page that names a sum has it from here. All are as of one moment, without a lock. */
export async function readSums(userId: number) {
  const [row] = await selectSums(db, [userId])
  const wallet = toBalances(userId, row!.accounts ?? [])
  const holding = toHoldingPeriod(row!, wallet.available)
  return {
    ...wallet,
    holding,
    withdrawable: computeWithdrawable(wallet.available, holding),
    paid: parsePaise(row!.paid),
  }
}
