/** Parameters, columns and status words are those of each network's documentation. */
import type { Report } from './conversion-states'

export interface Names {
  click: string[]
  external: string[]
  sale: string[]
  payout: string[]
  status: string[]
  currency: string[]
  goal: string[]
}

export interface Network {
  /** The parameter that carries our click id; `template` builds the click URL of campaigns without a tracking URL. */
  link: { click: string; template?: (settings: NetworkSettings) => LinkTemplate }
  postback: Names
  envelope?: string
  /** Columns of the CSV report, compared by letters and digits only: 'Sub Id 1' matches 'SubId1'. */
  columns: Names
  statuses: ReadonlyMap<string, Report>
  /** The state of a postback without a status; only for networks that document this. */
  silence?: Report
  /** The network's id identifies a visit, which can reach several goals: the goal becomes part of our id. */
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

const trackier: Network = {
  link: {
    click: 'p1',
    template: ({ TRACKIER_HOST, TRACKIER_PUBLISHER_ID }) => ({
      base: `https://${TRACKIER_HOST}/click`,
      campaign: 'campaign_id',
      publisher: 'pub_id',
      publisherId: TRACKIER_PUBLISHER_ID,
    }),
  },
  postback: {
    click: ['p1'],
    external: ['txn_id', 'conversion_id'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status'],
    currency: ['currency'],
    goal: ['goal_value', 'goal_id'],
  },
  columns: {
    click: ['p1'],
    external: ['txn_id', 'conversion_id'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status', 'conversion_status'],
    currency: ['currency', 'payout_currency'],
    goal: ['goal_value', 'goal_id'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['cancelled', 'rejected'],
    ['rejected', 'rejected'],
  ]),
  answer: 'OK',
}

const tune: Network = {
  link: {
    click: 'aff_click_id',
    template: ({ TUNE_HOST, TUNE_AFFILIATE_ID }) => ({
      base: TUNE_HOST ? `https://${TUNE_HOST}/aff_c` : null,
      campaign: 'offer_id',
      publisher: 'aff_id',
      publisherId: TUNE_AFFILIATE_ID,
    }),
  },
  postback: {
    click: ['aff_click_id', 'aff_sub'],
    external: ['transaction_id'],
    sale: ['sale_amount'],
    payout: ['payout'],
    status: ['status'],
    currency: ['currency'],
    goal: ['goal_id'],
  },
  columns: {
    click: ['ConversionsMobile.affiliate_click_id', 'aff_click_id', 'Stat.affiliate_info1', 'aff_sub'],
    external: ['Stat.ad_id', 'transaction_id'],
    sale: ['Stat.conversion_sale_amount', 'Stat.sale_amount', 'sale_amount'],
    payout: ['Stat.approved_payout', 'Stat.payout', 'payout'],
    status: ['Stat.conversion_status', 'Stat.status', 'status'],
    currency: ['Stat.currency', 'currency'],
    goal: ['Stat.goal_id', 'goal_id'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ]),
  idNeedsGoal: true,
  answer: 'success=true;',
}

const impact: Network = {
  link: { click: 'subId1' },
  postback: {
    click: ['SubId1', 'subId1'],
    external: ['ActionId'],
    sale: ['Amount'],
    payout: ['Payout'],
    status: ['Status', 'State', 'ActionStatus'],
    currency: ['Currency'],
    goal: ['ActionTrackerId'],
  },
  columns: {
    click: ['SubId1'],
    external: ['ActionId', 'Id'],
    sale: ['SaleAmount', 'Amount'],
    payout: ['Payout', 'ActionEarnings'],
    status: ['Status', 'State'],
    currency: ['Currency'],
    goal: ['ActionTrackerId', 'EventTypeId'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['locked', 'approved'],
    ['paid', 'approved'],
    ['reversed', 'reversed'],
  ]),
  answer: 'OK',
}

const admitad: Network = {
  link: { click: 'subid' },
  postback: {
    click: ['subid'],
    external: ['admitad_id', 'order_id'],
    sale: ['order_sum'],
    payout: ['payment_sum'],
    status: ['payment_status', 'status'],
    currency: ['currency'],
    goal: ['action_id', 'tariff_id'],
  },
  columns: {
    click: ['subid'],
    external: ['admitad_id', 'action_id', 'order_id'],
    sale: ['order_sum', 'cart'],
    payout: ['payment_sum', 'payment'],
    status: ['payment_status', 'status'],
    currency: ['currency'],
    goal: ['tariff_id'],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    // The shop has confirmed the sale but not paid the network yet, so it must not be paid out.
    ['approved_but_stalled', 'pending'],
    ['declined', 'rejected'],
  ]),
  answer: 'OK',
}

const awin: Network = {
  link: { click: 'clickref' },
  postback: {
    click: ['clickRef', 'clickref'],
    external: ['transactionId'],
    sale: ['saleAmount', 'transactionAmount'],
    payout: ['commission'],
    status: ['status', 'commissionStatus'],
    currency: ['currency', 'transactionCurrency'],
    goal: [],
  },
  envelope: 'AwinTransactionPush',
  columns: {
    click: ['click_ref'],
    external: ['id', 'transaction_id'],
    sale: ['sale_amount', 'transaction_amount'],
    payout: ['commission', 'commission_amount'],
    status: ['commission_status', 'status'],
    currency: ['currency', 'sale_amount_currency', 'transaction_currency'],
    goal: [],
  },
  statuses: new Map([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['declined', 'rejected'],
    ['0', 'pending'],
    ['1', 'approved'],
    ['2', 'rejected'],
  ]),
  // Awin notifies when a transaction is recorded, without a status; later states are only in the report.
  silence: 'pending',
  answer: 'OK',
}

export const NETWORK_NAMES = ['trackier', 'tune', 'impact', 'admitad', 'awin'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

export const networks = { trackier, tune, impact, admitad, awin } satisfies Record<NetworkName, Network>

export const isNetworkName = (name: string): name is NetworkName => Object.hasOwn(networks, name)

export const findNetwork = (name: string): Network | null => (isNetworkName(name) ? networks[name] : null)

/** Without a click id, the URL earns no commission. */
export function trackingUrl(
  campaign: TrackedCampaign & { network: string },
  clickId: string | null,
  settings: NetworkSettings,
): string | null {
  const link = findNetwork(campaign.network)?.link
  if (!link) return null
  const template = link.template?.(settings)
  const base = campaign.tracking_url ?? template?.base
  if (!base) return null
  return withParameters(base, {
    ...(template?.base && {
      [template.campaign]: campaign.network_campaign_id,
      [template.publisher]: template.publisherId ?? null,
    }),
    [link.click]: clickId,
  })
}

function withParameters(base: string, parameters: Record<string, string | null>): string | null {
  if (!URL.canParse(base)) return null
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value)
  return url.protocol === 'https:' ? url.href : null
}
