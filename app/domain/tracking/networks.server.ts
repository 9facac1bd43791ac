import { env } from '~/platform/config/env.server'
import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { countByNetwork } from './postbacks.server'
import {
  listRunningServers,
  readOpenNetworks,
  type OpenNetwork,
  type RunningServer,
} from './running-servers.server'
import { readUses } from './secret-use.server'

export interface ListedNetwork extends Omit<OpenNetwork, 'secrets' | 'keys'> {
  network: NetworkName
  heard: Date | null
  quarantined: number
  url: string
  /** When each secret was last used, the current secret first. */
  secrets: (Date | null)[]
  keys: (Date | null)[]
}

export const findOrigin = (running: readonly RunningServer[]) =>
  running[0]?.publicOrigin ?? env().publicOrigin

export async function listNetworks(): Promise<ListedNetwork[]> {
  const [counts, uses, running] = await Promise.all([countByNetwork(), readUses(), listRunningServers()])
  const open = { ...readOpenNetworks(), ...running[0]?.networks }
  const used = (secrets: string[]) => secrets.map((one) => uses.get(one) ?? null)
  return NETWORK_NAMES.map((network): ListedNetwork => {
    const { secrets, keys, ...settings } = open[network]
    const url = `${findOrigin(running)}/postback/${network}/SECRET`
    return { network, ...settings, ...counts.get(network)!, url, secrets: used(secrets), keys: used(keys) }
  })
}
