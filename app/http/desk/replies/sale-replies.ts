import { formatDate } from '~/platform/formats/dates'
import { formatRupees, paise } from '~/platform/formats/money'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { replyMessages } from '~/messages/replies'
import type { Conversion } from '~/domain/tracking/conversions'
import { expectSale } from '~/domain/tracking/show-visit'
import type { MemberVisit } from '~/domain/tracking/member-visits.server'
import { findSaleState } from '~/domain/tracking/visit-states'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { buildReply, type Reply } from './reply'

interface SaleFacts {
  username: string
  sale: Conversion
  visit: MemberVisit
  /** The one that contains the last rupee of the sale's cashback; null: none. */
  withdrawal: Withdrawal | null
  isBlocked: boolean
}

/** The text for the state of the sale, or of the withdrawal that contains its cashback. */
export function listSaleReplies({ username, sale, visit, withdrawal, isBlocked }: SaleFacts): Reply[] {
  const { expected, noReason } = replyMessages
  const own = visit.sales.find(({ id }) => id === sale.id)
  const next = own ? expectSale(visit, own) : null
  const facts = {
    store: visit.store,
    date: formatDate(visit.at),
    cashback: formatRupees(paise(sale.pending_paise + sale.granted_paise)),
    from: sale.withdrawable_at ? formatDate(sale.withdrawable_at) : '',
    reason: sale.decline_reason ? moneyMessages.declineReasons[sale.decline_reason] : noReason,
    expected: next && !next.isLate ? ` ${fill(expected, { date: formatDate(next.by) })}` : '',
  }
  const withdrawalReplies = withdrawal ? listWithdrawalReplies(username, withdrawal, isBlocked) : []
  return withdrawalReplies.length
    ? withdrawalReplies
    : [buildReply(chooseText(sale, isBlocked), username, facts)]
}

function chooseText(sale: Conversion, isBlocked: boolean) {
  const { sale: texts } = replyMessages
  if (sale.status === 'rejected') return texts.declined
  if (sale.status === 'reversed') return texts.reversed
  const state = findSaleState(sale)
  if (state === 'tracked') return texts.tracked
  if (sale.granted_paise === 0n) return texts.nothing
  if (isBlocked) return texts.checked
  return state === 'confirmed' ? texts.held : texts.withdrawable
}

const ON_ITS_WAY = new Set(['requested', 'processing', 'unknown'])

/** `isBlocked`: what was requested is not approved now. The text names no debt, hold or signal. */
export function listWithdrawalReplies(username: string, withdrawal: Withdrawal, isBlocked: boolean): Reply[] {
  const { amount_paise, status, created_at, updated_at, destination_hint: destination, utr } = withdrawal
  const { onItsWay, checked, paid } = replyMessages.withdrawal
  const facts = { amount: formatRupees(amount_paise), destination }
  if (ON_ITS_WAY.has(status))
    return [
      buildReply(isBlocked && status === 'requested' ? checked : onItsWay, username, {
        ...facts,
        date: formatDate(created_at),
      }),
    ]
  if (status !== 'paid' || utr === null) return []
  return [buildReply(paid, username, { ...facts, date: formatDate(updated_at), utr })]
}
