import type { Topic } from './operation'
import { accept, correct, dismiss, dismissEach, replay } from './postbacks/decide'
import { list, show } from './postbacks/look'

export const topic: Topic = {
  operations: [list, show, replay, correct, accept, dismiss, dismissEach],
  help: `
Nothing is guessed: a postback that we cannot be sure of is kept with its reason and credits nobody. When its cause is
gone, replay it. What is above a limit, and an approval after a rejection, is credited only if you accept it: in full, up
to the cap or a given amount. That moves money. Of an unclear one (item-or-correction, old-identity) you say whether it is
another item or a correction of a sale; it is credited up to the cap. An amount that cannot be read, or is wrong, is corrected as the
network has confirmed it: a second person agrees, the report is applied again as a row of the network’s file, and no longer waits.`,
  examples: `
Examples:
  $ postbacks list --state quarantined
  $ postbacks show 12
  $ postbacks replay 12
  $ postbacks replay --reason unknown-click
  $ postbacks accept 12 --reason "The network confirmed it by mail"
  $ postbacks accept 14 --reason "Agreed with the network" --amount 250
  $ postbacks accept 15 --reason "Two items, the network says" --new-sale
  $ postbacks correct 16 --amount 1499 --reason "The network confirmed it by mail"
  $ postbacks dismiss 13 --reason "A test of the network"`,
}
