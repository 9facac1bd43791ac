/** `withdrawals`: money that people asked for, on its way to them. */
import { Command, Option } from 'commander'
import { formatTime } from '~/dates'
import { formatPlain, formatRupees } from '~/money'
import {
  approveWithdrawal,
  failWithdrawal,
  findWithdrawal,
  listWithdrawals,
  payWithdrawal,
  readDestination,
} from '~/wallet/payouts.server'
import type { WithProvider } from '~/wallet/payouts.server'
import type { Moved, Status } from '~/wallet/withdrawal-moves.server'
import type { Withdrawal } from '~/wallet/withdrawals.server'
import {
  confirm,
  counted,
  readId,
  readText,
  RefusedCommand,
  say,
  sayJson,
  table,
  type Column,
} from './terminal'

const STATUSES: readonly Status[] = [
  'requested',
  'processing',
  'unknown',
  'paid',
  'failed',
  'refunded',
  'cancelled',
  'returned',
]

interface Answers {
  json?: boolean
  yes?: boolean
}

export function withdrawalCommands(): Command {
  const group = new Command('withdrawals')
    .description('list what people asked for, and pay it out')
    .addHelpText(
      'after',
      `
A withdrawal goes from requested to processing (approve), and from there to paid, or back to the wallet (fail).

Examples:
  $ npm run ops -- withdrawals list --status requested
  $ npm run ops -- withdrawals approve 7
  $ npm run ops -- withdrawals paid 7 --utr 432198765012
  $ npm run ops -- withdrawals fail 7 --reason "The bank does not know this account"`,
    )
  group
    .command('list')
    .description('the withdrawals, in the order they were asked for')
    .addOption(new Option('--status <status>', 'only those in this status').choices(STATUSES))
    .option('--json', 'for scripts: one JSON list')
    .action(list)
  group
    .command('approve')
    .description('take one into work: from here its owner cannot call it off')
    .argument('<id>', 'its number in the list', readId)
    .option('--json', 'for scripts: one JSON object')
    .action(approve)
  group
    .command('paid')
    .description('note that the bank has paid it')
    .argument('<id>', 'its number in the list', readId)
    .requiredOption('--utr <utr>', 'the reference that the bank gave the payment', readText)
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for scripts: one JSON object')
    .action(paid)
  group
    .command('fail')
    .description('give the money back to the wallet; its owner is told the reason')
    .argument('<id>', 'its number in the list', readId)
    .requiredOption('--reason <text>', 'why, in words for its owner', readText)
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for scripts: one JSON object')
    .action(fail)
  return group
}

const COLUMNS: readonly Column<Withdrawal>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'AMOUNT', cell: ({ amount_paise }) => formatRupees(amount_paise), right: true },
  { head: 'MEMBER', cell: ({ user_id }) => String(user_id), right: true },
  { head: 'TO', cell: ({ method, destination_hint }) => `${method} ${destination_hint}` },
  { head: 'ASKED', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'UTR OR REASON', cell: ({ utr, reason }) => reason ?? utr ?? '' },
]

async function list({ status, json }: Answers & { status?: Status }): Promise<void> {
  const rows = await listWithdrawals(status ? { status } : {})
  if (json) return sayJson(rows.map(forScripts))
  if (!rows.length) return say(status ? `No withdrawal is ${status}.` : 'Nobody has asked for money yet.')
  const sum = rows.reduce((total, { amount_paise }) => total + amount_paise, 0n)
  say(`${table(rows, COLUMNS)}\n\n${counted(rows.length, 'withdrawal')}, ${formatRupees(sum)}`)
}

async function approve(id: number, { json }: Answers): Promise<void> {
  const withdrawal = moved(await approveWithdrawal(id), id, 'approved')
  const destination = readDestination(withdrawal)
  if (json) return sayJson({ ...forScripts(withdrawal), destination })
  say(`Withdrawal ${id} is being processed. Pay ${formatRupees(withdrawal.amount_paise)} to:`)
  for (const [name, value] of Object.entries(destination))
    if (value) say(`  ${LABELS[name] ?? name}: ${value}`)
  say(`Then: npm run ops -- withdrawals paid ${id} --utr <the bank's reference>`)
}

const LABELS: Record<string, string> = {
  upi: 'UPI ID',
  acc_number: 'account number',
  acc_holder_name: 'account holder',
  ifsc_code: 'IFSC',
  bank_name: 'CRN number',
}

async function paid(id: number, { utr, ...answers }: Answers & { utr: string }): Promise<void> {
  const found = await requireWithdrawal(id)
  await confirm(`Note ${formatRupees(found.amount_paise)} as paid to member ${found.user_id}?`, answers)
  const withdrawal = moved(await payWithdrawal(id, utr), id, 'marked as paid')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say(`Withdrawal ${id} is paid: ${formatRupees(withdrawal.amount_paise)}, UTR ${utr}.`)
}

async function fail(id: number, { reason, ...answers }: Answers & { reason: string }): Promise<void> {
  const found = await requireWithdrawal(id)
  await confirm(`Give ${formatRupees(found.amount_paise)} back to member ${found.user_id}?`, answers)
  const withdrawal = moved(await failWithdrawal(id, reason), id, 'failed')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say(`Withdrawal ${id} has failed: ${formatRupees(withdrawal.amount_paise)} is back in the wallet.`)
}

async function requireWithdrawal(id: number): Promise<Withdrawal> {
  const found = await findWithdrawal(id)
  if (!found) throw new RefusedCommand(unknown(id))
  return found
}

const unknown = (id: number) => `There is no withdrawal ${id}. \`withdrawals list\` shows them.`

function moved(answer: Moved | WithProvider, id: number, what: string): Withdrawal {
  if (answer.ok) return answer.withdrawal
  if (answer.reason === 'not-found') throw new RefusedCommand(unknown(id))
  if (answer.reason === 'with-provider')
    throw new RefusedCommand(
      `Withdrawal ${id} was sent to ${answer.provider}, which may still pay it: look there first. --even-so does it all the same.`,
    )
  const needs = answer.status === 'requested' ? ' Approve it first.' : ''
  throw new RefusedCommand(`Withdrawal ${id} is ${answer.status}: it cannot be ${what}.${needs}`)
}

/** Amounts in rupees as text, times in UTC. */
const forScripts = (w: Withdrawal) => ({
  id: w.id,
  status: w.status,
  amount: formatPlain(w.amount_paise),
  user_id: w.user_id,
  method: w.method,
  destination_hint: w.destination_hint,
  utr: w.utr,
  reason: w.reason,
  created_at: w.created_at,
  updated_at: w.updated_at,
})
