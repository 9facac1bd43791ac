import type { AmountFormat } from '~/formats/amounts'

export type Report = 'pending' | 'approved' | 'rejected' | 'reversed'

/** docs/rules.md#54 */
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
  /** Keeps its value in corrections. */
  conversion: string[]
  /** Shared by the items of one order. */
  order: string[]
  sale: string[]
  payout: string[]
  status: string[]
  currency: string[]
  goal: string[]
  reason?: string[]
}

/** From each network's documentation. */
export interface Network {
  documentation: string
  /** `template`: for campaigns without a tracking URL. */
  link: { click: string; template?: (settings: NetworkSettings) => LinkTemplate }
  amounts: AmountFormat
  postback: Names
  envelope?: string
  /** Compared by letters and digits. */
  columns: Names
  statuses: ReadonlyMap<string, Report>
  /** Lower case; others say nothing. */
  reasons?: ReadonlyMap<string, DeclineReason>
  /** Of a postback without a status. */
  silence?: Report
  /** The id is of a visit, which can reach several goals. */
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
