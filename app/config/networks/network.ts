import type { AmountFormat } from '~/formats/amounts'

export type Report = 'pending' | 'approved' | 'rejected' | 'reversed'

/** Why a store declined a sale; docs/rules.md#54. */
export const DECLINE_REASONS = [
  'returned',
  'other-site',
  'code',
  'terms',
  'not-new',
  'duplicate',
  'not-real',
] as const

export type DeclineReason = (typeof DECLINE_REASONS)[number]

export interface Names {
  click: string[]
  /** The network's own id of the conversion, which identifies a sale and keeps its value in corrections. */
  conversion: string[]
  /** The shop's order number: items of one order share it. */
  order: string[]
  sale: string[]
  payout: string[]
  status: string[]
  currency: string[]
  goal: string[]
  /** Of a declined sale, if the network reports it. */
  reason?: string[]
}

/** Parameters, columns and status words are those of each network's documentation. */
export interface Network {
  /** The page that names the id of a conversion. */
  documentation: string
  /** The parameter for our click id; `template` builds the click URL of campaigns without a tracking URL. */
  link: { click: string; template?: (settings: NetworkSettings) => LinkTemplate }
  amounts: AmountFormat
  postback: Names
  envelope?: string
  /** Columns of the CSV report. Only letters and digits are compared: 'Sub Id 1' matches 'SubId1'. */
  columns: Names
  statuses: ReadonlyMap<string, Report>
  /** Its words for reasons of a decline, in lower case; any other word says nothing. */
  reasons?: ReadonlyMap<string, DeclineReason>
  /** The status of a postback without one, if the network documents it. */
  silence?: Report
  /** The id identifies a visit, which can reach several goals: it names a conversion only together with a goal. */
  idNeedsGoal?: boolean
  answer: string
}

interface LinkTemplate {
  base: string | null
  campaign: string
  publisher: string
  publisherId: string | undefined
}

export interface NetworkSettings {
  TRACKIER_HOST: string
  TRACKIER_PUBLISHER_ID: string
  TUNE_HOST?: string | undefined
  TUNE_AFFILIATE_ID?: string | undefined
}

export interface TrackedCampaign {
  network_campaign_id: string
  tracking_url: string | null
}
