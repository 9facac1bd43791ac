/** Checks settings by the rules of set-setting.server.ts, which need decoded values, so that SQL is not enough. */
import { sql } from 'drizzle-orm'
import {
  describeSetting,
  normalizeValue,
  isSettingName,
  lowersProtection,
  parseSettings,
  SETTING_NAMES,
  type SettingName,
} from '~/platform/config/setting-values'
import type { Reader } from '~/platform/db/client.server'
import { maskTyped } from '~/platform/formats/mask-typed'
import type { SettingRow } from '~/domain/settings/set-setting.server'
import { readJudge } from '~/domain/settings/independence.server'
import { isSamePerson } from '~/domain/settings/person'
import { inUtc } from '~/domain/operators/command-seals.server'
import { INDEPENDENCE, toDefects, type Defect } from '../audit'

interface SettingChange extends Pick<SettingRow, 'name' | 'value' | 'made_by' | 'approved_by'> {
  id: number
  approves: number | null
  /** Microseconds: a Date has only milliseconds. */
  at: bigint
  from: bigint | null
  made: string
  commands: string[] | null
  /** Before independence was asked for, a day was enough where nobody else could approve. */
  older: boolean
}

const DAY = 24n * 60n * 60n * 1_000_000n

const listRecorded = sql`
  SELECT s.id::int, s.name, s.value, s.made_by, s.approved_by, s.approves::int,
         (extract(epoch FROM s.created_at) * 1000000)::bigint::text AS at,
         (extract(epoch FROM s.in_force_from) * 1000000)::bigint::text AS "from",
         (SELECT array_agg(o.command) FROM operator_log o
           WHERE o.os_user = coalesce(s.approved_by, s.made_by) AND o.command LIKE 'settings %' AND o.started_at <= s.created_at
             AND coalesce(o.finished_at, o.started_at + interval '1 day') >= s.created_at) AS commands,
         ${inUtc('s.created_at')} AS made, s.created_at < ${sql.raw(INDEPENDENCE)} AS older
    FROM settings s ORDER BY s.id`

type Row = Omit<SettingChange, 'at' | 'from'> & { at: string; from: string | null }

export async function findSettingDefects(reader: Reader, examples: number): Promise<Defect[]> {
  const rows = (await reader.execute<Row & Record<string, unknown>>(listRecorded)).map((row) => ({
    ...row,
    at: BigInt(row.at),
    from: row.from === null ? null : BigInt(row.from),
  }))
  const judge = await readJudge(reader)
  const problems: { subject: string; detail: string }[] = SETTING_NAMES.filter(
    (name) => !rows.some((row) => row.name === name),
  ).map((subject) => ({ subject, detail: 'has no row' }))
  for (const [i, row] of rows.entries()) {
    const problem = await findProblem(row, rows.slice(0, i), judge)
    if (problem !== null) problems.push({ subject: `${row.name} ${row.id}`, detail: problem })
  }
  const next = 'settings show: nobody typed this change; set the value that has to be in force'
  return toDefects('setting by a command', next, problems.slice(0, examples), problems.length)
}

type Judge = Awaited<ReturnType<typeof readJudge>>

async function findProblem(
  row: SettingChange,
  earlier: readonly SettingChange[],
  judge: Judge,
): Promise<string | null> {
  const { name } = row
  if (!isSettingName(name)) return null
  if (normalizeValue(name, row.value) !== row.value) return `cannot be ${row.value}`
  if (!earlier.some((each) => each.name === name)) return null
  return row.approves === null
    ? findChangeProblem(name, row, earlier, judge)
    : findApprovalProblem(row, earlier)
}

async function findChangeProblem(
  name: SettingName,
  row: SettingChange,
  earlier: readonly SettingChange[],
  judge: Judge,
): Promise<string | null> {
  const isTyped = row.commands?.some((command) => {
    const [, , ...words] = command.split(' ')
    if (!words.includes(name)) return false
    return (
      words.some((word) => normalizeValue(name, word) === row.value) || isLogged(name, command, row.value)
    )
  })
  if (!isTyped) return `became ${row.value} without settings set by ${row.made_by}`
  if (row.from === null || !lowers(name, row, earlier)) return null
  const at = new Date(row.made)
  const judged = await judge({ by: row.made_by, at }, row.made_by, at, 'owner')
  const hasOthers = !judged.agrees && judged.wait.others.length > 0
  if (!row.older || hasOthers) return `was lowered to ${row.value} by ${row.made_by} alone`
  return row.from - row.at < DAY
    ? `was lowered to ${row.value} by ${row.made_by} without a day’s notice`
    : null
}

/** The log masks addresses and numbers, and quotes what has spaces. */
const isLogged = (name: SettingName, command: string, value: string): boolean =>
  describeSetting(name).isText === true && withoutSpaces(command).includes(withoutSpaces(maskTyped(value)))

const withoutSpaces = (text: string) => text.replace(/\s/g, '')

/** False if an earlier value is unreadable: the audit reports that row by itself. */
function lowers(name: SettingName, { at, value }: SettingChange, earlier: readonly SettingChange[]): boolean {
  const texts: Record<string, string> = {}
  for (const row of earlier) if (row.from !== null && row.from <= at) texts[row.name] = row.value
  if (SETTING_NAMES.some((each) => normalizeValue(each, texts[each] ?? '') !== texts[each])) return false
  return lowersProtection(name, parseSettings(texts), value)
}

function findApprovalProblem(row: SettingChange, earlier: readonly SettingChange[]): string | null {
  const request = earlier.find(({ id }) => id === row.approves)
  const isSame = request?.name === row.name && request.value === row.value && request.made_by === row.made_by
  if (!isSame || request.approves !== null) return `approves another change than ${row.approves}`
  if (row.older && isSamePerson(row.made_by, row.approved_by!))
    return `was requested and approved by ${row.made_by}`
  const isTyped = row.commands?.some((command) => command.split(' ').includes(String(row.approves)))
  return isTyped ? null : `was approved without settings approve by ${row.approved_by}`
}
