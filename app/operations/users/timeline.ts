import { formatRupees } from '~/formats/money'
import { listNotificationPage } from '~/outreach/notifications.server'
import { listSignals } from '~/signals/review.server'
import { listNotes } from '~/support/notes.server'
import { listClaims } from '~/tracking/claims/read-claims.server'
import { listVisits, type Visit } from '~/tracking/visits.server'
import { listAdjustments } from '~/wallet/adjustments/read.server'
import { listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Table } from '../columns'
import {
  describeEvents,
  listCommandEvents,
  MOST_EVENTS,
  showRecord,
  toClaimEvent,
  toMessageEvent,
  toNoteEvents,
  toSignalEvent,
  toVisitEvent,
  toWithdrawalEvent,
  type Event,
} from '../timeline'

export async function describeTimeline(userId: number): Promise<Table> {
  const page = { limit: MOST_EVENTS }
  const [visits, withdrawals, adjustments, claims, notes, signals, { items }, commands] = await Promise.all([
    listVisits({ userId }, page),
    listWithdrawals({ userId }, page),
    listAdjustments({ userId }, page),
    listClaims({ userId }, page),
    listNotes({ userId }, page),
    listSignals({ member: userId }, page),
    listNotificationPage(userId, 1, MOST_EVENTS),
    listCommandEvents([`member ${userId}`]),
  ])
  return describeEvents([
    ...visits.flatMap(toVisitEvents),
    ...withdrawals.map(toWithdrawalEvent),
    ...adjustments.map(({ id, created_at, state, kind, amount_paise, reason }) => ({
      at: created_at,
      what: `adjustment ${id}`,
      state,
      text: `${kind}, ${formatRupees(amount_paise)}: ${reason}`,
      next: showRecord('adjustments show', id),
    })),
    ...claims.map(toClaimEvent),
    ...toNoteEvents(notes),
    ...signals.map(toSignalEvent),
    ...items.map(toMessageEvent),
    ...commands,
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
