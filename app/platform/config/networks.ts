/** The only list of networks: variables, commands, feeds, settings and queries follow it. */
import { admitad } from './networks/admitad'
import { awin } from './networks/awin'
import { impact } from './networks/impact'
import type { Network } from './network'
import { trackier } from './networks/trackier'
import { tune } from './networks/tune'

export const networks = { trackier, tune, impact, admitad, awin } satisfies Record<string, Network>

export type NetworkName = keyof typeof networks

export const NETWORK_NAMES = Object.keys(networks) as NetworkName[]

export type NetworkPrefix = Uppercase<NetworkName>

export const NETWORK_PREFIXES = NETWORK_NAMES.map((name) => name.toUpperCase() as NetworkPrefix)

export const isNetworkName = (name: string): name is NetworkName => Object.hasOwn(networks, name)

export const findNetwork = (name: string): Network | null => (isNetworkName(name) ? networks[name] : null)
