/** The affiliate networks; each has a module of its name in app/tracking/networks/. */
export const NETWORK_NAMES = ['trackier', 'tune', 'impact', 'admitad', 'awin'] as const

export type NetworkName = (typeof NETWORK_NAMES)[number]

/** The beginning of its variables: 'TRACKIER'. */
export type NetworkPrefix = Uppercase<NetworkName>

export const NETWORK_PREFIXES = NETWORK_NAMES.map((name) => name.toUpperCase() as NetworkPrefix)

export const isNetworkName = (name: string): name is NetworkName =>
  (NETWORK_NAMES as readonly string[]).includes(name)
