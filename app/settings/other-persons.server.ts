/** Persons who count as a second person, by the operator log, also at an earlier time. */
import { sql, type SQL } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import type { operators } from '~/db/schema/operations'
import { comparePersons } from './same-person.server'

export const SIGN_IN = 'desk sign-in'

/** Somebody whose last command is older than this does not count as a second person. */
const OPERATOR_DAYS = 90

interface OtherPerson {
  by: string
  /** An OS account without an operator is an owner's. */
  role: (typeof operators.$inferSelect)['role']
}

/**
 * SQL: (by, role) of those who used a command within 90 days before `at` and were not disabled more than 7 days before:
 * disabling the last other operator lets nobody decide alone at once. A failed sign-in is no use by the operator,
 * because anybody who knows the name can cause one. The role is that of `at`. What an account did before it was an
 * operator's is that operator's. It may contain other accounts of `by`.
 */
export const selectOthers = (by: SQL, at: SQL): SQL => sql`
  SELECT CASE WHEN used.operator_id IS NULL THEN coalesce(p.name || '@', '') ELSE '' END || used.os_user AS by,
         coalesce((SELECT c.value->>'before' FROM operator_log l, jsonb_array_elements(l.result->'changed') c
                    WHERE l.result @> jsonb_build_object('changed', jsonb_build_array(jsonb_build_object('subject', 'operator ' || p.id, 'field', 'role')))
                      AND l.finished_at > ${at} AND c.value->>'subject' = 'operator ' || p.id AND c.value->>'field' = 'role'
                    ORDER BY l.finished_at LIMIT 1), p.role, 'owner') AS role
    FROM (SELECT DISTINCT os_user, operator_id FROM operator_log
           WHERE os_user <> ${by} AND started_at < ${at} AND started_at > ${at} - make_interval(days => ${OPERATOR_DAYS})
             AND NOT (command = ${SIGN_IN} AND outcome IS DISTINCT FROM 'done')) used
    LEFT JOIN operators p ON p.id = used.operator_id OR (used.operator_id IS NULL AND p.os_account = used.os_user)
   WHERE NOT coalesce(p.state = 'disabled' AND p.updated_at < ${at} - interval '7 days', false)`

export async function listOtherPersons(reader: Reader, by: string): Promise<OtherPerson[]> {
  // The statement's time: a transaction that waited for a lock began before the row that it waited for.
  const others = await reader.execute<{ by: string; role: OtherPerson['role'] }>(
    selectOthers(sql`${by}::text`, sql`statement_timestamp()`),
  )
  const isSamePerson = await comparePersons(reader)
  return others.filter((other) => !isSamePerson(other.by, by))
}

/** Settings are an owner's alone (app/operations/settings.ts), so that no other role can approve one. */
export const hasOtherOwner = async (reader: Reader, by: string): Promise<boolean> =>
  (await listOtherPersons(reader, by)).some(({ role }) => role === 'owner')
