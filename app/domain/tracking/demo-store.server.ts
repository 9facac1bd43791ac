// The demo's tracking links have no server: Get Deal opens a page in place of the store, which sends the reports of its network.
import { and, eq, isNull } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { type NetworkName, isNetworkName, networks } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import {
  classifyCredit,
  formatPayout,
  formatPlain,
  least,
  paise,
  type Paise,
  type Payout,
} from '~/platform/formats/money'
import { paths } from '~/paths'
import { computeCashback } from './promise'
import { listSalesOfClicks } from './sales/sales-of-clicks.server'
import { buildTrackingUrl } from './clicks'
import { GUEST_ID } from './guest'
import { listSecrets } from './network-secrets.server'
import { listKeys, signParameters } from './senders.server'
import { findSaleState, type SaleState } from './visit-states'
import { makeParameters } from './test-postbacks.server'
import { formatVisitNumber } from './visit-number'

export const isDemo = (): boolean => env().demo

const isExample = (url: string | null) => url !== null && new URL(url).hostname.endsWith('.example')

/** Names that are reserved for examples are nobody's. Outside the demo every link leads to its network. */
export const findDemoStore = (trackingUrl: string, request: Request): string | null => {
  const { search } = new URL(trackingUrl)
  // The origin of the request: the cookie of 127.0.0.1 does not count at localhost.
  return isDemo() && isExample(trackingUrl) ? new URL(`${paths.demoStore}${search}`, request.url).href : null
}

export interface DemoVisit {
  clickId: string
  network: NetworkName
  isGuest: boolean
  number: string
  store: string
  offer: string
  rate: string | null
  price: Paise
  state: SaleState | null
  /** A report of it waits for an operator. */
  isHeld: boolean
  payout: Payout & { cap_paise: bigint | null }
}

/** The click that a tracking URL of any network names. */
export const readClickId = (parameters: URLSearchParams): string =>
  Object.values(networks)
    .map(({ link }) => parameters.get(link.click))
    .find((value) => value !== null) ?? ''

/** Null: unknown, not in the demo, or its link leads to a real network. */
export async function findDemoVisit(clickId: string): Promise<DemoVisit | null> {
  if (!isDemo()) return null
  const [row] = await db
    .select({ click: clicks, store: brands.name, offer: campaigns.title, campaign: campaigns })
    .from(clicks)
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(clicks.id, clickId))
  if (!row || !isExample(buildTrackingUrl(row.campaign, row.click.id, env()))) return null
  const { click, store, offer } = row
  const { network } = click
  if (!isNetworkName(network)) return null
  const [[sale], [held]] = await Promise.all([listSalesOfClicks(db, [click.id]), listHeld(network, click.id)])
  return {
    clickId: click.id,
    network,
    isGuest: click.user_id === GUEST_ID && click.claimed_by === null,
    number: formatVisitNumber(click.seq),
    store,
    offer,
    rate: classifyCredit(click) === 'cashback' ? formatPayout(click) : null,
    price: choosePrice(click),
    state: sale ? findSaleState(sale) : null,
    isHeld: held !== undefined,
    payout: click,
  }
}

const listHeld = (network: NetworkName, clickId: string) =>
  db
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(
      and(
        eq(postbackInbox.network, network),
        eq(postbackInbox.click_id, clickId),
        eq(postbackInbox.outcome, 'quarantined'),
        isNull(postbackInbox.resolved_at),
      ),
    )
    .limit(1)

const PRICES = [2_499_00n, 9_999_00n, 24_999_00n, 99_999_00n] as const

/** A flat payout needs a price that is worth it. */
function choosePrice({ payout_model, payout_hundredths }: Payout): Paise {
  const wanted = payout_model === 'percentage' ? 0n : (payout_hundredths ?? 0n) * 4n
  return paise(PRICES.find((price) => price >= wanted) ?? PRICES[3])
}

/** Covers the cashback and a referrer's share of it, so that no limit of losses holds the sale. */
function computeCommission({ payout, price }: DemoVisit): Paise {
  return least(paise((computeCashback(payout, price) * 13n) / 10n), price)
}

/** As its network would send it: null where the demo has no secret for that network. */
export async function makeDemoReport(visit: DemoVisit, report: 'pending' | 'approved') {
  const { network, clickId, number, price } = visit
  const [secret] = await listSecrets(network)
  const [status] = [...networks[network].statuses].find(([, means]) => means === report) ?? []
  if (secret === undefined || status === undefined) return null
  const { query, headers } = signParameters(
    network,
    makeParameters(network, {
      click: clickId,
      conversion: `demo-${number}`,
      order: `DEMO-${number}`,
      sale: formatPlain(price),
      payout: formatPlain(computeCommission(visit)),
      status,
      currency: 'INR',
    }),
    listKeys(network)[0],
  )
  return { secret, query, headers }
}
