import type { AmountFormat } from '~/platform/formats/amounts'

export type ReportedState = 'pending' | 'approved' | 'rejected' | 'reversed'

/** Why a store declined a sale (docs/rules.md#54). */
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
  /** The network's id of the sale, which keeps its value in corrections. */
  conversion: string[]
  order: string[]
  sale: string[]
  payout: string[]
  status: string[]
  currency: string[]
  goal: string[]
  reason?: string[]
  /** When the customer ordered, or the network recorded it: '2026-11-21', with or without a time. */
  ordered?: string[]
}

/** Parameters, columns and status words are from each network's documentation. */
export interface Network {
  documentation: string
  link: {
    /** The parameter for our click id. */
    click: string
    /** Where a link says whose commission it is: parameters, in any case, or a part of the path. */
    publisher: { parameters: readonly string[] } | { path: RegExp }
    /** The network's own host and our id there: such links need no agreement. */
    own?: (settings: NetworkSettings) => { host: string; publisherId: string | undefined }
    /** Where a link says to which page of the shop it leads. */
    target?: LinkTargetParameter
    /** Builds the URL of offers without a tracking URL; its links are our own, too. */
    template?: (settings: NetworkSettings) => LinkTemplate
  }
  amounts: AmountFormat
  postback: Names
  envelope?: string
  /** Columns of the CSV report, compared by letters and digits. */
  columns: Names
  statuses: ReadonlyMap<string, ReportedState>
  /** The network's words for reasons of a decline, in lower case; other words say nothing. */
  reasons?: ReadonlyMap<string, DeclineReason>
  /** The status of a postback without one. */
  silence?: ReportedState
  /** The id is of a visit, which can reach several goals: it names a sale only together with a goal. */
  idNeedsGoal?: boolean
  /** What follows the secret in the postback's address, with the network's own macros (docs/feeds.md). */
  macros: string
  answer: string
}

interface LinkTargetParameter {
  parameter: string
  /** Of the links that know it. */
  path: RegExp
  /** By the network itself. Other links get it only where an operator has said so of the offer. */
  isDocumented: boolean
}

interface LinkTemplate {
  base: string | null
  offer: string
  publisher: string
  publisherId: string | undefined
}

export interface NetworkSettings {
  TRACKIER_HOST: string
  TRACKIER_PUBLISHER_ID: string
  TUNE_HOST?: string | undefined
  TUNE_AFFILIATE_ID?: string | undefined
  AWIN_PUBLISHER_ID?: string | undefined
}

export interface TrackedOffer {
  network_campaign_id: string
  tracking_url: string | null
}

/** `product_links`: what an operator said of the offer; null: nothing. */
export interface TargetedOffer {
  network: string
  tracking_url: string | null
  product_links: boolean | null
}
