import { findNetwork } from './networks'
import type { NetworkSettings, TargetedCampaign } from './network'

/** The parameter of the offer's link for the page of a product; null: the link leads to the store's own page. */
export function findTargetParameter(campaign: TargetedCampaign, settings: NetworkSettings): string | null {
  const { product_links, tracking_url, network } = campaign
  const link = findNetwork(network)?.link
  const base = tracking_url ?? link?.template?.(settings).base
  if (!link?.target || product_links === false || !base || !URL.canParse(base)) return null
  const { parameter, path, isDocumented } = link.target
  const isKnown = isDocumented && path.test(new URL(base).pathname)
  return product_links === true || isKnown ? parameter : null
}
