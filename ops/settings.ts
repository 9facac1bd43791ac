import { commandPrefix } from './command-name'
import { Argument, Command } from 'commander'
import {
  canonicalValue,
  describeSetting,
  lowersProtection,
  SETTING_NAMES,
  type SettingName,
} from '~/config/setting-values'
import { db } from '~/db/client.server'
import { formatTime } from '~/formats/dates'
import { listHistory, listSettings, type ListedSetting } from '~/settings/list-settings.server'
import { approveSetting, setSetting, type SettingRow } from '~/settings/set-setting.server'
import { readSettings, readTexts } from '~/settings/settings.server'
import { osUser } from './operator-log'
import { lines, truncate, table, type Column } from './safe-text'
import { confirmMoney, readId, readText, RefusedCommand, print, printJson, type Answers } from './terminal'

export function settingCommands(): Command {
  const group = new Command('settings').addHelpText(
    'after',
    `
A change that protects more, or that is neither more nor less, is in force at once. One that protects less waits until another
account on this machine approves it; where nobody else has used these commands for 90 days, it comes into force after 24 hours.
Both raise an alert. Setting the value in force again calls off what waits. Variables of these names are first values only.

Examples:
  $ ${commandPrefix()} settings list
  $ ${commandPrefix()} settings show MOST_CASHBACK_A_SALE
  $ ${commandPrefix()} settings set MOST_CASHBACK_A_SALE 5000 --reason "Fewer large orders" --yes
  $ ${commandPrefix()} settings approve 15`,
  )
  group
    .command('list')
    .description('what is in force, and what waits')
    .option('--json', 'print a JSON array')
    .action(list)
  group
    .command('show')
    .description('a setting with its history, newest first')
    .addArgument(nameArgument())
    .option('--json', 'print a JSON array')
    .action(show)
  group
    .command('set')
    .description('change a setting')
    .addArgument(nameArgument())
    .argument('<value>', 'its new value; `settings show` says what it may be')
    .requiredOption('--reason <text>', 'why, for the history', readText)
    .option('-y, --yes', 'apply without asking for confirmation')
    .option('--json', 'print a JSON object')
    .action(set)
  group
    .command('approve')
    .description('approve a change that another account made')
    .argument('<id>', 'number in the list', readId)
    .option('-y, --yes', 'apply without asking for confirmation')
    .option('--json', 'print a JSON object')
    .action(approve)
  return group
}

const nameArgument = () => new Argument('<name>', 'the setting').choices(SETTING_NAMES)

const COLUMNS: readonly Column<ListedSetting>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'SETTING', cell: ({ name }) => name },
  { head: 'VALUE', cell: ({ value }) => value },
  { head: 'STATE', cell: ({ state }) => state },
  { head: 'FROM', cell: formatWhen },
  { head: 'BY', cell: ({ made_by, approved_by }) => (approved_by ? `${made_by}, ${approved_by}` : made_by) },
  { head: 'REASON', cell: ({ reason }) => truncate(reason, 60) },
]

function formatWhen({ in_force_from }: Pick<SettingRow, 'in_force_from'>): string {
  return in_force_from ? formatTime(in_force_from) : 'once approved'
}

async function list({ json }: Answers): Promise<void> {
  const rows = await listSettings()
  if (json) return printJson(rows)
  print(table(rows, COLUMNS))
}

const DIRECTIONS = { lower: 'a lower value protects', higher: 'a higher value protects' } as const

async function show(name: SettingName, { json }: Answers): Promise<void> {
  const rows = await listHistory(name)
  if (json) return printJson(rows)
  const { about, unit, protects } = describeSetting(name)
  print(
    lines([`${name}: ${about}`, unit, protects === null ? 'no direction protects' : DIRECTIONS[protects]]),
  )
  print(table(rows, COLUMNS))
}

async function set(name: SettingName, typed: string, { reason, yes, json }: Answers & { reason: string }) {
  const value = canonicalValue(name, typed)
  if (value === null) throw new RefusedCommand(`${name} must be ${describeSetting(name).unit}.`)
  const before = (await readTexts(db))[name]!
  const less = lowersProtection(name, await readSettings(db), value) ? ', which protects less' : ''
  await confirmMoney(`Set ${name} from ${before} to ${value}${less}?`, { yes })
  const answer = await setSetting({ name, typed: value, reason }, osUser())
  if (!answer.ok) throw new RefusedCommand(`${name} is ${value} already.`)
  if (json) return printJson(answer.row)
  const { row, waits } = answer
  if (waits === null) return print`${name} is ${value} from now on; it was ${answer.before}.`
  if (waits === 'day')
    return print`${name} becomes ${value} on ${formatWhen(row)}; until then it is ${answer.before}. \`settings set ${name} ${answer.before}\` calls it off.`
  print`Change ${row.id} waits: ${name} from ${answer.before} to ${value}. Another account than ${row.made_by} approves it: \`settings approve ${row.id}\`.`
}

async function approve(id: number, { yes, json }: Answers): Promise<void> {
  await confirmMoney(`Approve change ${id} of a setting?`, { yes })
  const answer = await approveSetting(id, osUser())
  if (!answer.ok) throw new RefusedCommand(toRefusal(id, answer))
  if (json) return printJson(answer.row)
  print`${answer.row.name} is ${answer.row.value} from now on.`
}

function toRefusal(id: number, answer: Exclude<Awaited<ReturnType<typeof approveSetting>>, { ok: true }>) {
  switch (answer.reason) {
    case 'own':
      return `Change ${id} was made by ${answer.row.made_by}: another account has to approve it.`
    case 'not-waiting':
      return `Change ${id} does not wait: \`settings show ${answer.row.name}\` has what became of it.`
    default:
      return `There is no change ${id}. \`settings list\` shows them.`
  }
}
