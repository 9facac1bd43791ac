/** What the wallet page shows, as text. */
import { desc, eq } from 'drizzle-orm'
import { formatTime } from '~/dates'
import { db } from '~/db/client.server'
import { withdrawals } from '~/db/schema'
import { env } from '~/env.server'
import { messages } from '~/messages'
import { formatGrouped, formatPlain, formatRupees } from '~/money'
import { refused } from '~/outcome'
import { findBankShown, findPayoutDetails } from './payout-details.server'
import { readWallet } from './wallet.server'
import { readAmount, refuseTyped, withdrawalText } from './withdrawal-rules'
import { findHold } from './withdrawals.server'

const { emptyWallet } = messages.withdrawal

/** The person's balances, the payout details as their owner sees them, and the latest withdrawals. */
export async function readWalletPage(userId: number) {
  const [wallet, bank, { upi }, latest] = await Promise.all([
    readWallet(userId),
    findBankShown(userId),
    findPayoutDetails(userId),
    listOwnWithdrawals(userId),
  ])
  return {
    balances: {
      available: formatRupees(wallet.available),
      pending: formatRupees(wallet.pending),
      onItsWay: formatRupees(wallet.onItsWay),
      debt: wallet.debt > 0n ? formatRupees(wallet.debt) : null,
    },
    bank,
    upi: upi?.hint ?? null,
    withdrawals: latest,
  }
}

/**
 * What the withdrawal dialog shows: '1,234.50', the hints, and why nothing can be withdrawn, or what would hold it.
 * `asked` is an amount that a link names; one that the balance refuses is left out.
 */
export async function readWithdrawChoices(userId: number, asked = '') {
  const [{ available }, details, hold] = await Promise.all([
    readWallet(userId),
    findPayoutDetails(userId),
    findHold(userId),
  ])
  return {
    balance: formatGrouped(available),
    /** The same in paise, as digits, for the checks while one types. */
    available: available.toString(),
    /** The whole balance as an amount that may be sent: '1234.50'. */
    all: formatPlain(available),
    amount: readAmount(asked) && !refuseTyped(asked, available) ? asked : '',
    bank: details.bank?.hint ?? null,
    upi: details.upi?.hint ?? null,
    /** Why no amount can be withdrawn now, and until when; null: one can. */
    obstacle: available === 0n ? emptyWallet.text : hold && withdrawalText(refused('on-hold', hold)).text,
    /** How long a change of details would; 0: not at all. */
    holdHours: env().PAYOUT_HOLD_HOURS,
  }
}

/** A person's latest withdrawals, newest first. */
async function listOwnWithdrawals(userId: number, limit = 20) {
  const rows = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.user_id, userId))
    .orderBy(desc(withdrawals.id))
    .limit(limit)
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
