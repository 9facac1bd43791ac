import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'
import { payoutBatches } from './payouts'

export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  started_at: instant().notNull(),
  finished_at: instant(),
  result: jsonb(),
})

/** People who run the shop. Rows are never deleted. */
export const operators = pgTable(
  'operators',
  {
    id: id(),
    name: text().notNull(),
    email: text(),
    role: text({ enum: ['viewer', 'support', 'catalogue', 'finance', 'owner'] }).notNull(),
    state: text({ enum: ['invited', 'active', 'disabled'] }).notNull(),
    os_account: text(),
    /** Earlier accounts of the operator, which never act as an owner again. */
    former_accounts: text().array().notNull().default([]),
    /** Sealed; null: no second factor yet. */
    totp_secret: text(),
    /** Number of the last 30-second step whose code was used: no code works twice. */
    totp_step: bigint({ mode: 'number' }),
    invite_hash: text(),
    invite_ends_at: instant(),
    invited_by: bigint({ mode: 'number' }).references((): AnyPgColumn => operators.id),
    /** Rises with each change: a change of an older version is refused. */
    version: integer().notNull().default(1),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('operators_name').on(sql`lower(${t.name})`),
    uniqueIndex('operators_email').on(sql`lower(${t.email})`),
    uniqueIndex('operators_os_account').on(t.os_account),
    uniqueIndex('operators_invite').on(t.invite_hash),
    check('operators_name_length', sql`length(${t.name}) BETWEEN 2 AND 60`),
    check('operators_invite_end', sql`(${t.invite_hash} IS NULL) = (${t.invite_ends_at} IS NULL)`),
  ],
)

/** Append-only except the end, which is written once; a row without one is running or was interrupted. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: id(),
    os_user: text().notNull(),
    /** Null: an OS account that is bound to no operator. */
    operator_id: bigint({ mode: 'number' }).references(() => operators.id),
    source: text({ enum: ['command line', 'desk'] })
      .notNull()
      .default('command line'),
    command: text().notNull(),
    started_at: createdAt(),
    finished_at: instant(),
    outcome: text({ enum: ['done', 'partly', 'refused', 'failed'] }),
    /** The changed fields, or the reason of a refusal; nothing private. */
    result: jsonb(),
    /** Keyed hash of the line (app/domain/operators/command-log.server.ts); null: written before there were seals. */
    seal: text().unique('operator_log_seal'),
    /** Keyed hash of the end and of the seal; null: it has not ended, or it ended before ends were sealed. */
    end_seal: text(),
    /** A form that is sent again with the same key is the same change. */
    request_key: text(),
  },
  (t) => [
    index('operator_log_started').on(t.started_at),
    index('operator_log_result').using('gin', sql`${t.result} jsonb_path_ops`),
    uniqueIndex('operator_log_request')
      .on(t.request_key)
      .where(sql`${t.outcome} IS NULL OR ${t.outcome} IN ('done', 'partly')`),
    check('operator_log_sealed', sql`${t.seal} IS NOT NULL`),
    check(
      'operator_log_end',
      sql`(${t.finished_at} IS NULL) = (${t.outcome} IS NULL) AND (${t.finished_at} IS NULL) = (${t.end_seal} IS NULL)`,
    ),
  ],
)

/** Operations that wait for a second person. No input is stored: `call_hash` is of operation, input and file. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    call_hash: text().notNull(),
    command: text().notNull(),
    effect: text().notNull(),
    asked_by: text().notNull(),
    /** That its command needs, who may agree or refuse; null: asked for before it was kept. */
    role: text({ enum: ['viewer', 'support', 'catalogue', 'finance', 'owner'] }),
    created_at: createdAt(),
    state: text({ enum: ['waiting', 'approved', 'refused', 'expired'] })
      .notNull()
      .default('waiting'),
    decided_by: text(),
    decided_at: instant(),
  },
  (t) => [
    uniqueIndex('approvals_waiting')
      .on(t.call_hash)
      .where(sql`${t.state} = 'waiting'`),
    check(
      'approvals_decision',
      sql`(${t.state} IN ('approved', 'refused')) = (${t.decided_by} IS NOT NULL) AND (${t.state} = 'waiting') = (${t.decided_at} IS NULL)`,
    ),
    // Alone after a wait, of a minute in the demo; the audit knows the longer one.
    check(
      'approvals_two',
      sql`${t.state} <> 'approved' OR ${t.decided_by} <> ${t.asked_by} OR ${t.decided_at} >= ${t.created_at} + interval '30 seconds'`,
    ),
  ],
)

/** What a job did to each of its rows, written with the row's own change. Append-only. */
export const operatorLogRows = pgTable(
  'operator_log_rows',
  {
    id: id(),
    log_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => operatorLog.id),
    subject: text().notNull(),
    outcome: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('operator_log_rows_of').on(t.log_id, t.id),
    uniqueIndex('operator_log_rows_done')
      .on(t.log_id, t.subject)
      .where(sql`${t.outcome} = 'done'`),
  ],
)

/** operator_log_rows has what each job has done, so that another worker can continue. */
export const queuedJobs = pgTable(
  'queued_jobs',
  {
    id: id(),
    log_id: bigint({ mode: 'number' })
      .notNull()
      .unique('queued_jobs_once')
      .references(() => operatorLog.id),
    /** A worker leaves what its release does not know; empty: queued before 0.2.0. */
    operation: text().notNull().default(''),
    /** Sealed: operation, input, files and person (app/desk/queue.server.ts). Null: it has ended. */
    input: text(),
    /** Rises with each runner that takes it: one that lost its lease does no further row. */
    attempts: integer().notNull().default(0),
    /** When it is due, or its lease ends (app/platform/db/lease-queue.server.ts). */
    next_attempt_at: instant().notNull().defaultNow(),
    /** Thousandths. */
    progress: integer().notNull().default(0),
    progress_words: text().notNull().default(''),
    result: jsonb(),
    /** The job's facts and tables, sealed, for 30 days (app/desk/stored-answer.ts). */
    answer: text(),
    created_at: createdAt(),
  },
  (t) => [
    index('queued_jobs_open')
      .on(t.id)
      .where(sql`${t.input} IS NOT NULL`),
  ],
)

/** Files that a job made. Each is fetched once, within an hour. */
export const jobFiles = pgTable(
  'job_files',
  {
    id: id(),
    job_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => queuedJobs.id),
    /** From 0, in the order of the answer. */
    n: integer().notNull(),
    name: text().notNull(),
    /** Sealed; null: fetched, or an hour has passed. */
    content: text(),
    /** A bank file counts as written once it was fetched. */
    batch_id: bigint({ mode: 'number' }).references(() => payoutBatches.id),
    fetched_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('job_files_of').on(t.job_id, t.n),
    index('job_files_batch').on(t.batch_id),
    index('job_files_kept')
      .on(t.created_at)
      .where(sql`${t.content} IS NOT NULL`),
  ],
)

/** Digests of rows that decide about money, written by triggers. Append-only; a null digest: the row was deleted. */
export const rowSteps = pgTable(
  'row_steps',
  {
    id: id(),
    table_name: text().notNull(),
    row_id: text().notNull(),
    digest: uuid(),
    /** The time of the transaction. */
    made_at: createdAt(),
    /** Keyed hash (app/platform/db/step-seals.server.ts); null: by SQL, or by a release before 0.2.0. */
    seal: text(),
  },
  (t) => [index('row_steps_row').on(t.table_name, t.row_id, t.id)],
)

/** Repairs by SQL that an owner vouches for: steps of the row up to `step_id` need no seal. Append-only. */
export const acceptedSteps = pgTable(
  'accepted_steps',
  {
    id: id(),
    table_name: text().notNull(),
    row_id: text().notNull(),
    step_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => rowSteps.id),
    reason: text().notNull(),
    accepted_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [index('accepted_steps_row').on(t.table_name, t.row_id)],
)
