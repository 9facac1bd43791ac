import { formatDate } from '~/formats/dates'
import { formatPayout, formatPlain } from '~/formats/money'
import type { Conversion } from '~/tracking/conversion'
import type { InboxRow } from '~/tracking/inbox-row.server'
import { getPostbackState } from '~/tracking/list-postbacks.server'
import type { Visit } from '~/tracking/visits.server'

/** Amounts are decimal texts in rupees, times are in UTC. */
export const toJson = ({ click, store, offer, userId, sales, waiting }: Visit) => ({
  click_id: click.id,
  clicked_at: click.created_at,
  user_id: userId,
  claimed_at: click.claimed_at,
  store,
  offer,
  campaign_id: click.campaign_id,
  network: click.network,
  rate: formatPayout(click),
  cap: click.cap_paise === null ? null : formatPlain(click.cap_paise),
  sales: sales.map((sale) => ({
    id: sale.id,
    external_id: sale.external_id,
    conversion_id: sale.conversion_id,
    order_number: sale.order_number,
    status: sale.status,
    sale: sale.sale_paise === null ? null : formatPlain(sale.sale_paise),
    pending: formatPlain(sale.pending_paise),
    granted: formatPlain(sale.granted_paise),
    withdrawable_at: sale.withdrawable_at,
    reported_at: sale.created_at,
    updated_at: sale.updated_at,
  })),
  waiting: waiting.map((report) => ({
    postback: report.id,
    state: getPostbackState(report),
    reason: report.reason,
    resolution: report.resolution,
    network: report.network,
    received_at: report.received_at,
  })),
})

export const forSheets = (line: Line) => ({
  clicked_at: line.click.created_at,
  user_id: line.userId,
  store: line.store,
  offer: line.offer,
  campaign_id: line.click.campaign_id,
  network: line.click.network,
  rate: formatPayout(line.click),
  outcome: formatOutcome(line),
  sale_id: line.sale?.id ?? null,
  external_id: (line.sale ?? line.report)?.external_id ?? null,
  sale: findAmount(line) === null ? null : formatPlain(findAmount(line)!),
  cashback: line.sale && formatPlain(sumCashback(line.sale)),
  withdrawable_at: line.sale?.withdrawable_at ?? null,
  reported_at: line.sale?.created_at ?? line.report?.received_at ?? null,
  click_id: line.click.id,
})

export const FIELDS = [
  'clicked_at',
  'user_id',
  'store',
  'offer',
  'campaign_id',
  'network',
  'rate',
  'outcome',
  'sale_id',
  'external_id',
  'sale',
  'cashback',
  'withdrawable_at',
  'reported_at',
  'click_id',
] as const

/** One per sale or report; a click without either has one line. */
export interface Line extends Visit {
  sale: Conversion | null
  report: InboxRow | null
}

export const NO_REPORT = 'no report came'

export function formatOutcome({ sale, report }: Line): string {
  if (sale) {
    const { status, withdrawable_at: from } = sale
    const waits = status === 'approved' && from !== null && from.getTime() > Date.now()
    return waits ? `${status}, withdrawable from ${formatDate(from)}` : status
  }
  if (!report) return NO_REPORT
  const of = `(postback ${report.id})`
  if (report.resolved_at) return `dismissed ${of}: ${report.resolution ?? ''}`
  return report.outcome === null ? `not processed yet ${of}` : `quarantined ${of}: ${report.reason ?? ''}`
}

export const sumCashback = ({ pending_paise, granted_paise }: Conversion) => pending_paise + granted_paise

export const findAmount = ({ sale, report }: Line) => (sale ?? report)?.sale_paise ?? null
