/** `networks`: who reports sales to us, and how each is let in. */
import { Command } from 'commander'
import { formatTime } from '~/dates'
import { env } from '~/env.server'
import { NETWORK_NAMES, type NetworkName } from '~/tracking/networks'
import { countByNetwork } from '~/tracking/quarantine.server'
import { settingsOf } from '~/tracking/senders.server'
import { table, type Column } from './shown'
import { say, sayJson } from './terminal'

export function networkCommands(): Command {
  const group = new Command('networks')
    .description('the affiliate networks that report sales')
    .addHelpText('after', '\nExample:\n  $ npm run ops -- networks list')
  group.command('list').description('all of them').option('--json', 'for scripts: one JSON list').action(list)
  return group
}

interface Row {
  network: NetworkName
  /** It has a secret; without one every postback is refused. */
  open: boolean
  hmac: string | null
  cidrs: string[]
  heard: Date | null
  quarantined: number
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'STATE', cell: ({ open }) => (open ? 'open' : 'closed: no secret') },
  { head: 'SIGNATURE', cell: ({ hmac }) => hmac ?? 'none' },
  { head: 'SENDS FROM', cell: ({ cidrs }) => cidrs.join(', ') || 'anywhere' },
  { head: 'LAST HEARD', cell: ({ heard }) => (heard ? formatTime(heard) : 'never') },
  { head: 'QUARANTINED', cell: ({ quarantined }) => String(quarantined), right: true },
]

async function list({ json }: { json?: boolean }): Promise<void> {
  const counts = await countByNetwork()
  const rows = NETWORK_NAMES.map((network) => ({ network, ...settingsOf(network), ...counts.get(network)! }))
  if (json) return sayJson(rows)
  say`${table(rows, COLUMNS)}\n\nPostbacks go to ${env().publicOrigin}/postback/NETWORK/SECRET`
}
