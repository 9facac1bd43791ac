import { formatTime } from '~/platform/formats/dates'
import {
  findOrigin,
  listNetworks,
  type ListedNetwork,
  listRunningServers,
  type RunningServer,
} from '~/domain/tracking/networks.server'
import { describeColumns, type Column } from '../columns'
import { defineList } from '../define'

const column = describeColumns<ListedNetwork>()

export const NETWORK_COLUMNS = [
  column.text('network'),
  column.yes('open', { title: 'state', screen: ({ open }) => (open ? 'open' : 'closed: no secret') }),
  column.text('hmac', { title: 'signature', screen: ({ hmac }) => hmac ?? 'none' }),
  column.text('cidrs', ({ cidrs }) => cidrs.join(' '), {
    title: 'sends from',
    screen: ({ cidrs }) => cidrs.join(', ') || 'anywhere',
  }),
  column.time('heard', { title: 'last heard', screen: ({ heard }) => heard ?? 'never' }),
  column.count('quarantined'),
]

export const list = defineList({
  name: 'networks list',
  title: 'Networks',
  summary: 'all networks, with the settings of the running server',
  role: 'support',
  one: 'network',
  none: 'There are no networks.',
  columns: [
    ...NETWORK_COLUMNS.map((one): Column<ListedNetwork> =>
      one.name === 'network'
        ? { ...one, next: ({ network }) => ({ operation: 'networks show', input: { network } }) }
        : one,
    ),
    ...column.data('url'),
    column.time('secret_used_at', ({ secrets }) => secrets[0], { only: 'data' }),
    column.yes('old_secret', ({ secrets }) => secrets.length > 1, { only: 'data' }),
    column.time('old_secret_used_at', ({ secrets }) => secrets[1], { only: 'data' }),
    column.time('key_used_at', ({ keys }) => keys[0], { only: 'data' }),
    column.yes('old_key', ({ keys }) => keys.length > 1, { only: 'data' }),
    column.time('old_key_used_at', ({ keys }) => keys[1], { only: 'data' }),
  ],
  read: () => listNetworks(),
  notes: async (rows) => [...rows.flatMap(describeRotation), ...describeServers(await listRunningServers())],
})

const formatUse = (used: Date | null | undefined) => (used ? formatTime(used) : 'never')

function describeRotation({ network, secrets, keys }: ListedNetwork): string[] {
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
