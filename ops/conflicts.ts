// Conflicts: payouts whose status at the provider contradicts the ledger.
import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import {
  CONFLICT_STATES,
  findPayoutConflict,
  listConflicts,
  resolveConflict,
  type ConflictState,
  type PayoutConflict,
} from '~/wallet/payout/conflicts.server'
import { referenceOf } from '~/wallet/payout/port'
import { listCommand, readFilter, sayList, showCommand, type ListOptions } from './list-options'
import { text, type Column, type SafeText } from './shown'
import { confirm, readId, readText, RefusedCommand, say, sayJson, type Answers } from './terminal'
import { PROVIDER_NAMES } from './withdrawals-words'

export function conflictCommands(): Command {
  const group = new Command('conflicts')
    .description('payouts whose status at the provider contradicts our books')
    .addHelpText(
      'after',
      `
Nothing is moved by what does not fit, such as a payment that the provider made after you gave the money back. It is kept
here, and the audit names it, until you have looked into it and said what you found.

Examples:
  $ npm run ops -- conflicts list
  $ npm run ops -- conflicts show 3
  $ npm run ops -- conflicts resolve 3 --note "Paid twice; the member sent it back, UTR 432198765012"`,
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
  sayList(rows, options, {
    columns: COLUMNS,
    one: 'conflict',
    none: text`No conflict is ${state}.`,
    forScripts,
    fields: FIELDS,
  })
}

async function show(id: number, { json }: Answers): Promise<void> {
  const found = await requireConflict(id)
  if (json) return sayJson(forScripts(found))
  const { withdrawal, withdrawal_id, word, number, amount_paise, utr } = found
  const provider = PROVIDER_NAMES[found.provider]
  say`Conflict ${id}: ${found.reason}`
  say`  ${provider} said on ${formatTime(found.found_at)}: ${word}, ${formatRupees(amount_paise)}${ofBank(utr)}`
  say`  its number ${number || 'none'}, our reference ${referenceOf(withdrawal_id)}`
  say`  our books: withdrawal ${withdrawal_id} of member ${withdrawal.user_id} is ${withdrawal.status}, ${formatRupees(withdrawal.amount_paise)}${ofBank(withdrawal.utr)}`
  if (found.resolved_at) return say`Resolved ${formatTime(found.resolved_at)}: ${found.resolution ?? ''}`
  say`\nLook up ${referenceOf(withdrawal_id)} at ${provider}. ${adviceFor(found)}`
  say`Then: npm run ops -- conflicts resolve ${id} --note "<what you found and did>"`
}

const ofBank = (utr: string | null) => (utr ? `, UTR ${utr}` : '')

function adviceFor({ reason, withdrawal, withdrawal_id: id, provider }: PayoutConflict): SafeText {
  switch (reason) {
    case 'paid after it was refunded':
      return text`If it is paid there, the member has the money
twice: in the wallet and from the bank. \`users hold ${withdrawal.user_id} --reason "…"\` keeps it from being withdrawn while you ask for it back.`
    case 'failed after it was paid':
      return text`If the money is back in your account there, give it
back: npm run ops -- withdrawals returned ${id} --reason "<why>"`
    case 'the UTR of another withdrawal':
      return text`Each payment has a UTR of its own. Ask
${PROVIDER_NAMES[provider]} for the one of this payment, then: npm run ops -- withdrawals paid ${id} --utr <its UTR> --even-so`
    case 'another amount':
      return text`It was told to pay ${formatRupees(withdrawal.amount_paise)}. Ask ${PROVIDER_NAMES[provider]};
nothing it says of this payment is taken in meanwhile.`
    default:
      return text`Ask ${PROVIDER_NAMES[provider]} what its word means.`
  }
}

async function resolve(id: number, { note, yes, json }: Answers & { note: string }): Promise<void> {
  const { reason, withdrawal_id } = await requireConflict(id)
  await confirm(`Is conflict ${id} (withdrawal ${withdrawal_id}, ${reason}) looked into?`, { yes })
  const answer = await resolveConflict(id, note)
  if (!answer.ok)
    throw new RefusedCommand(answer.reason === 'resolved' ? `Conflict ${id} is resolved already.` : none(id))
  if (json) return sayJson(forScripts(await requireConflict(id)))
  say`Conflict ${id} is resolved.`
}

async function requireConflict(id: number): Promise<PayoutConflict> {
  const found = await findPayoutConflict(id)
  if (!found) throw new RefusedCommand(none(id))
  return found
}

const none = (id: number) => `There is no conflict ${id}. \`conflicts list\` shows them.`

/** Amounts are decimal texts in rupees, times are in UTC. */
const forScripts = (conflict: PayoutConflict) => ({
  id: conflict.id,
  withdrawal_id: conflict.withdrawal_id,
  withdrawal_status: conflict.withdrawal.status,
  withdrawal_amount: formatPlain(conflict.withdrawal.amount_paise),
  user_id: conflict.withdrawal.user_id,
  provider: conflict.provider,
  reason: conflict.reason,
  word: conflict.word,
  number: conflict.number,
  amount: formatPlain(conflict.amount_paise),
  utr: conflict.utr,
  found_at: conflict.found_at,
  resolved_at: conflict.resolved_at,
  resolution: conflict.resolution,
})

const FIELDS = [
  'id',
  'withdrawal_id',
  'withdrawal_status',
  'withdrawal_amount',
  'user_id',
  'provider',
  'reason',
  'word',
  'number',
  'amount',
  'utr',
  'found_at',
  'resolved_at',
  'resolution',
] as const
