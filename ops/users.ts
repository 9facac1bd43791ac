import { Command, InvalidArgumentError } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { findDepartures } from '~/privacy/departures.server'
import { listAdjustments } from '~/wallet/adjustments/read.server'
import { holdMember, releaseMember } from '~/wallet/withdrawals/holds.server'
import { listNotes } from '~/support/notes.server'
import { writeStatement } from '~/wallet/history/statement.server'
import { readWallet } from '~/wallet/wallet.server'
import { listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import { adjustmentTable, toJson as adjustmentForScripts } from './adjustments-list'
import { commandPrefix, quietPrefix } from './command-name'
import { addListOptions, listCommand } from './list-options'
import { requireMember, WHO } from './members'
import { toJson as noteForScripts, noteTable } from './notes'
import { table } from './safe-text'
import { readText, RefusedCommand, print, printJson, printCsv } from './terminal'
import { lift, departureText } from './users-departures'
import { addRequests } from './users-requests'
import { memberFacts, find, listNewest, describeHold, MEMBER_COLUMNS } from './users-find'
import { toJson } from './withdrawals-json'
import { withdrawalTable } from './withdrawals-table'

export function userCommands(): Command {
  const group = new Command('users').addHelpText(
    'after',
    `
Examples:
  $ ${commandPrefix()} users find asha
  $ ${commandPrefix()} users find 00001
  $ ${commandPrefix()} users show 1001
  $ ${commandPrefix()} users hold 1001 --days 3 --reason "of a check of your last sales"
  $ ${commandPrefix()} users release 1001
  $ ${commandPrefix()} users lift 9000000001 --reason "the number was somebody else’s"
  $ ${quietPrefix()} users statement 9000000001 > statement.csv

Requests in writing, with the same effect as the self-service actions:
  $ ${commandPrefix()} users export 9000000001 --out asha.json
  $ ${commandPrefix()} users erase 9000000001 --yes
  $ ${commandPrefix()} users unsubscribe asha@demo.example`,
  )
  listCommand(group, { csv: true })
    .option('--show', 'print full mobile numbers; this is logged')
    .action(listNewest)
  addListOptions(group.command('find'), { csv: true })
    .argument('<part>', 'part of a name, e-mail address or mobile number, or a member’s id')
    .description('find members by name, number, e-mail or id')
    .option('--show', 'print full mobile numbers; this is logged')
    .action(find)
  group
    .command('show')
    .argument('<user>', WHO)
    .description('one member with wallet, hold, withdrawals, adjustments and notes')
    .option('--json', 'print a JSON object')
    .action(show)
  group
    .command('hold')
    .argument('<user>', WHO)
    .description(
      'put withdrawals of a member on hold for some days; the member is notified of the reason and the end',
    )
    .requiredOption('--reason <text>', 'completes ‘… are on hold until …, because’', readText)
    .option('--days <number>', 'number of days', readDays, 7)
    .action(hold)
  group.command('release').argument('<user>', WHO).description('lift the hold').action(release)
  group
    .command('lift')
    .argument('<user>', 'a mobile number, or the number of the member who left or who came back')
    .description('lift the debt and hold that a deleted account passes on to the next account of its number')
    .requiredOption('--reason <text>', 'reason, for the log', readText)
    .action(lift)
  group
    .command('statement')
    .argument('<user>', WHO)
    .description('wallet statement as CSV with a running balance')
    .action(statement)
  addRequests(group)
  return group
}

function readDays(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It must be a number of days such as 7.')
  return Number(text)
}

async function show(text: string, { json }: { json?: boolean }): Promise<void> {
  const user = await requireMember(text)
  const wallet = await readWallet(user.id)
  const withdrawals = await listWithdrawals({ userId: user.id }, 20)
  const adjusted = await listAdjustments({ userId: user.id }, 20)
  const notes = await listNotes({ userId: user.id }, 20)
  if (json)
    return printJson({
      ...memberFacts(user),
      wallet: Object.fromEntries(Object.entries(wallet).map(([name, value]) => [name, formatPlain(value)])),
      withdrawals: withdrawals.map(toJson),
      adjustments: adjusted.map(adjustmentForScripts),
      notes: notes.map(noteForScripts),
    })
  print(table([user], MEMBER_COLUMNS))
  const { available, pending, onItsWay, debt } = wallet
  print`\nWallet ${formatRupees(available)}, pending ${formatRupees(pending)}, on its way ${formatRupees(onItsWay)}${debt > 0n ? `, owed to us ${formatRupees(debt)}` : ''}`
  if (describeHold(user))
    print`On hold until ${formatTime(describeHold(user)!)}, because ${user.payout_hold_reason ?? 'nobody said why'}.`
  for (const departure of await findDepartures({ userId: user.id })) print`${departureText(departure)}`
  if (withdrawals.length) print`\n${withdrawalTable(withdrawals)}`
  if (adjusted.length) print`\n${adjustmentTable(adjusted)}`
  if (notes.length) print`\n${noteTable(notes)}`
}

async function hold(text: string, { reason, days }: { reason: string; days: number }): Promise<void> {
  const { id } = await requireMember(text)
  const until = new Date(Date.now() + days * 24 * 3600_000)
  await holdMember(id, until, reason.replace(/\.$/, ''))
  print`Member ${id} can ask for no withdrawal until ${formatTime(until)}. What is requested stays unpaid.`
}

async function release(text: string): Promise<void> {
  const { id } = await requireMember(text)
  if (!(await releaseMember(id))) throw new RefusedCommand(`Nothing holds the withdrawals of member ${id}.`)
  print`Member ${id} can withdraw again.`
}

async function statement(text: string): Promise<void> {
  const { id } = await requireMember(text)
  for await (const part of writeStatement(id)) printCsv(part)
}
