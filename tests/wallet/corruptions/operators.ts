/** Corruptions of who did what: the operator log, approvals and operators. */
import { sql, type SQL } from 'drizzle-orm'
import { off, type Corruption, type End } from './plant'

const DIGEST: End = { found: 'row = its last digest' }
const CAUSE: End = { found: 'change with its cause' }
const FORGED: End = { found: 'command logged by the application' }
const TWO: End = { found: 'approval by two persons' }
const ONCE: End = { found: 'approval used once' }

const ended = sql`(SELECT max(id) FROM operator_log WHERE result IS NOT NULL)`
const interrupted = sql`(SELECT max(id) FROM operator_log WHERE finished_at IS NULL)`
const approved = sql`(SELECT max(id) FROM approvals WHERE state = 'approved')`
const refused = sql`(SELECT max(id) FROM approvals WHERE state = 'refused')`
const agreed = sql`(SELECT max(id) FROM operator_log_rows WHERE outcome = 'agreed')`

/** With triggers off: also its digest, at the time that a cause has. */
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

const LINES: [string, SQL[], End][] = LINE.flatMap(([what, set]): [string, SQL[], End][] => [
  [`of an ended command, ${what}`, [change(set)], 'refused'],
  [`triggers off: of an ended command, ${what}`, [off, change(set)], DIGEST],
  [
    `triggers off: of an ended command, ${what}, with a digest`,
    [
      off,
      change(set),
      newDigest('operator_log', ended, sql`(SELECT finished_at FROM operator_log WHERE id = ${ended})`),
    ],
    FORGED,
  ],
])

const PLANTED: [string, SQL[], End][] = [
  ...LINES,
  [
    'a command that was interrupted, ended without a seal',
    [change(sql`finished_at = now(), outcome = 'done'`, interrupted)],
    'refused',
  ],
  [
    'a command that was interrupted, ended with any seal',
    [change(sql`finished_at = now() + interval '1 year', outcome = 'done', end_seal = 'x'`, interrupted)],
    FORGED,
  ],
  ['another seal of a command that runs', [change(sql`seal = 'x'`, interrupted)], 'refused'],
  ['triggers off: a command deleted', [off, sql`DELETE FROM operator_log WHERE id = ${ended}`], DIGEST],
  [
    'triggers off: what a job did to a row',
    [off, sql`UPDATE operator_log_rows SET subject = 'approval 99' WHERE id = ${agreed}`],
    DIGEST,
  ],
  [
    'triggers off: a row of a job deleted',
    [off, sql`DELETE FROM operator_log_rows WHERE id = ${agreed}`],
    DIGEST,
  ],
  [
    'a request in the name of a second person',
    [
      sql`INSERT INTO approvals (call_hash, command, effect, asked_by) VALUES ('x', 'operators invite Eve --role owner', 'Invites Eve', 'ravi')`,
    ],
    TWO,
  ],
  [
    'a request approved by SQL',
    [
      sql`UPDATE approvals SET state = 'approved', decided_by = 'ravi', decided_at = now() WHERE state = 'waiting'`,
    ],
    TWO,
  ],
  [
    'a request refused by SQL',
    [
      sql`UPDATE approvals SET state = 'refused', decided_by = 'ravi', decided_at = now() WHERE state = 'waiting'`,
    ],
    TWO,
  ],
  [
    'a request that expires at once',
    [sql`UPDATE approvals SET state = 'expired', decided_at = now() WHERE state = 'waiting'`],
    TWO,
  ],
  [
    'a refused request approved',
    [sql`UPDATE approvals SET state = 'approved' WHERE id = ${refused}`],
    'refused',
  ],
  [
    'triggers off: an approval of somebody else',
    [off, sql`UPDATE approvals SET decided_by = 'second' WHERE id = ${approved}`],
    DIGEST,
  ],
  [
    'triggers off: an approval by the person who asked, with a digest',
    [
      off,
      sql`UPDATE approvals SET decided_by = 'Asha Verma@asha' WHERE id = ${approved}`,
      newDigest('approvals', approved, sql`(SELECT decided_at FROM approvals WHERE id = ${approved})`),
    ],
    TWO,
  ],
  [
    'triggers off: an approval of another command, with a digest',
    [
      off,
      sql`UPDATE approvals SET command = 'operators invite Eve --role owner' WHERE id = ${approved}`,
      newDigest('approvals', approved, sql`(SELECT decided_at FROM approvals WHERE id = ${approved})`),
    ],
    TWO,
  ],
  [
    'an approval used by a second command',
    [
      sql`INSERT INTO operator_log_rows (log_id, subject, outcome) VALUES (${interrupted}, 'approval ' || ${approved}, 'agreed')`,
    ],
    ONCE,
  ],
  [
    'an approval used that was refused',
    [
      sql`INSERT INTO operator_log_rows (log_id, subject, outcome) VALUES (${interrupted}, 'approval ' || ${refused}, 'agreed')`,
    ],
    ONCE,
  ],
  ['an operator who becomes an owner', [sql`UPDATE operators SET role = 'owner'`], CAUSE],
  [
    'an operator who was never invited',
    [sql`INSERT INTO operators (name, role, state, os_account) VALUES ('Eve', 'owner', 'active', 'eve')`],
    CAUSE,
  ],
  ['an operator deleted', [sql`DELETE FROM operators`], 'refused'],
  ['triggers off: another second factor', [off, sql`UPDATE operators SET totp_secret = 'x'`], DIGEST],
]

export const OPERATORS: Corruption[] = PLANTED.map(([name, plant, end]) => ({ name, plant, end }))
