import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import {
  clearSignal,
  findSignal,
  listSignals,
  SIGNAL_STATES,
  type Signal,
  type SignalMember,
  type SignalState,
} from '~/signals/review.server'
import type { SignalKind } from '~/signals/signals.server'
import { listCommand, readFilter, sayList, showCommand, type ListOptions } from './list-options'
import { counted, short, text, type Column } from './shown'
import { confirm, readId, readText, RefusedCommand, say, sayJson, type Answers } from './terminal'

export function signalCommands(): Command {
  const group = new Command('signals')
    .description('signals of possible fraud, which stop the automatic approval of withdrawals')
    .addHelpText(
      'after',
      `
An open signal stops automatic approval (PAYOUT_APPROVAL=auto) for its members until you clear it. It takes no money, holds
nothing, and nobody is told: \`users hold\` does that. What you cleared is not raised again by the same facts.

Examples:
  $ npm run ops -- signals list
  $ npm run ops -- signals list --member 1004
  $ npm run ops -- signals show 3
  $ npm run ops -- signals clear 3 --reason "Husband and wife; both wrote to us"`,
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
    .description('resolve a signal: record what you found and resume automatic approval for its members')
    .argument('<id>', 'number in the list', readId)
    .requiredOption('--reason <text>', 'what you found', readText)
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action(clear)
  return group
}

const MEANINGS: Record<SignalKind, { says: string; look: string }> = {
  'same-destination': {
    says: 'their payouts go to the same bank account or UPI ID',
    look: 'A family may share an account. Many accounts, or a referrer among them, may be one person.',
  },
  'referral-device': {
    says: 'a member and the friend whom they referred signed in in the same browser',
    look: 'A family may share a phone. Check whether the friend buys only what the referral reward requires.',
  },
  'sign-up-burst': {
    says: 'their accounts were made within an hour from one network address',
    look: 'An office or a hostel has one address for all. Look at names, referrals and clicks.',
  },
  'click-burst': {
    says: 'clicks were refused because the member exceeded CLICKS_PER_HOUR',
    look: 'Probably a bot. Check which offers were clicked, and whether their sales are real.',
  },
  'returning-number': {
    says: 'an account of this number was deleted while it owed money or was on hold',
    look: 'The number may belong to somebody else by now.',
  },
}

function membersText(members: readonly SignalMember[], most: number): string {
  const shown = members.slice(0, most).map(({ id, referrer, deleted }) => {
    const more = [referrer !== null && `referred by ${referrer}`, deleted && 'deleted'].filter(Boolean)
    return more.length ? `${id} (${more.join(', ')})` : String(id)
  })
  const left = members.length - shown.length
  return [...shown, ...(left ? [`and ${left} more`] : [])].join(', ')
}

const COLUMNS: readonly Column<Signal>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'KIND', cell: ({ kind }) => kind },
  { head: 'RAISED', cell: ({ raised_at }) => formatTime(raised_at) },
  { head: 'MEMBERS', cell: ({ members }) => membersText(members, 4) },
  { head: 'CLEARED', cell: ({ cleared_reason }) => short(cleared_reason ?? '', 40) },
]

async function list(options: ListOptions & { state: SignalState; kind?: SignalKind }): Promise<void> {
  const { state, kind, limit } = options
  const { userId: member, ...period } = await readFilter(options)
  const rows = await listSignals({ state, ...(kind && { kind }), member, ...period }, limit)
  sayList(rows, options, {
    columns: state === 'open' ? COLUMNS.slice(0, -1) : COLUMNS,
    one: 'signal',
    none: text`No signal is ${state}.`,
    forScripts,
    fields: ['id', 'kind', 'members', 'raised_at', 'cleared_at', 'cleared_reason'],
  })
}

async function show(id: number, { json }: Answers): Promise<void> {
  const found = await requireSignal(id)
  if (json) return sayJson(forScripts(found))
  const { kind, members, raised_at, cleared_at, cleared_reason } = found
  const { says, look } = (MEANINGS as Partial<typeof MEANINGS>)[kind] ?? {
    says: 'a kind that this version does not know',
    look: '',
  }
  say`Signal ${id}, ${kind}: ${says}`
  say`  raised ${formatTime(raised_at)}, about ${counted(members.length, 'member')}: ${membersText(members, 50)}`
  if (cleared_at) return say`Cleared ${formatTime(cleared_at)}: ${cleared_reason ?? ''}`
  say`\n${look}`
  say`\`users show <member>\` has wallet and withdrawals; \`users hold <member> --reason "…"\` keeps money from leaving.`
  say`Then: npm run ops -- signals clear ${id} --reason "<what you found>"`
}

async function clear(id: number, { reason, yes, json }: Answers & { reason: string }): Promise<void> {
  const { kind, members } = await requireSignal(id)
  await confirm(`Is signal ${id} (${kind}, ${membersText(members, 4)}) looked into?`, { yes })
  const answer = await clearSignal(id, reason)
  if (!answer.ok)
    throw new RefusedCommand(answer.reason === 'cleared' ? `Signal ${id} is cleared already.` : none(id))
  if (json) return sayJson(forScripts(await requireSignal(id)))
  say`Signal ${id} is cleared: the same facts about the same members raise none again.`
}

async function requireSignal(id: number): Promise<Signal> {
  const found = await findSignal(id)
  if (!found) throw new RefusedCommand(none(id))
  return found
}

const none = (id: number) => `There is no signal ${id}. \`signals list\` shows them.`

/** Omits the facts, which are hashes. Times are in UTC. */
const forScripts = ({ id, kind, members, raised_at, cleared_at, cleared_reason }: Signal) => ({
  id,
  kind,
  members,
  raised_at,
  cleared_at,
  cleared_reason,
})
