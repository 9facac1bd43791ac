import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatRupees, type Paise } from '~/formats/money'
import { addAdjustment } from '~/wallet/adjustments/adjust.server'
import type { NewAdjustment } from '~/wallet/adjustments/adjustment-rules.server'
import { approveAdjustment, refuseAdjustment } from '~/wallet/adjustments/decide.server'
import { ADJUSTMENT_KINDS, type AdjustmentKind } from '~/wallet/adjustments/effect'
import { previewAdjustment } from '~/wallet/adjustments/read.server'
import { readWallet } from '~/wallet/wallet.server'
import { toJson, list, requireAdjustment, show, STATES } from './adjustments-list'
import { describeAdjustment, previewToJson, adjustmentRefusal, printPreview } from './adjustments-text'
import { addForMonth } from './closed-days'
import { commandPrefix } from './command-name'
import { listCommand, showCommand } from './list-options'
import { memberOption, requireMember } from './members'
import { osUser } from './operator-log'
import {
  confirmMoney,
  readAmount,
  readId,
  readText,
  RefusedCommand,
  print,
  printJson,
  type Answers,
} from './terminal'

export function adjustmentCommands(): Command {
  const group = new Command('adjustments').addHelpText(
    'after',
    `
credit adds to a wallet what the member earned and did not get; debit takes back what was credited in error: what the wallet does
not have becomes a debt, and requested withdrawals are called off for it. goodwill is a gift. write-off forgives a debt.
The member is told, with the reason: write it for the member, without names of other people.

Above FOUR_EYES_ABOVE an adjustment waits until another account on this machine approves it. --key makes a command safe to run
again: the same key is one adjustment.

Examples:
  $ ${commandPrefix()} adjustments add --member 9000000001 --kind credit --amount 120 --sale 12 --reason "The store confirmed the order"
  $ ${commandPrefix()} adjustments add --member 1002 --kind goodwill --amount 50 --reason "For the long wait" --key ticket-481 --yes
  $ ${commandPrefix()} adjustments list --state waiting
  $ ${commandPrefix()} adjustments approve 7`,
  )
  addForMonth(group.command('add'))
    .description('adjust the balance of a member; shows the change first')
    .addOption(memberOption('whose balance').makeOptionMandatory())
    .addOption(new Option('--kind <kind>', 'what it is').choices(ADJUSTMENT_KINDS).makeOptionMandatory())
    .requiredOption('--amount <rupees>', 'amount in rupees', readAmount)
    .requiredOption('--reason <text>', 'reason, shown to the member', readText)
    .option('--sale <id>', 'the sale that it is about, by its number in `conversions list`', readId)
    .option('--key <key>', 'your own reference, such as a ticket number', readText)
    .option('-y, --yes', 'apply without asking for confirmation')
    .option('--json', 'print a JSON object')
    .action(add)
  listCommand(group, { member: 'only of one member', days: 'asked for', csv: true })
    .addOption(new Option('--state <state>', 'only those in one state').choices(STATES))
    .action(list)
  showCommand(group, 'one adjustment with its entries; of one that waits, what approval would do now').action(
    show,
  )
  group
    .command('approve')
    .description('approve an adjustment that another account requested')
    .argument('<id>', 'number in the list', readId)
    .option('-y, --yes', 'apply without asking for confirmation')
    .option('--json', 'print a JSON object')
    .action(approve)
  group
    .command('refuse')
    .description('refuse an adjustment that another account requested; no money moves')
    .argument('<id>', 'number in the list', readId)
    .requiredOption('--reason <text>', 'reason, for the person who requested it', readText)
    .option('--json', 'print a JSON object')
    .action(refuse)
  return group
}

interface Adding extends Answers {
  member: string
  kind: AdjustmentKind
  amount: Paise
  reason: string
  sale?: number
  forMonth?: string
  key?: string
}

async function add({ member, kind, amount, reason, sale, forMonth, key, json, yes }: Adding): Promise<void> {
  const user = await requireMember(member)
  const of = { userId: user.id, kind, amount, reason, saleId: sale, forMonth, key }
  if (!yes) await preview(of, user.username, json)
  await confirmMoney(`Adjust the balance of member ${user.id}: ${describeAdjustment(of)}?`, { yes })
  const added = await addAdjustment(of, osUser())
  if (!added.ok) throw new RefusedCommand(adjustmentRefusal(added, of))
  const { adjustment, isRepeat } = added
  if (json) return printJson(toJson(adjustment))
  if (isRepeat) print`Adjustment ${adjustment.id} has this key already: nothing is done a second time.`
  if (adjustment.state !== 'waiting') return printApplied(adjustment)
  print`Adjustment ${adjustment.id} waits: ${describeAdjustment(of)} for member ${user.id}. Another account than ${adjustment.asked_by} approves it: \`adjustments approve ${adjustment.id}\`.`
}

async function preview(of: NewAdjustment, username: string, json?: boolean): Promise<void> {
  const previewed = await previewAdjustment(of)
  if (!previewed.ok) throw new RefusedCommand(adjustmentRefusal(previewed, of))
  if (json) return printJson(previewToJson(previewed))
  print`Member ${of.userId}, ${username}: ${describeAdjustment(of)}`
  printPreview(previewed)
}

async function printApplied({ id, user_id, state, ...facts }: Parameters<typeof toJson>[0]): Promise<void> {
  const { available, debt } = await readWallet(user_id)
  const owes = debt > 0n ? `, and the member owes us ${formatRupees(debt)}` : ''
  print`Adjustment ${id} is ${state}: ${describeAdjustment({ ...facts, amount: facts.amount_paise })} for member ${user_id}. The wallet has ${formatRupees(available)}${owes}.`
}

async function approve(id: number, { json, yes }: Answers): Promise<void> {
  const found = await requireAdjustment(id)
  const of = { userId: found.user_id, kind: found.kind, amount: found.amount_paise as Paise }
  if (!yes && found.state === 'waiting') {
    const previewed = await previewAdjustment(of)
    if (!previewed.ok) throw new RefusedCommand(adjustmentRefusal(previewed, of))
    if (json) printJson(previewToJson(previewed))
    else {
      print`Member ${of.userId}: ${describeAdjustment(of)}, asked for by ${found.asked_by} on ${formatTime(found.created_at)}: ${found.reason}`
      printPreview(previewed)
    }
  }
  if (found.state === 'waiting' && found.asked_by !== osUser())
    await confirmMoney(`Approve adjustment ${id}: ${describeAdjustment(of)}?`, { yes })
  const approved = await approveAdjustment(id, osUser())
  if (!approved.ok) throw new RefusedCommand(adjustmentRefusal(approved, of))
  if (json) return printJson(toJson(approved.adjustment))
  await printApplied(approved.adjustment)
}

async function refuse(id: number, { reason, json }: Answers & { reason: string }): Promise<void> {
  const found = await requireAdjustment(id)
  const answer = await refuseAdjustment(id, reason, osUser())
  if (!answer.ok) throw new RefusedCommand(adjustmentRefusal(answer, { userId: found.user_id }))
  if (json) return printJson(toJson(answer.adjustment))
  print`Adjustment ${id} is refused: nothing moved.`
}
