import type { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { findNetwork } from '~/platform/config/networks'
import { CLAIM_METHOD, readClaimReport } from './claims/claim-report'
import { MOST_ID, type ParsedReport, readReport, readReportRow } from './reports'

export type InboxRow = typeof postbackInbox.$inferSelect

export interface Postback {
  network: string
  /** GET or POST of a postback, CSV for a row of an imported report, or CLAIM for a claim's credit. */
  method: string
  raw: Record<string, string>
}

export function readInboxRow({ network: name, method, raw }: Postback): ParsedReport {
  const network = findNetwork(name)
  if (!network) return { quarantined: 'unknown-network' }
  if (method === CLAIM_METHOD) return readClaimReport(raw)
  return method === 'CSV' ? readReportRow(network, raw) : readReport(network, raw)
}

export function toReportColumns(read: ParsedReport) {
  if ('quarantined' in read) return { click_id: null, external_id: null, report: null, sale_paise: null }
  const { clickId, externalId, report, amount } = read
  // A valid click id is shorter; an index rejects very long values.
  return {
    click_id: clickId.length > MOST_ID ? null : clickId,
    external_id: externalId,
    report,
    sale_paise: amount,
  }
}
