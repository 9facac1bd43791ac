import type { AmountFormat } from '~/formats/amounts'

/** What a network says of a sale. */
export type Report = 'pending' | 'approved' | 'rejected' | 'reversed'

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
}

/** Parameters, columns and status words are those of each network's documentation. */
export interface Network {
  /** The page that names the id of a conversion. */
  documentation: string
  /** The parameter that carries our click id; `template` builds the click URL of campaigns without a tracking URL. */
  link: { click: string; template?: (settings: NetworkSettings) => LinkTemplate }
  /** Of postbacks and reports alike. */
  amounts: AmountFormat
  postback: Names
  envelope?: string
  /** Columns of the CSV report, compared by letters and digits only: 'Sub Id 1' matches 'SubId1'. */
  columns: Names
  statuses: ReadonlyMap<string, Report>
  /** The state of a postback without a status; only for networks that document this. */
  silence?: Report
  /** The id identifies a visit, which can reach several goals: only with a goal it is that of a conversion. */
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
