import { formatRupees } from '~/formats/money'
import { listNotificationsAbout } from '~/outreach/notifications.server'
import { listSignals } from '~/signals/review.server'
import { listNotes } from '~/support/notes.server'
import { listClaims } from '~/tracking/claims/read-claims.server'
import { listPostbacksOfSale } from '~/tracking/list-postbacks.server'
import type { FoundSale } from '~/tracking/sales.server'
import { findWithdrawalOfSale } from '~/wallet/withdrawals/find-withdrawal-of-sale.server'
import type { Table } from '../columns'
import {
  describeEvents,
  listCommandEvents,
  MOST_EVENTS,
  toClaimEvent,
  toMessageEvent,
  toNoteEvents,
  toReportEvent,
  toSignalEvent,
  toVisitEvent,
  toWithdrawalEvent,
} from '../timeline'

export async function describeSaleTimeline({
  conversion,
  click,
  campaign,
  store,
  transfers,
}: FoundSale): Promise<Table> {
  const { id, user_id: userId } = conversion
  const page = { limit: MOST_EVENTS }
  const [reports, withdrawal, claims, notes, signals, messages] = await Promise.all([
    listPostbacksOfSale(id),
    findWithdrawalOfSale(conversion),
    listClaims({ clickId: click.id }, page),
    listNotes({ saleId: id }, page),
    listSignals({ member: userId, from: click.created_at }, page),
    listNotificationsAbout(userId, `conversion:${id}:`, MOST_EVENTS),
  ])
  const commands = await listCommandEvents([
    `sale ${id}`,
    ...reports.map((report) => `postback ${report.id}`),
  ])
  return describeEvents([
    toVisitEvent({ click, store, offer: campaign }),
    ...reports.map(toReportEvent),
    ...transfers.map(({ created_at, kind, amount_paise, credit }) => ({
      at: created_at,
      what: 'booking',
      state: null,
      text: `${kind}: ${formatRupees(amount_paise)} to ${credit}`,
      next: null,
    })),
    ...(withdrawal ? [toWithdrawalEvent(withdrawal)] : []),
    ...claims.map(toClaimEvent),
    ...toNoteEvents(notes),
    ...signals.map(toSignalEvent),
    ...messages.map(toMessageEvent),
    ...commands,
  ])
}
