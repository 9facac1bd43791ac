import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { clearSignal, findSignal, upholdSignal, SIGNAL_STATES, type Signal } from '~/signals/review.server'
import { listCommand, showCommand } from './list-options'
import { formatCount } from './safe-text'
import { MEANINGS, membersText, list, toJson } from './signals-list'
import { confirm, readId, readText, RefusedCommand, print, printJson, type Answers } from './terminal'

export function signalCommands(): Command {
  const group = new Command('signals').addHelpText(
    'after',
    `
An open signal stops the approval of its members' withdrawals until you clear it; \`withdrawals approve --despite-signal\` overrides
it. What they earn by referring friends is pending meanwhile: clearing releases it within a minute, upholding ends it, also what
comes later, and the signal stays until it is cleared. Nobody is told. What you cleared is not raised again by the same facts.

Examples:
  $ ${commandPrefix()} signals list
  $ ${commandPrefix()} signals list --member 1004
  $ ${commandPrefix()} signals show 3
  $ ${commandPrefix()} signals clear 3 --reason "Husband and wife; both wrote to us"
  $ ${commandPrefix()} signals uphold 3 --reason "One person with two numbers"`,
  )
  listCommand(group, { member: 'only signals about one member', days: 'raised', csv: true })
    .addOption(
      new Option('--state <state>', 'those in one state').choices(SIGNAL_STATES).default('open' as const),
    )
    .addOption(new Option('--kind <kind>', 'only signals of one kind').choices(Object.keys(MEANINGS)))
    .action(list)
  showCommand(group, 'one signal, its members, and what to check').action(show)
  group
    .command('clear')
    .description('resolve a signal: record what you found; its members’ withdrawals can be approved again')
    .argument('<id>', 'number in the list', readId)
    .requiredOption('--reason <text>', 'what you found', readText)
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action(clear)
  group
    .command('uphold')
    .description('confirm that it is fraud: referral income of its members comes to nothing')
    .argument('<id>', 'number in the list', readId)
    .requiredOption('--reason <text>', 'what you found', readText)
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action(uphold)
  return group
}

async function show(id: number, { json }: Answers): Promise<void> {
  const found = await requireSignal(id)
  if (json) return printJson(toJson(found))
  const { kind, members, raised_at, cleared_at, cleared_reason, upheld_at, upheld_reason } = found
  const { says, look } = (MEANINGS as Partial<typeof MEANINGS>)[kind] ?? {
    says: 'a kind that this version does not know',
    look: '',
  }
  print`Signal ${id}, ${kind}: ${says}`
  print`  raised ${formatTime(raised_at)}, about ${formatCount(members.length, 'member')}: ${membersText(members, 50)}`
  if (upheld_at) print`Upheld ${formatTime(upheld_at)}: ${upheld_reason ?? ''}`
  if (cleared_at) return print`Cleared ${formatTime(cleared_at)}: ${cleared_reason ?? ''}`
  print`\n${look}`
  print`\`users show <member>\` has wallet and withdrawals; \`users hold <member> --reason "…"\` keeps money from leaving.`
  print`Then: ${commandPrefix()} signals clear ${id} --reason "<what you found>"`
  if (!upheld_at)
    print`Or, if it is fraud: ${commandPrefix()} signals uphold ${id} --reason "<what you found>"`
}

async function clear(id: number, { reason, yes, json }: Answers & { reason: string }): Promise<void> {
  const { kind, members } = await requireSignal(id)
  await confirm(`Is signal ${id} (${kind}, ${membersText(members, 4)}) looked into?`, { yes })
  const answer = await clearSignal(id, reason)
  if (!answer.ok)
    throw new RefusedCommand(answer.reason === 'cleared' ? `Signal ${id} is cleared already.` : none(id))
  if (json) return printJson(toJson(await requireSignal(id)))
  print`Signal ${id} is cleared: the same facts about the same members raise none again.`
}

async function uphold(id: number, { reason, yes, json }: Answers & { reason: string }): Promise<void> {
  const { kind, members } = await requireSignal(id)
  await confirm(`Is signal ${id} (${kind}, ${membersText(members, 4)}) fraud?`, { yes })
  const answer = await upholdSignal(id, reason)
  if (!answer.ok)
    throw new RefusedCommand(
      answer.reason === 'not-found' ? none(id) : `Signal ${id} is ${answer.reason} already.`,
    )
  if (json) return printJson(toJson(await requireSignal(id)))
  print`Signal ${id} is upheld: referral income of its members comes to nothing until it is cleared.`
}

async function requireSignal(id: number): Promise<Signal> {
  const found = await findSignal(id)
  if (!found) throw new RefusedCommand(none(id))
  return found
}

const none = (id: number) => `There is no signal ${id}. \`signals list\` shows them.`
