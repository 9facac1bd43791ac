import { CONTACT_US, TO_HISTORY, TO_WALLET } from '~/messages/actions'
import { fill, type Message, type MessageAction, type WholeMessage } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import type { withdrawals } from '~/platform/db/schema/withdrawals'
import { parseAmount, TYPED } from '~/platform/formats/amounts'
import { formatDate, formatTime } from '~/platform/formats/dates'
import { formatGrouped, formatRupees, paise, type Paise } from '~/platform/formats/money'
import { refused, type Refused } from '~/platform/outcome'

/** Null if the amount is not positive or has more than two decimals. */
export function readWithdrawalAmount(text: string): Paise | null {
  const amount = parseAmount(text, TYPED)
  return amount === 0n ? null : amount
}

/** The sum of a link or a form as it was typed; '' if it is none. */
export const keepAmount = (text: string | null | undefined): string =>
  text && readWithdrawalAmount(text) !== null ? text : ''

export type Withdrawal = typeof withdrawals.$inferSelect

export interface Hold {
  until: Date
  because: string
}

/** Confirmed money that is held: some of it until `from`, the last until `until`. */
export interface HoldingPeriod {
  amount: Paise
  from: Date
  until: Date
}

export type WithdrawalRefusal =
  | Refused<'invalid-amount' | 'no-details' | 'empty-wallet'>
  | Refused<'over-balance', { balance: Paise }>
  | Refused<'in-holding-period', HoldingPeriod>
  | Refused<'below-minimum', { least: Paise }>
  | Refused<'on-hold', Hold>
  | Refused<'too-many-today', { dailyLimit: number }>
  /** `amount` is that of the first request with the key. */
  | Refused<'key-reused', { amount: Paise }>

interface WalletFacts {
  available: Paise
  holdingPeriod: HoldingPeriod | null
  hasDetails: boolean
  hold: Hold | null
  least: Paise
  dailyLimit: number | null
  requestedToday: number
}

/** Returns the first violation in the order of docs/rules.md#27. */
export function findViolation(amount: Paise | null, wallet: WalletFacts): WithdrawalRefusal | null {
  if (amount === null) return refused('invalid-amount')
  if (!wallet.hasDetails) return refused('no-details')
  return (
    checkAmount(amount, wallet.available, wallet.holdingPeriod) ??
    (amount < wallet.least ? refused('below-minimum', { least: wallet.least }) : null) ??
    (wallet.hold && refused('on-hold', wallet.hold)) ??
    (wallet.dailyLimit !== null && wallet.requestedToday >= wallet.dailyLimit
      ? refused('too-many-today', { dailyLimit: wallet.dailyLimit })
      : null)
  )
}

export function checkTypedAmount(text: string, available: Paise): WithdrawalRefusal | null {
  const amount = readWithdrawalAmount(text)
  return amount === null ? null : checkAmount(amount, available)
}

function checkAmount(
  amount: Paise,
  available: Paise,
  holdingPeriod: HoldingPeriod | null = null,
): WithdrawalRefusal | null {
  if (available === 0n) return refused('empty-wallet')
  const withdrawable = computeWithdrawable(available, holdingPeriod)
  if (withdrawable === 0n) return refused('in-holding-period', holdingPeriod!)
  return amount > withdrawable ? refused('over-balance', { balance: withdrawable }) : null
}

export const computeWithdrawable = (available: Paise, holdingPeriod: HoldingPeriod | null): Paise =>
  paise(available - (holdingPeriod?.amount ?? 0n))

const texts = {
  'invalid-amount': moneyMessages.withdrawal.invalidAmount,
  'no-details': moneyMessages.withdrawal.noDetails,
  'empty-wallet': moneyMessages.withdrawal.emptyWallet,
  'over-balance': moneyMessages.withdrawal.overBalance,
  'in-holding-period': moneyMessages.withdrawal.inHoldingPeriod,
  'below-minimum': moneyMessages.withdrawal.belowMinimum,
  'on-hold': moneyMessages.withdrawal.onHold,
  'too-many-today': moneyMessages.withdrawal.tooManyToday,
  'key-reused': moneyMessages.withdrawal.keyReused,
} satisfies Record<WithdrawalRefusal['reason'], Message>

const helps: Partial<Record<WithdrawalRefusal['reason'], MessageAction>> = {
  'empty-wallet': { label: 'All deals', href: paths.deals },
  'in-holding-period': TO_HISTORY,
  'on-hold': CONTACT_US,
  'too-many-today': CONTACT_US,
  'key-reused': TO_WALLET,
}

export function formatWithdrawalRefusal(refusal: WithdrawalRefusal): WholeMessage {
  const { title, text } = texts[refusal.reason]
  const help = helps[refusal.reason]
  return { title, text: fill(text, listValues(refusal)), ...(help && { actions: [help] }) }
}

const { tooLate, unknown } = moneyMessages.withdrawal

/** Why a withdrawal was not cancelled. */
export const CANCEL_REFUSALS = {
  'wrong-status': { ...tooLate, actions: [CONTACT_US] },
  'not-found': { ...unknown, actions: [TO_HISTORY] },
} satisfies Record<string, Message>

function listValues(refusal: WithdrawalRefusal): Record<string, string | number> {
  switch (refusal.reason) {
    case 'over-balance':
      return { balance: formatGrouped(refusal.balance) }
    case 'in-holding-period':
      return { amount: formatGrouped(refusal.amount), date: formatDate(refusal.from) }
    case 'below-minimum':
      return { least: formatRupees(refusal.least) }
    case 'too-many-today':
      return { n: refusal.dailyLimit }
    case 'key-reused':
      return { amount: formatRupees(refusal.amount) }
    case 'on-hold':
      return { time: formatTime(refusal.until), reason: refusal.because }
    default:
      return {}
  }
}
