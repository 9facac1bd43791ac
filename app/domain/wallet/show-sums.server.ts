import { formatDate, formatTime } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { readPurchases } from './sums/pending.server'
import { readSums } from './sums.server'
import { findHold } from './withdrawals.server'

/** The sums of a member in words, with what waits for its confirmation: the same on the wallet, My Cashback and home. */
export async function readShownSums(userId: number) {
  const [sums, hold, waiting] = await Promise.all([readSums(userId), findHold(userId), readPurchases(userId)])
  return { raw: sums, sums: showSums(sums, hold, waiting.next), waiting }
}

export type ShownSums = Awaited<ReturnType<typeof readShownSums>>['sums']

function showSums(
  { available, withdrawable, holding, pending, onItsWay, paid, debt }: Awaited<ReturnType<typeof readSums>>,
  hold: Awaited<ReturnType<typeof findHold>>,
  next: Date | null,
) {
  return {
    withdrawable: formatRupees(withdrawable),
    isEmpty: withdrawable <= 0n,
    hold: hold && { until: formatTime(hold.until), because: hold.because },
    holding: holding && {
      balance: formatRupees(available),
      amount: formatRupees(holding.amount),
      from: formatDate(holding.from),
      until: formatDate(holding.until),
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
