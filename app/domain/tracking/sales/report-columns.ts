import { type Conversion, isEnd } from '../conversions'
import type { ReportedClick } from './reported-clicks.server'
import type { ReportedSale } from '../reports'

export const toRepeatedReport = (sale: ReportedSale, found: Conversion | null, reportId: number | null) => ({
  report_id: reportId ?? found!.report_id,
  decline_reason: findDeclineReason(sale, found),
  network_payout_paise: findReportedAmounts(sale, found).networkPayout,
})

export const findReportedAmounts = (sale: ReportedSale, now: Conversion | null) => ({
  sale: isEnd(sale.report) ? (now?.sale_paise ?? null) : sale.amount,
  networkPayout: sale.networkPayout ?? now?.network_payout_paise ?? null,
})

export const findDeclineReason = (sale: ReportedSale, now: Conversion | null) =>
  isEnd(sale.report) ? (sale.reason ?? now?.decline_reason ?? null) : null

export const toIds = ({ conversionId, orderNumber }: ReportedSale) => ({
  conversion_id: conversionId,
  order_number: orderNumber,
})

export const toNewConversion = (
  network: string,
  sale: ReportedSale,
  click: ReportedClick,
  candidates: Conversion[],
  reportId: number | null,
) => ({
  ...toIds(sale),
  network,
  external_id: findFreeKey(sale, candidates, reportId),
  legacy: false,
  click_id: click.id,
  campaign_id: click.campaign_id,
  user_id: click.userId,
  referrer_id: click.referrerId,
})

function findFreeKey(
  { conversionId, externalId }: ReportedSale,
  candidates: Conversion[],
  reportId: number | null,
) {
  const isTaken =
    conversionId === null &&
    candidates.some((row) => row.conversion_id === null && row.external_id === externalId)
  return isTaken ? `${externalId}:report:${reportId}` : externalId
}

export function findOtherCommission(
  { networkPayout: to }: ReportedSale,
  { network_payout_paise: from }: Conversion,
): { commission?: { from: bigint | null; to: bigint } } {
  return to === null || to === from ? {} : { commission: { from, to } }
}
