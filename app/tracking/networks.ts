import { admitad } from './networks/admitad'
import { awin } from './networks/awin'
import { impact } from './networks/impact'
import type { Network } from './networks/network'
import { trackier } from './networks/trackier'
import { tune } from './networks/tune'

export const NETWORK_NAMES = ['trackier', 'tune', 'impact', 'admitad', 'awin'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

export const networks = { trackier, tune, impact, admitad, awin } satisfies Record<NetworkName, Network>

export const isNetworkName = (name: string): name is NetworkName => Object.hasOwn(networks, name)

export const findNetwork = (name: string): Network | null => (isNetworkName(name) ? networks[name] : null)
