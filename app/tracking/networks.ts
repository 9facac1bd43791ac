import { isNetworkName, type NetworkName } from '~/config/network-names'
import { admitad } from './networks/admitad'
import { awin } from './networks/awin'
import { impact } from './networks/impact'
import type { Network } from './networks/network'
import { trackier } from './networks/trackier'
import { tune } from './networks/tune'

export const networks = { trackier, tune, impact, admitad, awin } satisfies Record<NetworkName, Network>

export const findNetwork = (name: string): Network | null => (isNetworkName(name) ? networks[name] : null)
