/** Corruptions of who did what: the operator log, approvals, holds and deleted accounts. */
import { sql, type SQL } from 'drizzle-orm'
import { corruptions, corruptionsWithoutTriggers, friend, paid } from './plant'

const ended = sql`(SELECT max(id) FROM operator_log WHERE result IS NOT NULL)`
const interrupted = sql`(SELECT max(id) FROM operator_log WHERE finished_at IS NULL)`
const approved = sql`(SELECT max(id) FROM approvals WHERE state = 'approved')`
const refused = sql`(SELECT max(id) FROM approvals WHERE state = 'refused')`

/** Its digest, at the time that a cause has. */
const newDigest = (table: string, id: SQL, at: SQL) => sql`
  INSERT INTO row_steps (table_name, row_id, digest, made_at)
  SELECT ${table}, f[1], f[2]::uuid, ${at} FROM ${sql.raw(table)} t, facts_of(t) f WHERE t.id = ${id}`

/** Each column of a line: who, what, when, and what became of it. */
const LINE: [what: string, change: SQL][] = [
  ['who', sql`os_user = 'eve'`],
  ['which operator', sql`operator_id = (SELECT max(id) FROM operators)`],
  ['from where', sql`source = 'desk'`],
  ['what', sql`command = 'withdrawals approve 1'`],
  ['since when', sql`started_at = started_at - interval '1 hour'`],
  ['until when', sql`finished_at = finished_at + interval '1 hour'`],
  ['the outcome', sql`outcome = 'partly'`],
  ['the result', sql`result = '{"changed": []}'`],
  ['the seal of the end', sql`end_seal = 'x'`],
]

const change = (what: SQL, id: SQL = ended) => sql`UPDATE operator_log SET ${what} WHERE id = ${id}`

const changeLine = (also: SQL[] = [], suffix = '') =>
  Object.fromEntries(
    LINE.map(([what, set]) => [`of an ended command, ${what}${suffix}`, [change(set), ...also]]),
  )
const endTime = sql`(SELECT finished_at FROM operator_log WHERE id = ${ended})`

export const OPERATORS = [
  ...corruptions({
    'hold lifted by a command': {
      'a hold lifted by SQL': sql`
        UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL
         WHERE payout_hold_until IS NOT NULL`,
      'a hold shortened by SQL': sql`UPDATE users SET payout_hold_until = now() WHERE id = ${friend}`,
    },
    refused: {
      ...changeLine(),
      'a command that was interrupted, ended without a seal': change(
        sql`finished_at = now(), outcome = 'done'`,
        interrupted,
      ),
      'another seal of a command that runs': change(sql`seal = 'x'`, interrupted),
      'a refused request approved': sql`UPDATE approvals SET state = 'approved' WHERE id = ${refused}`,
      'an operator deleted': sql`DELETE FROM operators`,
    },
    'command logged by the application': {
      'a command that was interrupted, ended with any seal': change(
        sql`finished_at = now() + interval '1 year', outcome = 'done', end_seal = 'x'`,
        interrupted,
      ),
      'a forged line of the operator log': sql`
        INSERT INTO operator_log (os_user, command, seal)
         VALUES ('asha', 'withdrawals approve 1', ${'0'.repeat(64)})`,
    },
    'approval by two persons': {
      'a request in the name of a second person': sql`
        INSERT INTO approvals (call_hash, command, effect, asked_by)
         VALUES ('x', 'operators invite Eve --role owner', 'Invites Eve', 'ravi')`,
      'a request approved by SQL': sql`
        UPDATE approvals SET state = 'approved', decided_by = 'ravi', decided_at = now()
         WHERE state = 'waiting'`,
      'a request refused by SQL': sql`
        UPDATE approvals SET state = 'refused', decided_by = 'ravi', decided_at = now()
         WHERE state = 'waiting'`,
      'a request that expires at once': sql`
        UPDATE approvals SET state = 'expired', decided_at = now() WHERE state = 'waiting'`,
    },
    'approval used once': {
      'an approval used by a second command': sql`
        INSERT INTO operator_log_rows (log_id, subject, outcome)
         VALUES (${interrupted}, 'approval ' || ${approved}, 'agreed')`,
      'an approval used that was refused': sql`
        INSERT INTO operator_log_rows (log_id, subject, outcome)
         VALUES (${interrupted}, 'approval ' || ${refused}, 'agreed')`,
    },
    'destination kept with its account': {
      'the destination of a paid withdrawal erased': sql`
        UPDATE withdrawals SET destination = 'erased', destination_hint = '••••', destination_index = NULL WHERE id = ${paid}`,
    },
    'deleted account forgotten': {
      'a member without money marked as deleted': [
        sql`INSERT INTO users (username, referral_code) VALUES ('Gone', 'GONE')`,
        sql`UPDATE users SET deleted_at = now() WHERE referral_code = 'GONE'`,
      ],
    },
  }),
  ...corruptionsWithoutTriggers({
    'row = its last digest': changeLine(),
    'command logged by the application': changeLine(
      [newDigest('operator_log', ended, endTime)],
      ', with a digest',
    ),
    'hold = its last step': {
      'a hold lifted': sql`
        UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL WHERE id = ${friend}`,
    },
    'approval by two persons': {
      'an approval by the person who asked, with a digest': [
        sql`UPDATE approvals SET decided_by = 'Asha Verma@asha' WHERE id = ${approved}`,
        newDigest('approvals', approved, sql`(SELECT decided_at FROM approvals WHERE id = ${approved})`),
      ],
      'an approval of another command, with a digest': [
        sql`UPDATE approvals SET command = 'operators invite Eve --role owner' WHERE id = ${approved}`,
        newDigest('approvals', approved, sql`(SELECT decided_at FROM approvals WHERE id = ${approved})`),
      ],
    },
  }),
]
