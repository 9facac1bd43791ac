import { desc, eq, sql } from 'drizzle-orm'
import { formatDate, formatTime } from '~/formats/dates'
import { db } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { withdrawals } from '~/db/schema/withdrawals'
import { formatGrouped, formatPlain, formatRupees } from '~/formats/money'
import { readSettings } from '~/settings/settings.server'
import {
  findMaskedBankDetails,
  findPayoutDetails,
  findPayoutHint,
} from './details/find-payout-details.server'
import type { Bar } from './balances'
import { readWithdrawable } from './wallet.server'
import {
  readWithdrawalAmount,
  checkTypedAmount,
  findViolation,
  formatWithdrawalRefusal,
} from './withdrawals/withdrawal-rules'
import { countToday, readWithdrawalLimits } from './withdrawals/withdrawal-limits.server'
import { findHold } from './withdrawals/withdrawals.server'

export async function readWalletPage(userId: number) {
  const [{ wallet, holding, withdrawable }, bank, upi, latest, hold, settings] = await Promise.all([
    readWithdrawable(userId),
    findMaskedBankDetails(userId),
    findPayoutHint(userId, 'upi'),
    listOwnWithdrawals(userId),
    findHold(userId),
    readSettings(db),
  ])
  return {
    balances: {
      available: formatRupees(withdrawable),
      holding: holding && {
        amount: formatRupees(holding.amount),
        from: formatDate(holding.from),
        until: formatDate(holding.until),
      },
      pending: formatRupees(wallet.pending),
      onItsWay: formatRupees(wallet.onItsWay),
      bar: toBar([withdrawable, holding?.amount ?? 0n, wallet.pending, wallet.onItsWay]),
      debt: wallet.debt > 0n ? formatRupees(wallet.debt) : null,
      hold: hold && { until: formatTime(hold.until), because: hold.because },
    },
    holdHours: settings.PAYOUT_HOLD_HOURS,
    bank,
    upi: upi?.hint ?? null,
    withdrawals: latest,
  }
}

/** In paise: an <svg> whose view box is the total needs no division. */
function toBar(amounts: bigint[]): Bar | null {
  let total = 0n
  const parts = amounts.map((amount) => {
    const x = String(total)
    total += amount
    return { x, width: String(amount) }
  })
  return total > 0n ? { parts, total: String(total) } : null
}

/** `asked`: the amount in a link, dropped if it exceeds the balance. */
export async function readWithdrawChoices(userId: number, asked = '') {
  const [{ wallet, holding, withdrawable }, details, hold, requestedToday, limits, settings] =
    await Promise.all([
      readWithdrawable(userId),
      findPayoutDetails(userId),
      findHold(userId),
      countToday(db, userId),
      readWithdrawalLimits(db),
      readSettings(db),
    ])
  // If the whole withdrawable balance is refused, every amount is.
  const facts = { available: wallet.available, holding, hasDetails: true, hold, ...limits, requestedToday }
  const refusal = findViolation(withdrawable, facts)
  return {
    balance: formatGrouped(withdrawable),
    /** Paise, for validation while typing. */
    available: withdrawable.toString(),
    all: formatPlain(withdrawable),
    amount: readWithdrawalAmount(asked) && !checkTypedAmount(asked, withdrawable) ? asked : '',
    bank: details.bank?.hint ?? null,
    upi: details.upi?.hint ?? null,
    blocker: refusal && formatWithdrawalRefusal(refusal).text,
    holdHours: settings.PAYOUT_HOLD_HOURS,
    least: formatPlain(limits.least).replace(/\.00$/, ''),
  }
}

const selectWithdrawals = prepared((reader) => {
  const { id, amount_paise, method, destination_hint, status, reason, utr, created_at, user_id } = withdrawals
  return reader
    .select({ id, amount_paise, method, destination_hint, status, reason, utr, created_at })
    .from(withdrawals)
    .where(eq(user_id, sql.placeholder('user_id')))
    .orderBy(desc(id))
    .limit(20)
})

async function listOwnWithdrawals(userId: number) {
  const rows = await selectWithdrawals(db, { user_id: userId })
  return rows.map((row) => ({
    id: row.id,
    amount: formatRupees(row.amount_paise),
    method: row.method,
    to: row.destination_hint,
    status: row.status,
    reason: row.reason,
    utr: row.utr,
    at: formatTime(row.created_at),
  }))
}
