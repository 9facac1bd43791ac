import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import { list } from './conversions-list'
import { reconcile } from './conversions-reconcile'
import { show } from './conversions-show'
import { listCommand, showCommand } from './list-options'

const STATUSES = ['pending', 'approved', 'rejected', 'reversed'] as const

export function conversionCommands(): Command {
  const group = new Command('conversions').addHelpText(
    'after',
    `
Examples:
  $ ${commandPrefix()} conversions list --status pending
  $ ${commandPrefix()} conversions list --member 9000000001 --from 2026-11-01
  $ ${commandPrefix()} conversions show 12
  $ ${commandPrefix()} conversions reconcile impact report.csv         what would change
  $ ${commandPrefix()} conversions reconcile impact report.csv --yes   and now for good`,
  )
  listCommand(group, {
    member: 'only sales of one member',
    store: 'only sales of one store',
    days: 'first reported',
    csv: true,
  })
    .addOption(new Option('--network <network>', 'only rows of one network').choices(NETWORK_NAMES))
    .addOption(new Option('--status <status>', 'only those in one status').choices(STATUSES))
    .action(list)
  showCommand(group, 'one sale with its click, postbacks and ledger entries').action(show)
  addReconcile(group)
  return group
}

function addReconcile(group: Command): void {
  group
    .command('reconcile')
    .description('compare with a network’s CSV report, and import what its postbacks did not report')
    .addArgument(
      group.createArgument('<network>', 'whose report it is').choices(NETWORK_NAMES as readonly string[]),
    )
    .argument('<file>', 'a CSV file with the network’s own column names, or - for standard input')
    .option('-y, --yes', 'apply it (default: dry run)')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `
Each row that changes something goes through the inbox as a postback does. The same file again changes nothing.
docs/operator.md lists the columns of each network.`,
    )
    .action((network: NetworkName, file: string, options) => reconcile(network, file, options))
}
