/** All that happened with a member, the newest first. */
import { desc, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { operatorLog } from '~/db/schema/operations'
import { formatRupees } from '~/formats/money'
import { listNotificationPage } from '~/outreach/notifications.server'
import { listSignals } from '~/signals/review.server'
import { listNotes } from '~/support/notes.server'
import { listClaims } from '~/tracking/claims/read-claims.server'
import { listVisits, type Visit } from '~/tracking/visits.server'
import { listAdjustments } from '~/wallet/adjustments/read.server'
import { listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import { describeColumns, describeRows, type Table } from '../columns'
import type { Next } from '../operation'

interface Event {
  at: Date
  what: string
  state: string | null
  text: string
  next: Next | null
}

/** Of each kind of event. */
const MOST = 20
const SHOWN = 60

const column = describeColumns<Event>()
const COLUMNS = [
  column.time('at', { title: 'when' }),
  column.text('what', { next: ({ next }) => next }),
  column.state('state'),
  // Support writes about members in some of them.
  column.words('text'),
]

export async function describeTimeline(userId: number): Promise<Table> {
  const page = { limit: MOST }
  const [visits, withdrawals, adjustments, claims, notes, signals, { items }, commands] = await Promise.all([
    listVisits({ userId }, page),
    listWithdrawals({ userId }, page),
    listAdjustments({ userId }, page),
    listClaims({ userId }, page),
    listNotes({ userId }, page),
    listSignals({ member: userId }, page),
    listNotificationPage(userId, 1, MOST),
    listCommands(userId),
  ])
  const show = (operation: string, id: number): Next => ({ operation, input: { id } })
  const events: Event[] = [
    ...visits.flatMap(describeVisit),
    ...withdrawals.map(({ id, created_at, status, amount_paise, utr, reason }) => ({
      at: created_at,
      what: `withdrawal ${id}`,
      state: status,
      text: [formatRupees(amount_paise), utr && `UTR ${utr}`, reason].filter(Boolean).join(', '),
      next: show('withdrawals show', id),
    })),
    ...adjustments.map(({ id, created_at, state, kind, amount_paise, reason }) => ({
      at: created_at,
      what: `adjustment ${id}`,
      state,
      text: `${kind}, ${formatRupees(amount_paise)}: ${reason}`,
      next: show('adjustments show', id),
    })),
    ...claims.map(({ id, created_at, state, kind, store }) => ({
      at: created_at,
      what: `claim ${id}`,
      state,
      text: [kind, store].filter(Boolean).join(', '),
      next: show('claims show', id),
    })),
    ...notes
      .filter(({ erased_at }) => erased_at === null)
      .map(({ id, created_at, os_user, body }) => ({
        at: created_at,
        what: `note ${id}`,
        state: null,
        text: `${os_user}: ${body}`,
        next: null,
      })),
    ...signals.map(({ id, raised_at, kind, cleared_at, upheld_at }) => ({
      at: raised_at,
      what: `signal ${id}`,
      state: cleared_at ? 'cleared' : upheld_at ? 'upheld' : 'open',
      text: kind,
      next: show('signals show', id),
    })),
    ...items.map(({ created_at, title, body }) => ({
      at: created_at,
      what: 'message to the member',
      state: null,
      text: `${title}: ${body}`,
      next: null,
    })),
    ...commands.map(({ id, started_at, os_user, command, outcome }) => ({
      at: started_at,
      what: 'command',
      state: outcome,
      text: `${os_user}: ${command}`,
      next: show('log show', id),
    })),
  ]
  const newest = events.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, SHOWN)
  return describeRows('timeline', COLUMNS, newest, {
    title: 'Timeline',
    one: 'event',
    none: 'Nothing happened yet.',
  })
}

/** The visit, its sales, and its reports without effect. */
function describeVisit({ click, store, offer, sales, waiting }: Visit): Event[] {
  return [
    {
      at: click.created_at,
      what: 'visit',
      state: null,
      text: `${store}: ${offer}, click ${click.id}`,
      next: null,
    },
    ...sales.map(({ id, created_at, status, sale_paise, pending_paise, granted_paise }) => ({
      at: created_at,
      what: `sale ${id}`,
      state: status,
      text: `${store}${sale_paise === null ? '' : `, ${formatRupees(sale_paise)}`}, cashback ${formatRupees(pending_paise + granted_paise)}`,
      next: { operation: 'conversions show', input: { id } },
    })),
    ...waiting.map(({ id, received_at, reason, resolved_at }) => ({
      at: received_at,
      what: `report ${id}`,
      state: resolved_at ? 'dismissed' : 'quarantined',
      text: `${store}${reason ? `: ${reason}` : ''}`,
      next: { operation: 'postbacks show', input: { id } },
    })),
  ]
}

/** Those whose changes name the member. */
const listCommands = (userId: number) =>
  db
    .select()
    .from(operatorLog)
    .where(
      sql`${operatorLog.result} @> ${JSON.stringify({ changed: [{ subject: `member ${userId}` }] })}::jsonb`,
    )
    .orderBy(desc(operatorLog.id))
    .limit(MOST)
