/** `postbacks`: what networks sent, what became of it, and what waits for a decision. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { NETWORK_NAMES } from '~/tracking/networks'
import type { InboxRow } from '~/tracking/inbox-order.server'
import {
  acceptPostback,
  dismissPostback,
  listReplayable,
  POSTBACK_STATES,
  replayPostback,
  type PostbackFilter,
} from '~/tracking/quarantine.server'
import { forScripts, list, noPostback, postbackTable, requirePostback, show, wordsOf } from './postbacks-list'
import { counted } from './shown'
import {
  confirm,
  confirmMoney,
  readId,
  readText,
  RefusedCommand,
  say,
  sayJson,
  UsageError,
  type Answers,
} from './terminal'

export function postbackCommands(): Command {
  const group = new Command('postbacks')
    .description('what networks sent, and what waits in quarantine')
    .addHelpText(
      'after',
      `
Nothing is guessed: a postback that we cannot be sure of is kept with its reason and credits nobody. When its cause is
gone, replay it. More than a campaign's cap, and an approval after a rejection, are credited only if you accept them;
that moves money, and in a script it wants --yes.

Examples:
  $ npm run ops -- postbacks list --state quarantined
  $ npm run ops -- postbacks show 12
  $ npm run ops -- postbacks replay 12
  $ npm run ops -- postbacks replay --reason unknown-click --yes
  $ npm run ops -- postbacks resolve 12 --accept "The network confirmed it by mail" --yes
  $ npm run ops -- postbacks resolve 13 --dismiss "A test of the network"`,
    )
  addList(group)
  group
    .command('show')
    .description('one of them, as it was sent')
    .argument('<id>', 'its number in the list', readId)
    .option('--json', 'for scripts: one JSON object')
    .action(show)
  addReplay(group)
  group
    .command('resolve')
    .description('decide what is in quarantine')
    .argument('<id>', 'its number in the list', readId)
    .addOption(
      new Option('--accept <why>', 'credit it all the same').argParser(readText).conflicts('dismiss'),
    )
    .addOption(new Option('--dismiss <why>', 'nothing is to be done').argParser(readText))
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for scripts: one JSON object')
    .action(resolve)
  return group
}

const networkOption = () =>
  new Option('--network <network>', 'only those of one network').choices(NETWORK_NAMES)
const reasonOption = () =>
  new Option('--reason <reason>', 'only those with one reason, as the list shows it').argParser(readReason)

function readReason(text: string): string {
  if (!/^[a-z-]{1,40}$/.test(text)) throw new InvalidArgumentError('It must be a reason such as over-cap.')
  return text
}

function addList(group: Command): void {
  group
    .command('list')
    .description('the newest first')
    .addOption(networkOption())
    .addOption(new Option('--state <state>', 'only those in one state').choices(POSTBACK_STATES))
    .addOption(reasonOption())
    .option('--limit <number>', 'how many at most', readId, 50)
    .option('--json', 'for scripts: one JSON list')
    .action(list)
}

function addReplay(group: Command): void {
  group
    .command('replay')
    .description('apply again what is in quarantine or was never processed')
    .argument('[id...]', 'their numbers in the list; none: all that are in quarantine and match', readIds)
    .addOption(networkOption())
    .addOption(reasonOption())
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for scripts: one JSON list')
    .action(replay)
}

const readIds = (text: string, before: number[] | undefined) => [...(before ?? []), readId(text)]

async function replay(
  ids: number[] | undefined,
  { yes, json, ...filter }: Answers & PostbackFilter,
): Promise<void> {
  const wanted = ids?.length ? ids : await listReplayable(filter)
  if (!ids?.length) await confirm(`Apply ${counted(wanted.length, 'postback')} again?`, { yes })
  const rows: InboxRow[] = []
  for (const id of wanted) {
    const answer = await replayPostback(id)
    if (!answer.ok) throw refusalOf(id, answer)
    rows.push(await requirePostback(id))
  }
  if (json) return sayJson(rows.map(forScripts))
  if (!rows.length) return say`Nothing is in quarantine.`
  say(postbackTable(rows))
}

async function resolve(
  id: number,
  { accept, dismiss, yes, json }: Answers & { accept?: string; dismiss?: string },
): Promise<void> {
  const words = accept ?? dismiss
  if (words === undefined) throw new UsageError('Say --accept WHY or --dismiss WHY')
  const found = await requirePostback(id)
  if (accept === undefined) await confirm(`Do nothing about postback ${id} (${wordsOf(found)})?`, { yes })
  else await confirmMoney(`Credit postback ${id} (${wordsOf(found)})?`, { yes })
  const answer = accept === undefined ? await dismissPostback(id, words) : await acceptPostback(id, words)
  if (!answer.ok) throw refusalOf(id, answer)
  const row = await requirePostback(id)
  if (json) return sayJson(forScripts(row))
  say`Postback ${id} is resolved${accept === undefined ? '' : ` and ${row.outcome}`}.`
}

type Refusal = Exclude<Awaited<ReturnType<typeof acceptPostback>>, { ok: true }>

function refusalOf(id: number, refusal: Refusal): RefusedCommand {
  switch (refusal.reason) {
    case 'not-found':
      return noPostback(id)
    case 'settled':
      return new RefusedCommand(`Postback ${id} is ${refusal.state}: there is nothing to do about it.`)
    case 'not-overridable':
      return new RefusedCommand(
        `Postback ${id} cannot be accepted: only more than the cap and an approval after a rejection can. Mend what it says and \`replay\` it.`,
      )
    case 'superseded':
      return new RefusedCommand(`Postback ${id} is superseded: a later report of the sale stands.`)
    case 'still-quarantined':
      return new RefusedCommand(`Postback ${id} stays in quarantine: ${refusal.verdict.reason}.`)
  }
}
