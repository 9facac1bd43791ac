/** Who did what: every command that changes something leaves a row, from before it begins. */
import os from 'node:os'
import { Command } from 'commander'
import { desc, eq, sql } from 'drizzle-orm'
import { formatTime } from '~/dates'
import { db } from '~/db/client.server'
import { operatorLog } from '~/db/schema'
import { counted, short, table, type Column } from './shown'
import { readId, say, sayJson } from './terminal'

/** partly: something of it was refused. */
export type Outcome = 'done' | 'partly' | 'refused' | 'failed'

/** Commands that only look; every other one is noted, so that a new one is never forgotten. */
const LOOKS =
  /^(?:migrate|withdrawals batches|keys status|audit|stats|log|users (?:find|statement)|\S+ (?:list|show))$/

/** 'withdrawals approve' */
function nameOf(command: Command): string {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

/** As it was typed, without the mobile numbers in it. */
const typed = (words: readonly string[]) =>
  words
    .map((word) => word.replace(/^(?:\+?91|0)?[6-9]\d{5}(?=\d{4}$)/, '••••••'))
    .map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ')
    .slice(0, 500)

/** The name of the account on this machine that runs the command. */
export function osUser(): string {
  try {
    return os.userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

let row: number | undefined

/** Before the command's action. */
export async function noteBegin(command: Command): Promise<void> {
  // Looking at account numbers is noted as well.
  if (LOOKS.test(nameOf(command)) && !command.opts<{ show?: boolean }>().show) return
  const [added] = await db
    .insert(operatorLog)
    .values({ os_user: osUser(), command: typed(process.argv.slice(2)) })
    .returning({ id: operatorLog.id })
  row = added!.id
}

/** After it, however it ended. */
export async function noteEnd(outcome: Outcome): Promise<void> {
  if (row === undefined) return
  await db
    .update(operatorLog)
    .set({ outcome, finished_at: sql`now()` })
    .where(eq(operatorLog.id, row))
}

export function logCommand(): Command {
  return new Command('log')
    .description('who did what with these commands, newest first')
    .option('--limit <number>', 'how many at most', readId, 50)
    .option('--json', 'for scripts: one JSON list')
    .action(list)
}

type Row = typeof operatorLog.$inferSelect

const COLUMNS: readonly Column<Row>[] = [
  { head: 'WHEN', cell: ({ started_at }) => formatTime(started_at) },
  { head: 'WHO', cell: ({ os_user }) => os_user },
  { head: 'OUTCOME', cell: ({ outcome }) => outcome ?? 'not ended' },
  { head: 'COMMAND', cell: ({ command }) => short(command, 90) },
]

async function list({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const rows = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(limit)
  if (json) return sayJson(rows)
  if (!rows.length) return say`No command has changed anything yet.`
  say`${table(rows, COLUMNS)}\n\n${counted(rows.length, 'command')}`
}
