// Conflicts: payouts whose status at the provider contradicts the ledger.
import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import {
  CONFLICT_STATES,
  findPayoutConflict,
  listConflicts,
  resolveConflict,
  type ConflictState,
  type PayoutConflict,
} from '~/wallet/payout/conflicts.server'
import { isOfBank, adviceFor, toJson, FIELDS } from './conflicts-output'
import { listCommand, readFilter, printList, showCommand, type ListOptions } from './list-options'
import { text, type Column } from './safe-text'
import { confirm, readId, readText, RefusedCommand, print, printJson, type Answers } from './terminal'
import { PROVIDER_NAMES } from './withdrawals-text'

export function conflictCommands(): Command {
  const group = new Command('conflicts').addHelpText(
    'after',
    `
Nothing is moved by what does not fit, such as a payment that the provider made after you gave the money back. It is kept
here, and the audit names it, until you have looked into it and said what you found.

Examples:
  $ ${commandPrefix()} conflicts list
  $ ${commandPrefix()} conflicts show 3
  $ ${commandPrefix()} conflicts resolve 3 --note "Paid twice; the member sent it back, UTR 432198765012"`,
  )
  listCommand(group, { member: 'only conflicts of one member', days: 'found', csv: true })
    .addOption(
      new Option('--state <state>', 'those in one state').choices(CONFLICT_STATES).default('open' as const),
    )
    .action(list)
  showCommand(group, 'what the provider said, what our books say, and what to do').action(show)
  group
    .command('resolve')
    .description('record what you found; moves no money')
    .argument('<id>', 'number in the list', readId)
    .requiredOption('--note <text>', 'what you found and did', readText)
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action(resolve)
  return group
}

const COLUMNS: readonly Column<PayoutConflict>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'WITHDRAWAL', cell: ({ withdrawal_id }) => String(withdrawal_id), right: true },
  { head: 'IS', cell: ({ withdrawal }) => withdrawal.status },
  { head: 'PROVIDER', cell: ({ provider }) => provider },
  { head: 'SAYS', cell: ({ word }) => word },
  { head: 'AMOUNT', cell: ({ amount_paise }) => formatRupees(amount_paise), right: true },
  { head: 'FOUND', cell: ({ found_at }) => formatTime(found_at) },
  { head: 'WHY', cell: ({ reason }) => reason },
]

async function list(options: ListOptions & { state: ConflictState }): Promise<void> {
  const { state, limit } = options
  const rows = await listConflicts({ state, ...(await readFilter(options)) }, limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'conflict',
    none: text`No conflict is ${state}.`,
    toJson,
    fields: FIELDS,
  })
}

async function show(id: number, { json }: Answers): Promise<void> {
  const found = await requireConflict(id)
  if (json) return printJson(toJson(found))
  const { withdrawal, withdrawal_id, reference, word, number, amount_paise, utr } = found
  const provider = PROVIDER_NAMES[found.provider]
  print`Conflict ${id}: ${found.reason}`
  print`  ${provider} said on ${formatTime(found.found_at)}: ${word}, ${formatRupees(amount_paise)}${isOfBank(utr)}`
  print`  its number ${number || 'none'}, our reference ${reference ?? 'none: it has no order'}`
  print`  our books: withdrawal ${withdrawal_id} of member ${withdrawal.user_id} is ${withdrawal.status}, ${formatRupees(withdrawal.amount_paise)}${isOfBank(withdrawal.utr)}`
  if (found.resolved_at) return print`Resolved ${formatTime(found.resolved_at)}: ${found.resolution ?? ''}`
  print`\nLook up ${reference ?? number} at ${provider}. ${adviceFor(found)}`
  print`Then: ${commandPrefix()} conflicts resolve ${id} --note "<what you found and did>"`
}

async function resolve(id: number, { note, yes, json }: Answers & { note: string }): Promise<void> {
  const { reason, withdrawal_id } = await requireConflict(id)
  await confirm(`Is conflict ${id} (withdrawal ${withdrawal_id}, ${reason}) looked into?`, { yes })
  const answer = await resolveConflict(id, note)
  if (!answer.ok)
    throw new RefusedCommand(answer.reason === 'resolved' ? `Conflict ${id} is resolved already.` : none(id))
  if (json) return printJson(toJson(await requireConflict(id)))
  print`Conflict ${id} is resolved.`
}

async function requireConflict(id: number): Promise<PayoutConflict> {
  const found = await findPayoutConflict(id)
  if (!found) throw new RefusedCommand(none(id))
  return found
}

const none = (id: number) => `There is no conflict ${id}. \`conflicts list\` shows them.`
