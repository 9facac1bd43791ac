import { findHiddenUntil, HIDDEN_HINT } from '~/domain/accounts/payout-hold.server'
import { db } from '~/platform/db/client.server'
import { formatGrouped, formatPlain } from '~/platform/formats/money'
import { readSettings } from '~/domain/settings/settings.server'
import { findPayoutDetails } from './destinations.server'
import { readWalletSums } from './sums.server'
import { formatPayoutTime, readPayoutTime } from './payout-time.server'
import { countToday, readWithdrawalLimits } from './withdrawals.server'
import { findHold } from './holds.server'
import { checkTypedAmount, findViolation, formatWithdrawalRefusal, keepAmount } from './withdrawals'

export async function readWithdrawChoices(userId: number, linkAmount = '') {
  const [
    hidden,
    { available, holdingPeriod, withdrawable },
    details,
    hold,
    requestedToday,
    limits,
    settings,
    payoutTime,
  ] = await Promise.all([
    findHiddenUntil(userId),
    readWalletSums(userId),
    findPayoutDetails(userId),
    findHold(userId),
    countToday(db, userId),
    readWithdrawalLimits(db),
    readSettings(db),
    readPayoutTime(),
  ])
  // If the whole withdrawable balance is refused, every amount is.
  const facts = { available, holdingPeriod, hasDetails: true, hold, ...limits, requestedToday }
  const refusal = findViolation(withdrawable, facts)
  return {
    balance: formatGrouped(withdrawable),
    available: withdrawable.toString(),
    all: formatPlain(withdrawable),
    amount: checkTypedAmount(linkAmount, withdrawable) ? '' : keepAmount(linkAmount),
    bank: details.bank && (hidden ? HIDDEN_HINT : details.bank.hint),
    upi: details.upi && (hidden ? HIDDEN_HINT : details.upi.hint),
    /** Why no sum can be withdrawn now. */
    blocker: refusal && formatWithdrawalRefusal(refusal),
    holdHours: settings.PAYOUT_HOLD_HOURS,
    paid: payoutTime && formatPayoutTime(payoutTime),
    least: formatPlain(limits.least).replace(/\.00$/, ''),
  }
}
