import { formatRupees } from '~/platform/formats/money'
import { listNotificationsAbout } from '~/domain/outreach/notifications.server'
import { listSignals } from '~/domain/signals/review.server'
import type { Note } from '~/domain/support/notes.server'
import { listClaimPage } from '~/domain/tracking/read-claims.server'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import type { FoundSale } from '~/domain/tracking/conversions.server'
import { CHART, type AccountCode } from '~/domain/wallet/ledger'
import { findWithdrawalOfSale } from '~/domain/wallet/sale-payouts.server'
import type { Table } from '../columns'
import { listLinesAbout } from '../log-lines.server'
import {
  describeEvents,
  listWithdrawalEvents,
  MOST_EVENTS,
  toClaimEvent,
  toCommandEvent,
  toMessageEvent,
  toNoteEvents,
  toReportEvent,
  toSignalEvents,
  toVisitEvent,
} from '../timeline'

/** 'user_pending of 1002' is 'Pending cashback of members'. */
const nameAccount = (account: string) => CHART[account.split(' ')[0] as AccountCode].name

export async function describeSaleTimeline(
  { conversion, click, offer, store, transfers }: FoundSale,
  reports: readonly InboxRow[],
  notes: readonly Note[],
): Promise<Table> {
  const { id, user_id: userId } = conversion
  const page = { limit: MOST_EVENTS }
  const subjects = [`sale ${id}`, ...reports.map((report) => `postback ${report.id}`)]
  const [withdrawal, claims, signals, messages, lines] = await Promise.all([
    findWithdrawalOfSale(conversion),
    listClaimPage({ clickId: click.id }, page),
    listSignals({ member: userId, from: click.created_at }, page),
    listNotificationsAbout(userId, `conversion:${id}:`, MOST_EVENTS),
    listLinesAbout(subjects, MOST_EVENTS),
  ])
  return describeEvents([
    toVisitEvent({ click, store, offer: offer }),
    ...reports.map(toReportEvent),
    ...transfers.map(({ created_at, kind, amount_paise, credit }) => ({
      at: created_at,
      what: 'booking',
      text: `${kind}: ${formatRupees(amount_paise)} to ‘${nameAccount(credit)}’`,
    })),
    ...(await listWithdrawalEvents(withdrawal ? [withdrawal] : [])),
    ...claims.map(toClaimEvent),
    ...toNoteEvents(notes),
    ...signals.flatMap(toSignalEvents),
    ...messages.map(toMessageEvent),
    ...(await Promise.all(lines.map(toCommandEvent))),
  ])
}
