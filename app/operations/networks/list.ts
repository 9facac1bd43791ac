import { formatTime } from '~/formats/dates'
import { env } from '~/config/env.server'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import { countByNetwork } from '~/tracking/list-postbacks.server'
import {
  listRunningServers,
  readOpenNetworks,
  type OpenNetwork,
  type RunningServer,
} from '~/tracking/running-servers.server'
import { readUses } from '~/tracking/secret-use.server'
import { describeColumns } from '../columns'
import { noInput, operation } from '../operation'

interface Row extends Omit<OpenNetwork, 'secrets' | 'keys'> {
  network: NetworkName
  heard: Date | null
  quarantined: number
  url: string
  /** When each secret (URL) and key (signature) was last used, the current one first. */
  secrets: (Date | null)[]
  keys: (Date | null)[]
}

const column = describeColumns<Row>()

export const list = operation({
  name: 'networks list',
  title: 'Networks',
  summary: 'all networks, with the settings of the running server',
  role: 'support',
  kind: 'list',
  input: noInput,
  one: 'network',
  none: 'There are no networks.',
  columns: [
    column.text('network'),
    column.state('state', ({ open }) => (open ? 'open' : 'closed: no secret'), { only: 'screen' }),
    column.yes('open', { only: 'data' }),
    column.text('signature', ({ hmac }) => hmac ?? 'none', { only: 'screen' }),
    column.text('hmac', { only: 'data' }),
    column.text('sends_from', ({ cidrs }) => cidrs.join(', ') || 'anywhere', { only: 'screen' }),
    column.text('cidrs', ({ cidrs }) => cidrs.join(' '), { only: 'data' }),
    column.text('last_heard', ({ heard }) => formatUse(heard), { only: 'screen' }),
    column.time('heard', { only: 'data' }),
    column.count('quarantined'),
    column.text('url', { only: 'data' }),
    column.time('secret_used_at', ({ secrets }) => secrets[0], { only: 'data' }),
    column.yes('old_secret', ({ secrets }) => secrets.length > 1, { only: 'data' }),
    column.time('old_secret_used_at', ({ secrets }) => secrets[1], { only: 'data' }),
    column.time('key_used_at', ({ keys }) => keys[0], { only: 'data' }),
    column.yes('old_key', ({ keys }) => keys.length > 1, { only: 'data' }),
    column.time('old_key_used_at', ({ keys }) => keys[1], { only: 'data' }),
  ],
  async read() {
    const [counts, uses, running] = await Promise.all([countByNetwork(), readUses(), listRunningServers()])
    const open = { ...readOpenNetworks(), ...running[0]?.networks }
    const used = (secrets: string[]) => secrets.map((one) => uses.get(one) ?? null)
    return NETWORK_NAMES.map((network): Row => {
      const { secrets, keys, ...settings } = open[network]
      const url = `${findOrigin(running)}/postback/${network}/SECRET`
      return { network, ...settings, ...counts.get(network)!, url, secrets: used(secrets), keys: used(keys) }
    })
  },
  notes: async (rows) => [...rows.flatMap(describeRotation), ...describeServers(await listRunningServers())],
})

const findOrigin = (running: readonly RunningServer[]) => running[0]?.publicOrigin ?? env().publicOrigin

const formatUse = (used: Date | null | undefined) => (used ? formatTime(used) : 'never')

function describeRotation({ network, secrets, keys }: Row): string[] {
  const describe = (what: string, [present, old]: (Date | null)[]) =>
    old === undefined
      ? []
      : [`${network}: the new ${what} was last used ${formatUse(present)}, the old one ${formatUse(old)}.`]
  return [...describe('secret', secrets), ...describe('key', keys)]
}

function describeServers(running: readonly RunningServer[]): string[] {
  const to = `Postbacks go to ${findOrigin(running)}/postback/NETWORK/SECRET`
  if (!running.length) return [to, 'No server runs: this is what the environment of this command would open.']
  const same = new Set(running.map(({ networks, publicOrigin }) => JSON.stringify([networks, publicOrigin])))
  if (same.size === 1) return [to]
  return [to, `${running.length} servers run and do not agree; this is the one that started last.`]
}
