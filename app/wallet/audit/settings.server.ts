/** Checks settings by the rules of set-setting.server.ts, which need decoded values, so that SQL is not enough. */
import { sql } from 'drizzle-orm'
import {
  normalizeValue,
  isSettingName,
  lowersProtection,
  parseSettings,
  SETTING_NAMES,
  type SettingName,
} from '~/config/setting-values'
import type { Reader } from '~/db/client.server'
import type { SettingRow } from '~/settings/set-setting.server'
import { selectOthers } from '~/settings/other-persons.server'
import { isSamePerson } from '~/settings/person'
import { comparePersons } from '~/settings/same-person.server'
import { toDefects, type Defect } from './defect'

interface SettingChange extends Pick<SettingRow, 'name' | 'value' | 'made_by' | 'approved_by'> {
  id: number
  approves: number | null
  /** Microseconds: a Date has only milliseconds. */
  at: bigint
  from: bigint | null
  commands: string[] | null
  /** Those who could have approved it. */
  others: string[]
}

const DAY = 24n * 60n * 60n * 1_000_000n

const listRecorded = sql`
  SELECT s.id::int, s.name, s.value, s.made_by, s.approved_by, s.approves::int,
         (extract(epoch FROM s.created_at) * 1000000)::bigint::text AS at,
         (extract(epoch FROM s.in_force_from) * 1000000)::bigint::text AS "from",
         (SELECT array_agg(o.command) FROM operator_log o
           WHERE o.os_user = coalesce(s.approved_by, s.made_by) AND o.command LIKE 'settings %' AND o.started_at <= s.created_at
             AND coalesce(o.finished_at, o.started_at + interval '1 day') >= s.created_at) AS commands,
         ARRAY(SELECT others.by FROM (${selectOthers(sql`s.made_by`, sql`s.created_at`)}) others WHERE others.role = 'owner') AS others
    FROM settings s ORDER BY s.id`

type Row = Omit<SettingChange, 'at' | 'from'> & { at: string; from: string | null }

export async function findSettingDefects(reader: Reader, examples: number): Promise<Defect[]> {
  // Accounts may have changed since.
  const isOne = await comparePersons(reader, { withFormer: true })
  const rows = (await reader.execute<Row & Record<string, unknown>>(listRecorded)).map((row) => ({
    ...row,
    at: BigInt(row.at),
    from: row.from === null ? null : BigInt(row.from),
    others: row.others.filter((by) => !isOne(by, row.made_by)),
  }))
  const found = [
    ...SETTING_NAMES.filter((name) => !rows.some((row) => row.name === name)).map((subject) => ({
      subject,
      detail: 'has no row',
    })),
    ...rows.flatMap((row, i) => {
      const problem = findProblem(row, rows.slice(0, i))
      return problem === null ? [] : [{ subject: `${row.name} ${row.id}`, detail: problem }]
    }),
  ]
  const next = 'settings show: nobody typed this change; set the value that has to be in force'
  return toDefects('setting by a command', next, found.slice(0, examples), found.length)
}

function findProblem(row: SettingChange, earlier: readonly SettingChange[]): string | null {
  const { name } = row
  if (!isSettingName(name)) return null
  if (normalizeValue(name, row.value) !== row.value) return `cannot be ${row.value}`
  if (!earlier.some((each) => each.name === name)) return null
  return row.approves === null ? findChangeProblem(name, row, earlier) : findApprovalProblem(row, earlier)
}

function findChangeProblem(
  name: SettingName,
  row: SettingChange,
  earlier: readonly SettingChange[],
): string | null {
  const isTyped = row.commands?.some((command) => {
    const [, , ...words] = command.split(' ')
    return words.includes(name) && words.some((word) => normalizeValue(name, word) === row.value)
  })
  if (!isTyped) return `became ${row.value} without settings set by ${row.made_by}`
  if (row.from === null || !lowers(name, row, earlier)) return null
  if (row.others.length) return `was lowered to ${row.value} by ${row.made_by} alone`
  return row.from - row.at < DAY
    ? `was lowered to ${row.value} by ${row.made_by} without a day’s notice`
    : null
}

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
  if (isSamePerson(row.made_by, row.approved_by!)) return `was requested and approved by ${row.made_by}`
  const isTyped = row.commands?.some((command) => command.split(' ').includes(String(row.approves)))
  return isTyped ? null : `was approved without settings approve by ${row.approved_by}`
}
