import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { db, type Reader } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { formatDate, formatTime } from '~/platform/formats/dates'
import { parsePaise, formatRupees } from '~/platform/formats/money'
import { ACCOUNTS_AS_JSON, type AccountRow, toBalances, readBalances, type Balances } from './ledger.server'
import { toHoldingPeriod, type HoldingRow, SELECT_HOLDING, findHold } from './holds.server'
import { computeWithdrawable } from './withdrawals'
import { readPurchases } from './sums/pending.server'

export const readWallet = (userId: number, reader: Reader = db): Promise<Balances> =>
  readBalances(reader, userId)

const SELECT_PAID = `
    SELECT coalesce(sum(amount_paise), 0)::text FROM withdrawals WHERE user_id = $1::bigint AND status = 'paid'`

const selectSums = prepareStatement<HoldingRow & { accounts: AccountRow[] | null; paid: string }>(
  `SELECT holding.*, ${ACCOUNTS_AS_JSON} AS accounts, (${SELECT_PAID}) AS paid FROM (${SELECT_HOLDING}) holding`,
)

/** Where a member's money is: every page that names a sum has it from here. All are as of one moment, without a lock. */
export async function readWalletSums(userId: number) {
  const [row] = await selectSums(db, [userId])
  const wallet = toBalances(userId, row!.accounts ?? [])
  const holdingPeriod = toHoldingPeriod(row!, wallet.available)
  return {
    ...wallet,
    holdingPeriod,
    withdrawable: computeWithdrawable(wallet.available, holdingPeriod),
    paid: parsePaise(row!.paid),
  }
}

/** The sums of a member in words, with what waits for its confirmation: the same on the wallet, My Cashback and home. */
export async function readShownSums(userId: number) {
  const [sums, hold, waiting] = await Promise.all([
    readWalletSums(userId),
    findHold(userId),
    readPurchases(userId),
  ])
  return { raw: sums, sums: showSums(sums, hold, waiting.next), waiting }
}

export type ShownSums = Awaited<ReturnType<typeof readShownSums>>['sums']

function showSums(
  {
    available,
    withdrawable,
    holdingPeriod,
    pending,
    onItsWay,
    paid,
    debt,
  }: Awaited<ReturnType<typeof readWalletSums>>,
  hold: Awaited<ReturnType<typeof findHold>>,
  next: Date | null,
) {
  return {
    withdrawable: formatRupees(withdrawable),
    isEmpty: withdrawable <= 0n,
    hold: hold && { until: formatTime(hold.until), because: hold.because },
    holdingPeriod: holdingPeriod && {
      balance: formatRupees(available),
      amount: formatRupees(holdingPeriod.amount),
      from: formatDate(holdingPeriod.from),
      until: formatDate(holdingPeriod.until),
    },
    pending: formatRupees(pending),
    isPending: pending > 0n,
    next: next && fill(moneyMessages.expected.next, { date: formatDate(next) }),
    onItsWay: formatRupees(onItsWay),
    isOnItsWay: onItsWay > 0n,
    paid: formatRupees(paid),
    isPaid: paid > 0n,
    owed: debt > 0n ? formatRupees(debt) : null,
  }
}
