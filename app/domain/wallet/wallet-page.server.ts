import { desc, eq, sql } from 'drizzle-orm'
import { findHiddenUntil, HIDDEN_HINT } from '~/domain/accounts/payout-hold.server'
import type { Expectation } from '~/domain/catalog/waits'
import { formatDate } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { formatRupees } from '~/platform/formats/money'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { readSettings } from '~/domain/settings/settings.server'
import { findMaskedBankDetails, findPayoutHint } from './destinations.server'
import { formatHiddenText } from './save-destination.server'
import { readShownSums } from './sums.server'
import { explainDebt } from './wallet-page/explain-debt.server'
import { formatPayoutTime, readPayoutTime } from './payout-time.server'

export async function readWalletPage(userId: number) {
  const [hidden, { raw, sums, waiting }, bank, upi, latest, settings, payoutTime] = await Promise.all([
    findHiddenUntil(userId),
    readShownSums(userId),
    findMaskedBankDetails(userId),
    findPayoutHint(userId, 'upi'),
    listOwnWithdrawals(userId),
    readSettings(db),
    readPayoutTime(),
  ])
  return {
    balances: {
      ...sums,
      payoutTime: payoutTime && formatPayoutTime(payoutTime),
      bar: toBar([raw.withdrawable, raw.holdingPeriod?.amount ?? 0n, raw.pending, raw.onItsWay]),
      debt:
        raw.debt > 0n
          ? { amount: formatRupees(raw.debt), because: await explainDebt(userId, raw.debt) }
          : null,
    },
    isNewcomer: waiting.isNewcomer,
    pending: showPending(waiting, raw.pending),
    holdHours: settings.PAYOUT_HOLD_HOURS,
    bank: hidden ? null : bank,
    upi: hidden ? null : (upi?.hint ?? null),
    hidden: hidden && formatHiddenText(hidden),
    withdrawals: hidden ? latest.map((each) => ({ ...each, to: HIDDEN_HINT })) : latest,
  }
}

export type WalletPage = Awaited<ReturnType<typeof readWalletPage>>

const formatExpectation = ({ by, isLate }: Expectation) =>
  isLate ? moneyMessages.expected.late : fill(moneyMessages.expected.confirmedShort, { date: formatDate(by) })

const formatUnlessZero = (amount: bigint) => (amount > 0n ? formatRupees(amount) : null)

/** Pending money without a purchase is a referrer's share that is being checked. */
const showPending = (
  { purchases, total, sum }: Awaited<ReturnType<typeof readShownSums>>['waiting'],
  pending: bigint,
) => ({
  purchases: purchases.map(({ amount, reported, expected, visit, ...purchase }) => ({
    ...purchase,
    amount: formatRupees(amount),
    reported: formatDate(reported),
    expected: expected && formatExpectation(expected),
    lateVisit: expected?.isLate ? visit : null,
  })),
  further: total - purchases.length,
  referrals: formatUnlessZero(pending - sum),
})

/** In paise, because a view box of the total needs no division. Null: one colour at most. */
function toBar(amounts: bigint[]) {
  let total = 0n
  const parts = amounts.map((amount) => {
    const x = String(total)
    total += amount
    return { x, width: String(amount) }
  })
  return amounts.filter((amount) => amount > 0n).length > 1 ? { parts, total: String(total) } : null
}

const selectWithdrawals = prepared((reader) => {
  const { id, amount_paise, method, destination_hint, status, reason, utr, user_id } = withdrawals
  const { created_at, updated_at } = withdrawals
  return reader
    .select({ id, amount_paise, method, destination_hint, status, reason, utr, created_at, updated_at })
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
    requested: formatDate(row.created_at),
    ended: formatDate(row.updated_at),
  }))
}
