/** Two independent persons decided, or one alone where nobody else could, as it was at the time of each decision. */
import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { readJudge } from '~/domain/settings/independence.server'
import type { Role } from '~/domain/settings/roles'
import { inUtc } from '~/domain/operators/command-seals.server'
import { INDEPENDENCE, toDefects, type Defect, type Finding } from '../audit'

export const SECOND_PERSON_CHECK = 'decided by two independent persons'

interface Decision extends Record<string, unknown> {
  subject: string
  what: string
  asked_by: string
  asked_at: string
  decided_by: string
  decided_at: string
  needed: Role
}

const decisions = sql`
  SELECT subject, what, asked_by, ${inUtc('asked_at')} AS asked_at, decided_by, ${inUtc('decided_at')} AS decided_at, needed
    FROM (SELECT 'approval ' || id AS subject, command AS what, asked_by, created_at AS asked_at, decided_by, decided_at, coalesce(role, 'owner') AS needed
            FROM approvals WHERE state = 'approved'
          UNION ALL
          SELECT 'adjustment ' || id, kind || ' of ' || amount_paise, asked_by, created_at, decided_by, decided_at, 'finance'
            FROM adjustments WHERE needs_approval AND state = 'applied'
          UNION ALL
          SELECT 'setting ' || s.id, s.name || ' ' || s.value, s.made_by, r.created_at, s.approved_by, s.created_at, 'owner'
            FROM settings s JOIN settings r ON r.id = s.approves
          UNION ALL
          SELECT 'month ' || month, 'reopened', earlier_by, earlier_at, made_by, created_at, 'finance'
            FROM (SELECT *, lag(made_by) OVER of_month AS earlier_by, lag(created_at) OVER of_month AS earlier_at
                    FROM period_closes WINDOW of_month AS (PARTITION BY month ORDER BY id)) p
           WHERE step = 'reopened' AND earlier_by IS NOT NULL) d
   WHERE decided_at >= ${sql.raw(INDEPENDENCE)}`

export async function findSecondPersonDefects(reader: Reader, examples: number): Promise<Defect[]> {
  const judge = await readJudge(reader)
  const found: Finding[] = []
  for (const row of await reader.execute<Decision>(decisions)) {
    const { subject, what, asked_by, decided_by, needed } = row
    const request = { by: asked_by, at: new Date(row.asked_at) }
    const judged = await judge(request, decided_by, new Date(row.decided_at), needed)
    if (!judged.agrees)
      found.push({ subject, detail: `${what}: ${decided_by} was not independent of ${asked_by}` })
  }
  const next =
    'approvals show, adjustments show, log list: one person decided this for two; look at what was paid or credited'
  return toDefects(SECOND_PERSON_CHECK, next, found.slice(0, examples), found.length)
}
