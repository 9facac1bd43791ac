/** All that waits for a second person: commands, adjustments, settings and months. */
import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { describeWait, readPersons, type Wait } from './independence.server'
import type { Role } from './roles'

export interface SecondPersonWait extends Wait {
  /** 'approval 3', 'adjustment 8', 'change 15' or 'month 2026-10'. */
  subject: string
  at: Date
  /** Without personal data: of a command only its name. */
  effect: string
}

/** Oldest first. */
export async function listSecondPersonWaits(reader: Reader = db): Promise<SecondPersonWait[]> {
  const persons = await readPersons(reader)
  const rows = await reader.execute<{
    subject: string
    by: string
    at: string
    needed: Role
    effect: string
  }>(sql`
    SELECT subject, by, (extract(epoch FROM at) * 1000)::float8 AS at, needed, effect FROM (
      SELECT 'approval ' || id AS subject, asked_by AS by, created_at AS at, coalesce(role, 'owner') AS needed,
             substring(command FROM '^[^ ]+ [^ ]+') AS effect
        FROM approvals WHERE state = 'waiting' AND created_at > now() - interval '7 days'
      UNION ALL
      SELECT 'adjustment ' || id, asked_by, created_at, 'finance', kind || ' of ' || round(amount_paise / 100.0, 2) || ' rupees'
        FROM adjustments WHERE state = 'waiting'
      UNION ALL
      SELECT 'change ' || id, made_by, created_at, 'owner', name || ' ' || value
        FROM settings s WHERE in_force_from IS NULL
         AND NOT EXISTS (SELECT 1 FROM settings r WHERE r.name = s.name AND r.id > s.id AND r.in_force_from <= now())
      UNION ALL
      SELECT 'month ' || month, made_by, created_at, 'finance', 'reopens ' || month
        FROM period_closes p WHERE step = 'reopen-asked'
         AND NOT EXISTS (SELECT 1 FROM period_closes r WHERE r.month = p.month AND r.id > p.id)) waits
     ORDER BY at`)
  return rows.map(({ subject, by, at, needed, effect }) => {
    const since = new Date(Number(at))
    return { subject, at: since, effect, ...describeWait(persons, { by, at: since }, needed) }
  })
}
