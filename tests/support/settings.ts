import { sql } from 'drizzle-orm'
import { rewrite } from './rewrite'
import { normalizeValue, type SettingName } from '~/platform/config/setting-values'
import { db } from '~/platform/db/client.server'
import { recordCommand } from '~/domain/operators/command-log.server'

/** In force at once, as two people do it: each with a line in the operator log, so that the audit finds no defect. */
export async function changeSettings(values: Partial<Record<SettingName, string>>): Promise<void> {
  for (const [name, typed] of Object.entries(values) as [SettingName, string][]) {
    const value = normalizeValue(name, typed)
    if (value === null) throw new Error(`${name} cannot be ${typed}`)
    await recordCommand({ osUser: 'first' }, `settings set ${name} ${value}`)
    const [asked] = await db.execute<{ id: string }>(sql`
      INSERT INTO settings (name, value, made_by, reason) VALUES (${name}, ${value}, 'first', 'test') RETURNING id`)
    await recordCommand({ osUser: 'second' }, `settings approve ${asked!.id}`)
    await db.execute(sql`
      INSERT INTO settings (name, value, in_force_from, made_by, approved_by, approves, reason)
      VALUES (${name}, ${value}, now(), 'first', 'second', ${asked!.id}::bigint, 'test')`)
  }
}

/** Makes all earlier commands old, so that no operator counts as a second person. */
export const forgetOthers = () =>
  rewrite(sql`UPDATE operator_log SET started_at = started_at - interval '91 days'`)

/** As if everything that operators did had been done so much earlier. */
export const passHours = (hours: number) => {
  const earlier = (column: string) =>
    sql.raw(`${column} = ${column} - make_interval(mins => ${Math.round(hours * 60)})`)
  return rewrite(
    sql`UPDATE operator_log SET ${earlier('started_at')}, ${earlier('finished_at')}`,
    sql`UPDATE row_steps SET ${earlier('made_at')} WHERE row_id = 'independence'`,
    sql`UPDATE operator_log_rows SET ${earlier('created_at')}`,
    sql`UPDATE approvals SET ${earlier('created_at')}, ${earlier('decided_at')}`,
    sql`UPDATE manual_credits SET ${earlier('created_at')}`,
    sql`UPDATE adjustments SET ${earlier('created_at')}, ${earlier('decided_at')}`,
    sql`UPDATE settings SET ${earlier('created_at')}, ${earlier('in_force_from')}`,
  )
}
