/** A network's postback in our words; what cannot be read is quarantined with its reason, never guessed. */
import { parseRupees, type Paise } from '~/money'
import type { Report } from './conversion-states'
import type { Network } from './networks'

export type QuarantineReason =
  | 'unknown-click'
  | 'unknown-status'
  | 'other-currency'
  | 'unusable-amount'
  | 'unusable-id'
  | 'over-cap'
  | 'after-rejection'
  | 'other-click'

export interface ReportedSale {
  clickId: string
  /** The network's id of the sale, or one made of click and goal where it gives none. */
  externalId: string
  report: Report
  /** Null: the network named no amount. */
  sale: Paise | null
  /** What the network pays us; recorded only. */
  networkPayout: Paise | null
}

/** Longer than any network's id of a sale; an index refuses far longer ones. */
const MOST_ID = 200

/** Reads the parameters of a postback. Amounts of a rejection are not looked at: it takes what was given. */
export function readReport(
  { parameters, statuses }: Network,
  raw: Record<string, string>,
): ReportedSale | { quarantined: QuarantineReason } {
  const read = (of: keyof typeof parameters) =>
    parameters[of].map((name) => raw[name]?.trim()).find((value) => value)
  const clickId = read('click')
  if (!clickId) return { quarantined: 'unknown-click' }
  const report = statuses.get(read('status')?.toLowerCase() ?? '')
  if (!report) return { quarantined: 'unknown-status' }
  if ((read('currency') ?? 'INR').toUpperCase() !== 'INR') return { quarantined: 'other-currency' }

  const externalId = read('external') ?? `click:${clickId}:${read('goal') ?? ''}`
  if (externalId.length > MOST_ID) return { quarantined: 'unusable-id' }

  const saleText = read('sale')
  const sale = saleText === undefined ? null : parseRupees(saleText)
  const ends = report === 'rejected' || report === 'reversed'
  if (!ends && saleText !== undefined && sale === null) return { quarantined: 'unusable-amount' }
  return {
    clickId,
    externalId,
    report,
    sale,
    networkPayout: parseRupees(read('payout') ?? ''),
  }
}
