import { Command, InvalidArgumentError, Option } from 'commander'
import { formatRupees, type Paise } from '~/formats/money'
import { NETWORK_NAMES } from '~/tracking/networks'
import type { InboxRow } from '~/tracking/inbox-order.server'
import {
  resolveAccepted,
  dismissPostback,
  listReplayable,
  POSTBACK_STATES,
  replayPostback,
  type PostbackFilter,
} from '~/tracking/quarantine.server'
import { findPostbackFacts } from '~/tracking/postback-facts.server'
import type { Accept } from '~/tracking/evaluate-report'
import {
  forScripts,
  list,
  noPostback,
  postbackTable,
  requirePostback,
  sayFacts,
  show,
  wordsOf,
} from './postbacks-list'
import { listCommand, showCommand } from './list-options'
import { counted } from './shown'
import {
  confirm,
  confirmMoney,
  readAmount,
  readId,
  readText,
  RefusedCommand,
  say,
  sayJson,
  UsageError,
  type Answers,
} from './terminal'

export function postbackCommands(): Command {
  const group = new Command('postbacks').description('received postbacks and the quarantine').addHelpText(
    'after',
    `
Nothing is guessed: a postback that we cannot be sure of is kept with its reason and credits nobody. When its cause is
gone, replay it. What is above a limit, and an approval after a rejection, is credited only if you accept it: in full, up
to the cap (--up-to-cap) or a given amount (--amount). That moves money; in a script it requires --yes.

Examples:
  $ npm run ops -- postbacks list --state quarantined
  $ npm run ops -- postbacks show 12
  $ npm run ops -- postbacks replay 12
  $ npm run ops -- postbacks replay --reason unknown-click --yes
  $ npm run ops -- postbacks resolve 12 --accept "The network confirmed it by mail" --yes
  $ npm run ops -- postbacks resolve 14 --accept "Agreed with the network" --amount 250 --yes
  $ npm run ops -- postbacks resolve 13 --dismiss "A test of the network"`,
  )
  addList(group)
  showCommand(group, 'one postback as it was received').action(show)
  addReplay(group)
  group
    .command('resolve')
    .description('resolve a quarantined postback')
    .argument('<id>', 'number in the list', readId)
    .addOption(
      new Option('--accept <why>', 'credit it all the same, in full')
        .argParser(readText)
        .conflicts('dismiss'),
    )
    .addOption(
      new Option('--up-to-cap', 'with --accept: no more than the cap').conflicts(['amount', 'dismiss']),
    )
    .addOption(
      new Option('--amount <rupees>', 'with --accept: this amount')
        .argParser(readAmount)
        .conflicts('dismiss'),
    )
    .addOption(new Option('--dismiss <why>', 'nothing is to be done').argParser(readText))
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action(resolve)
  return group
}

const networkOption = () =>
  new Option('--network <network>', 'only rows of one network').choices(NETWORK_NAMES)
const reasonOption = () =>
  new Option('--reason <reason>', 'only those with one reason, as the list shows it').argParser(readReason)

function readReason(text: string): string {
  if (!/^[a-z-]{1,40}$/.test(text)) throw new InvalidArgumentError('It must be a reason such as over-cap.')
  return text
}

function addList(group: Command): void {
  listCommand(group, { days: 'received', csv: true })
    .addOption(networkOption())
    .addOption(new Option('--state <state>', 'only those in one state').choices(POSTBACK_STATES))
    .addOption(reasonOption())
    .action(list)
}

function addReplay(group: Command): void {
  group
    .command('replay')
    .description('reprocess postbacks that are quarantined or unprocessed')
    .argument('[id...]', 'their numbers in the list; none: all that are in quarantine and match', readIds)
    .addOption(networkOption())
    .addOption(reasonOption())
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON array')
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

async function resolve(id: number, { accept, dismiss, upToCap, amount, yes, json }: Decision): Promise<void> {
  const words = accept ?? dismiss
  if (words === undefined) throw new UsageError('Pass --accept WHY or --dismiss WHY')
  const how = amount ?? (upToCap ? 'up-to-cap' : 'in-full')
  const found = await requirePostback(id)
  if (accept === undefined) await confirm(`Do nothing about postback ${id} (${wordsOf(found)})?`, { yes })
  else await confirmCredit(found, how, { yes, json })
  const answer =
    accept === undefined ? await dismissPostback(id, words) : await resolveAccepted(id, words, how)
  if (!answer.ok) throw refusalOf(id, answer)
  const row = await requirePostback(id)
  if (json) return sayJson(forScripts(row))
  say`Postback ${id} is resolved${accept === undefined ? '' : ` and ${row.outcome}`}.`
}

interface Decision extends Answers {
  accept?: string
  dismiss?: string
  upToCap?: boolean
  amount?: Paise
}

async function confirmCredit(row: InboxRow, how: Accept, { yes, json }: Answers): Promise<void> {
  const facts = await findPostbackFacts(row)
  if (facts && !json && !yes) sayFacts(facts)
  const amount = !facts || typeof how === 'bigint' ? how : how === 'in-full' ? facts.inFull : facts.upToCap
  const sum =
    facts && typeof amount === 'bigint' ? `${formatRupees(amount)} to member ${facts.userId} for ` : ''
  await confirmMoney(`Credit ${sum}postback ${row.id} (${wordsOf(row)})?`, { yes })
}

type Refusal = Exclude<Awaited<ReturnType<typeof resolveAccepted>>, { ok: true }>

function refusalOf(id: number, refusal: Refusal): RefusedCommand {
  switch (refusal.reason) {
    case 'not-found':
      return noPostback(id)
    case 'settled':
      return new RefusedCommand(`Postback ${id} is ${refusal.state}: there is nothing to do about it.`)
    case 'not-overridable':
      return new RefusedCommand(
        `Postback ${id} cannot be accepted: only what is above a limit and an approval after a rejection can. \`replay\` it when its cause is gone, or ask the network.`,
      )
    case 'superseded':
      return new RefusedCommand(`Postback ${id} is superseded: a later report of the sale stands.`)
    case 'still-quarantined':
      return new RefusedCommand(`Postback ${id} stays in quarantine: ${refusal.verdict.reason}.`)
  }
}
