import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { POSTBACK_STATES } from '~/tracking/list-postbacks.server'
import { list, show } from './postbacks-list'
import { listCommand, showCommand } from './list-options'
import { networkOption, reasonOption } from './postbacks-options'
import { addReplay } from './postbacks-replay'
import { resolve } from './postbacks-resolve'
import { readAmount, readId, readText } from './terminal'

export function postbackCommands(): Command {
  const group = new Command('postbacks').addHelpText(
    'after',
    `
Nothing is guessed: a postback that we cannot be sure of is kept with its reason and credits nobody. When its cause is
gone, replay it. What is above a limit, and an approval after a rejection, is credited only if you accept it: in full, up
to the cap (--up-to-cap) or a given amount (--amount). That moves money; in a script it requires --yes. Of an unclear one
(item-or-correction, old-identity) you say whether it is another item (--new-sale) or a correction (--sale); it is credited up
to the cap.

Examples:
  $ ${commandPrefix()} postbacks list --state quarantined
  $ ${commandPrefix()} postbacks show 12
  $ ${commandPrefix()} postbacks replay 12
  $ ${commandPrefix()} postbacks replay --reason unknown-click --yes
  $ ${commandPrefix()} postbacks resolve 12 --accept "The network confirmed it by mail" --yes
  $ ${commandPrefix()} postbacks resolve 14 --accept "Agreed with the network" --amount 250 --yes
  $ ${commandPrefix()} postbacks resolve 15 --accept "Two items, the network says" --new-sale --yes
  $ ${commandPrefix()} postbacks resolve 13 --dismiss "A test of the network"`,
  )
  addList(group)
  showCommand(group, 'one postback as it was received').action(show)
  addReplay(group)
  group
    .command('resolve')
    .description('resolve a quarantined postback')
    .argument('<id>', 'number in the list', readId)
    .addOption(
      new Option('--accept <why>', 'credit it anyway, in full').argParser(readText).conflicts('dismiss'),
    )
    .addOption(
      new Option('--up-to-cap', 'with --accept: no more than the cap').conflicts(['amount', 'dismiss']),
    )
    .addOption(
      new Option('--amount <rupees>', 'with --accept: this amount')
        .argParser(readAmount)
        .conflicts('dismiss'),
    )
    .addOption(
      new Option('--new-sale', 'with --accept, of an unclear one: another item of the order').conflicts([
        'dismiss',
        'sale',
      ]),
    )
    .addOption(
      new Option('--sale <id>', 'with --accept, of an unclear one: a correction of this sale')
        .argParser(readId)
        .conflicts('dismiss'),
    )
    .addOption(new Option('--dismiss <why>', 'nothing is to be done').argParser(readText))
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action(resolve)
  return group
}

function addList(group: Command): void {
  listCommand(group, { days: 'received', csv: true })
    .addOption(networkOption())
    .addOption(new Option('--state <state>', 'only those in one state').choices(POSTBACK_STATES))
    .addOption(reasonOption())
    .action(list)
}
