/** The only list of networks: variables, commands, feeds, settings and queries follow it. */
import { admitad } from './networks/admitad'
import { awin } from './networks/awin'
import { impact } from './networks/impact'
import type { Network, NetworkSettings, TargetedOffer } from './network'
import { trackier } from './networks/trackier'
import { tune } from './networks/tune'

export const networks = { trackier, tune, impact, admitad, awin } satisfies Record<string, Network>

export type NetworkName = keyof typeof networks

export const NETWORK_NAMES = Object.keys(networks) as NetworkName[]

export type NetworkPrefix = Uppercase<NetworkName>

export const NETWORK_PREFIXES = NETWORK_NAMES.map((name) => name.toUpperCase() as NetworkPrefix)

export const isNetworkName = (name: string): name is NetworkName => Object.hasOwn(networks, name)

export const findNetwork = (name: string): Network | null => (isNetworkName(name) ? networks[name] : null)

/** The parameter of the offer's link for the page of a product; null: the link leads to the store's own page. */
export function findTargetParameter(offer: TargetedOffer, settings: NetworkSettings): string | null {
  const { product_links, tracking_url, network } = offer
  const link = findNetwork(network)?.link
  const base = tracking_url ?? link?.template?.(settings).base
  if (!link?.target || product_links === false || !base || !URL.canParse(base)) return null
  const { parameter, path, isDocumented } = link.target
  const isKnown = isDocumented && path.test(new URL(base).pathname)
  return product_links === true || isKnown ? parameter : null
}
