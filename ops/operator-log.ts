// Every command that changes something is logged before it starts.
import os from 'node:os'
import { Command } from 'commander'
import { desc } from 'drizzle-orm'
import { maskEmail } from '~/accounts/rules'
import { formatTime } from '~/formats/dates'
import { db } from '~/db/client.server'
import { isBounded, within } from '~/db/period.server'
import { operatorLog } from '~/db/schema/operations'
import { recordCommand } from '~/wallet/audit/command-log.server'
import { addListOptions, readFilter, printList, type ListOptions } from './list-options'
import { truncate, text, type Column } from './safe-text'

/** Read-only commands, which are not logged; a new command is logged unless listed here. */
const READ_ONLY =
  /^(?:migrate|backup|restore|verify|withdrawals batches|networks (?:statement|owed|payments)|keys status|audit|stats|books (?:trial-balance|accounts|journal|periods|files)|images hosts|log|users (?:find|statement)|\S+ (?:list|show))$/

/** 'withdrawals approve' */
function getName(command: Command): string {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

const GROUPS = ['\\d{9}', '\\d{4} \\d{5}', '\\d{3} \\d{3} \\d{3}', '\\d{2} \\d{3} \\d{4}', '\\d{3} \\d{6}']
const MOBILE = new RegExp(
  `(?<![\\w+])(?:(?:\\+|00)?91 ?|\\(?0\\)? ?)?[6-9](?:${GROUPS.join('|')})(?!\\d)`.replaceAll(' ', '[\\s.-]'),
  'g',
)
const EMAIL = /(?<![^\s@"'=<>])[^\s@"'=<>]+@[^\s@"'<>]+/g

const maskMobile = (found: string): string => `••••••${found.replace(/\D/g, '').slice(-4)}`

/** Masks mobile numbers and e-mail addresses. */
export const maskTyped = (words: readonly string[]) =>
  words
    .map((word) => word.replace(MOBILE, maskMobile).replace(EMAIL, maskEmail))
    .map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ')
    .slice(0, 500)

export function osUser(): string {
  try {
    return os.userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Call before the action. Returns the id of the log entry, or undefined for a command that is not logged. */
export async function recordBegin(command: Command, words: readonly string[]): Promise<number | undefined> {
  // --show displays account numbers, which is logged too.
  if (READ_ONLY.test(getName(command)) && !command.opts<{ show?: boolean }>().show) return undefined
  // A note may contain personal data, which could not be erased from the log.
  const hidden = getName(command) === 'notes add' ? command.args : []
  const logged = words.map((word) => (hidden.includes(word) ? '…' : word))
  return recordCommand(osUser(), maskTyped(logged))
}

export function logCommand(): Command {
  const command = new Command('log')
  return addListOptions(command, { days: 'started', csv: true }).action(list)
}

type Row = typeof operatorLog.$inferSelect

const COLUMNS: readonly Column<Row>[] = [
  { head: 'WHEN', cell: ({ started_at }) => formatTime(started_at) },
  { head: 'WHO', cell: ({ os_user }) => os_user },
  { head: 'OUTCOME', cell: ({ outcome }) => outcome ?? 'not ended' },
  { head: 'COMMAND', cell: ({ command }) => truncate(command, 90) },
]

async function list(options: ListOptions): Promise<void> {
  const period = await readFilter(options)
  const rows = await db
    .select()
    .from(operatorLog)
    .where(within(operatorLog.started_at, period))
    .orderBy(desc(operatorLog.id))
    .limit(options.limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'command',
    none: text`${isBounded(period) ? 'No command changed anything on these days.' : 'No command has changed anything yet.'}`,
    toJson: (row) => row,
    fields: ['id', 'started_at', 'finished_at', 'os_user', 'outcome', 'command'],
  })
}
