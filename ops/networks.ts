import { commandPrefix } from './command-name'
import { Argument, Command } from 'commander'
import { formatTime } from '~/formats/dates'
import { env } from '~/config/env.server'
import { countByNetwork } from '~/tracking/list-postbacks.server'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import {
  listRunningServers,
  readOpenNetworks,
  type OpenNetwork,
  type RunningServer,
} from '~/tracking/running-servers.server'
import { readUses } from '~/tracking/secret-use.server'
import { addCorrections } from './networks-corrections'
import { addOwed } from './networks-owed'
import { addPaid } from './networks-paid'
import { addStatement } from './networks-statement'
import { testNetwork } from './networks-test'
import { lines, table, text, type Column, type SafeText } from './safe-text'
import { print, printJson } from './terminal'

export function networkCommands(): Command {
  const group = new Command('networks').addHelpText(
    'after',
    `
Examples:
  $ ${commandPrefix()} networks list
  $ ${commandPrefix()} networks test impact
  $ ${commandPrefix()} networks test impact --old
  $ ${commandPrefix()} networks statement impact october.csv --from 2026-10-01 --to 2026-10-31
  $ ${commandPrefix()} networks paid impact october.csv --amount 11600 --tds 200 --utr N3241178 --date yesterday
  $ ${commandPrefix()} networks owed`,
  )
  group
    .command('list')
    .description('all networks, with the settings of the running server')
    .option('--json', 'print a JSON array')
    .action(list)
  group
    .command('test')
    .description(
      'send the server a sample postback, signed if the network signs; nothing is credited or stored',
    )
    .addArgument(new Argument('<network>', 'its name').choices(NETWORK_NAMES))
    .option('--old', 'use the old secret and key')
    .option('--post', 'send a form by POST (default: GET)')
    .option('--to <origin>', 'server address to send to (default: PUBLIC_ORIGIN)')
    .option('--json', 'print a JSON object')
    .action(testNetwork)
  addStatement(group)
  addPaid(group)
  addCorrections(group)
  addOwed(group)
  return group
}

interface Row extends Omit<OpenNetwork, 'secrets' | 'keys'> {
  network: NetworkName
  heard: Date | null
  quarantined: number
  url: string
  /** Times of last use of each secret (URL) and key (signature), the current one first. */
  secrets: (Date | null)[]
  keys: (Date | null)[]
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
  const [counts, uses, running] = await Promise.all([countByNetwork(), readUses(), listRunningServers()])
  const open = { ...readOpenNetworks(), ...running[0]?.networks }
  const origin = running[0]?.publicOrigin ?? env().publicOrigin
  const used = (secrets: string[]) => secrets.map((one) => uses.get(one) ?? null)
  const rows = NETWORK_NAMES.map((network): Row => {
    const { secrets, keys, ...settings } = open[network]
    const url = `${origin}/postback/${network}/SECRET`
    return { network, ...settings, ...counts.get(network)!, url, secrets: used(secrets), keys: used(keys) }
  })
  if (json) return printJson(rows)
  print(lines([table(rows, COLUMNS), ...rows.flatMap(formatRotation), ...serverNotes(running, origin)]))
}

function formatRotation({ network, secrets, keys }: Row): SafeText[] {
  const of = (what: string, [present, old]: (Date | null)[]) =>
    old === undefined
      ? []
      : [text`\n${network}: the new ${what} was last used ${when(present)}, the old one ${when(old)}.`]
  return [...of('secret', secrets), ...of('key', keys)]
}

const when = (used: Date | null | undefined) => (used ? formatTime(used) : 'never')

function serverNotes(running: RunningServer[], origin: string): SafeText[] {
  const to = text`\nPostbacks go to ${origin}/postback/NETWORK/SECRET`
  if (!running.length)
    return [to, text`No server runs: this is what the environment of this command would open.`]
  const same = new Set(running.map(({ networks, publicOrigin }) => JSON.stringify([networks, publicOrigin])))
  if (same.size === 1) return [to]
  return [to, text`${running.length} servers run and do not agree; this is the one that started last.`]
}
