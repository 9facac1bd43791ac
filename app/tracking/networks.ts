/** The networks as data: how each spells its parameters and states, and how a click reaches it. */
import type { Report } from './conversion-states'

/** Ours on the left; on the right every name the network may use, the first that is filled wins. */
interface Parameters {
  click: string[]
  external: string[]
  sale: string[]
  payout: string[]
  status: string[]
  currency: string[]
  goal: string[]
}

export interface Network {
  parameters: Parameters
  /** Its status words, lower-cased. */
  statuses: ReadonlyMap<string, Report>
  trackingUrl(campaign: TrackedCampaign, clickId: string | null, settings: NetworkSettings): string | null
}

/** What a tracking URL is made of. */
export interface TrackedCampaign {
  network_campaign_id: string
  tracking_url: string | null
}

export interface NetworkSettings {
  TRACKIER_HOST: string
  TRACKIER_PUBLISHER_ID: string
}

const trackier: Network = {
  parameters: {
    click: ['p1'],
    external: ['txn_id', 'conversion_id'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status'],
    currency: ['currency'],
    goal: ['goal_value', 'goal_id'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['cancelled', 'rejected'],
    ['rejected', 'rejected'],
  ]),
  trackingUrl(campaign, clickId, { TRACKIER_HOST, TRACKIER_PUBLISHER_ID }) {
    return withParameters(campaign.tracking_url ?? `https://${TRACKIER_HOST}/click`, {
      campaign_id: campaign.network_campaign_id,
      pub_id: TRACKIER_PUBLISHER_ID,
      p1: clickId,
    })
  },
}

const awin: Network = {
  parameters: {
    click: ['clickRef', 'clickref'],
    external: ['transactionId'],
    sale: ['saleAmount'],
    payout: ['commission'],
    status: ['status'],
    currency: ['currency'],
    goal: [],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['declined', 'rejected'],
  ]),
  trackingUrl: ({ tracking_url }, clickId) =>
    tracking_url && withParameters(tracking_url, { clickref: clickId }),
}

export const networks: Record<string, Network | undefined> = { trackier, awin }

/** Null unless it is https: nothing else is ever redirected to. */
function withParameters(base: string, parameters: Record<string, string | null>): string | null {
  if (!URL.canParse(base)) return null
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value)
  return url.protocol === 'https:' ? url.href : null
}

/** The address that leads through the network to the shop; null when there is none. Without a click it earns nothing. */
export function trackingUrl(
  campaign: TrackedCampaign & { network: string },
  clickId: string | null,
  settings: NetworkSettings,
): string | null {
  return networks[campaign.network]?.trackingUrl(campaign, clickId, settings) ?? null
}
