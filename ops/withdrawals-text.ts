import { db } from '~/db/client.server'
import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { listUnclearOrders } from '~/wallet/payout/orders.server'
import type { ProviderName } from '~/wallet/payout/port'
import type { WithdrawalStep } from '~/wallet/withdrawals/list-withdrawals.server'
import { findBlockers } from '~/wallet/withdrawals/blockers.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { type SafeText, text } from './safe-text'

export async function listHints(rows: readonly Withdrawal[]): Promise<SafeText[]> {
  const hints: SafeText[] = []
  const unknown = rows.find((row) => row.status === 'unknown')
  if (unknown)
    hints.push(
      text`unknown: the provider did not answer, and may have paid. \`withdrawals show ${unknown.id}\` says what to look up and which\ncommand to give.`,
    )
  for (const { withdrawal_id: id, provider, provider_status } of await listUnclearOrders())
    if (rows.some((row) => row.id === id))
      hints.push(
        text`${id}: ${PROVIDER_NAMES[provider]} says ${provider_status ?? ''}, a word that we do not know. Ask there what it means.`,
      )
  return hints
}

/** A step that does not change the status is a correction of the UTR. */
export const isCorrection = (step: WithdrawalStep, steps: readonly WithdrawalStep[]) =>
  steps[steps.indexOf(step) - 1]?.status === step.status

/** Unsettled withdrawals of members with a debt, a hold or an open fraud signal. */
export async function describeBlockers(rows: readonly Withdrawal[]): Promise<SafeText[]> {
  const open = rows.filter(isOpen)
  const blockers = await findBlockers(db, [...new Set(open.map(({ user_id }) => user_id))])
  return open.flatMap(({ id, user_id }) => {
    const { debt, hold, hasSignal } = blockers.get(user_id)!
    const words: SafeText[] = []
    if (debt > 0n) words.push(text`${id}: member ${user_id} owes us ${formatRupees(debt)}.`)
    if (hold)
      words.push(
        text`${id}: member ${user_id} is on hold until ${formatTime(hold.until)}, because ${hold.because}.`,
      )
    if (hasSignal)
      words.push(
        text`${id}: member ${user_id} has an open signal of fraud. \`signals list --member ${user_id}\` shows it.`,
      )
    return words
  })
}

export const PROVIDER_NAMES: Record<ProviderName, string> = { razorpayx: 'RazorpayX', cashfree: 'Cashfree' }

const isOpen = ({ status }: Withdrawal) =>
  status === 'requested' || status === 'processing' || status === 'unknown'
