import { formatRupees } from '~/platform/formats/money'
import { listNotificationPage } from '~/domain/outreach/notifications.server'
import { listSignals } from '~/domain/signals/review.server'
import type { Note } from '~/domain/support/notes.server'
import { listClaimPage } from '~/domain/tracking/read-claims.server'
import { listVisits, type Visit } from '~/domain/tracking/visits.server'
import type { listAdjustments } from '~/domain/books/adjustments.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import type { Table } from '../columns'
import { listLinesAbout } from '../log-lines.server'
import {
  describeEvents,
  listWithdrawalEvents,
  MOST_EVENTS,
  showRecord,
  toClaimEvent,
  toCommandEvent,
  toMessageEvent,
  toNoteEvents,
  toSignalEvents,
  toVisitEvent,
  type Event,
} from '../timeline'

interface MemberRows {
  withdrawals: readonly Withdrawal[]
  adjustments: Awaited<ReturnType<typeof listAdjustments>>
  notes: readonly Note[]
}

export async function describeTimeline(
  userId: number,
  { withdrawals, adjustments, notes }: MemberRows,
): Promise<Table> {
  const page = { limit: MOST_EVENTS }
  const [steps, visits, claims, signals, { items }, lines] = await Promise.all([
    listWithdrawalEvents(withdrawals),
    listVisits({ userId }, page),
    listClaimPage({ userId }, page),
    listSignals({ member: userId }, page),
    listNotificationPage(userId, 1, MOST_EVENTS),
    listLinesAbout([`member ${userId}`], MOST_EVENTS),
  ])
  return describeEvents([
    ...visits.flatMap(toVisitEvents),
    ...steps,
    ...adjustments.map(({ id, created_at, state, kind, amount_paise, reason }) => ({
      at: created_at,
      what: `adjustment ${id}`,
      state,
      text: `${kind}, ${formatRupees(amount_paise)}: ${reason}`,
      next: showRecord('adjustments show', id),
    })),
    ...claims.map(toClaimEvent),
    ...toNoteEvents(notes),
    ...signals.flatMap(toSignalEvents),
    ...items.map(toMessageEvent),
    ...(await Promise.all(lines.map(toCommandEvent))),
  ])
}

function toVisitEvents(visit: Visit): Event[] {
  const { store, sales, waiting } = visit
  return [
    toVisitEvent(visit),
    ...sales.map(({ id, created_at, status, sale_paise, pending_paise, granted_paise }) => ({
      at: created_at,
      what: `sale ${id}`,
      state: status,
      text: `${store}${sale_paise === null ? '' : `, ${formatRupees(sale_paise)}`}, cashback ${formatRupees(pending_paise + granted_paise)}`,
      next: showRecord('conversions show', id),
    })),
    ...waiting.map(({ id, received_at, reason, resolved_at }) => ({
      at: received_at,
      what: `report ${id}`,
      state: resolved_at ? 'dismissed' : 'quarantined',
      text: `${store}${reason ? `: ${reason}` : ''}`,
      next: showRecord('postbacks show', id),
    })),
  ]
}
