import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { lockBudget, type Hand } from '~/domain/wallet/budget.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { db, type Reader } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import type { QuarantineReason, ReportVerdict } from './conversions'
import { applyInOrder } from './sales/inbox-order.server'
import { toReportColumns, readInboxRow, type InboxRow, type Postback } from './inbox-row.server'

const MOST_ATTEMPTS = 7

/** For the demo's seed and tests, which need the verdict. Throws only if the postback was not stored. Null: the worker retries. */
export async function receivePostback(
  postback: Postback,
  failed: (error: unknown) => void,
): Promise<ReportVerdict | null> {
  return tryToApply(await storePostback(postback), failed, { wait: true })
}

export async function storePostback(postback: Postback, reader: Reader = db): Promise<number> {
  const facts = toReportColumns(readInboxRow(postback))
  const [row] = await store(reader, { ...postback, raw: JSON.stringify(postback.raw), ...facts })
  return row!.id
}

const store = prepared((reader) =>
  reader
    .insert(postbackInbox)
    .values(placeholders('network', 'method', 'raw', 'click_id', 'external_id', 'report', 'sale_paise'))
    .returning({ id: postbackInbox.id }),
)

/** Less than half of a process's connections (DATABASE_POOL). */
const AT_ONCE = 4

const MOST_WAITING = 1_000

const waiting: number[] = []

const running = new Set<Promise<unknown>>()

const logLeft = (error: unknown) => log('error', 'postback left in the inbox', errorFacts(error))

/**
 * Applies the report within the request. In a burst, further ones wait here instead of holding database connections: then it resolves as
 * soon as the report is stored. Throws only if it was not stored.
 */
export async function enqueuePostback(postback: Postback): Promise<void> {
  const id = await storePostback(postback)
  if (running.size < AT_ONCE) await apply(id)
  else if (waiting.length < MOST_WAITING) waiting.push(id)
}

async function apply(id: number): Promise<void> {
  const job = tryToApply(id, logLeft, { wait: true })
  running.add(job)
  await job
  running.delete(job)
  const next = waiting.shift()
  if (next !== undefined) void apply(next)
}

/** Queued reports are dropped, because the inbox worker applies them. */
export async function stopApplying(): Promise<void> {
  waiting.length = 0
  await Promise.all(running)
}

async function tryToApply(
  id: number,
  failed: (error: unknown) => void,
  how: { wait: boolean },
): Promise<ReportVerdict | null> {
  try {
    return await applyPostback(id, how)
  } catch (error) {
    failed(error)
    await postpone(id, error).catch(failed)
    return null
  }
}

/** If another process holds the row, waits for its verdict; without `wait`, returns null at once. */
export function applyPostback(id: number, { wait }: { wait: boolean }): Promise<ReportVerdict | null> {
  return moneyTransaction(async (tx) => {
    const [row] = await (wait ? lockRow : lockOpen)(tx, { id })
    if (!row) return null
    return row.processed_at === null ? applyInOrder(tx, row) : toVerdict(row)
  })
}

const lockRow = prepared((reader) =>
  reader
    .select()
    .from(postbackInbox)
    .where(eq(postbackInbox.id, sql.placeholder('id')))
    .for('update'),
)

const lockOpen = prepared((reader) =>
  reader
    .select()
    .from(postbackInbox)
    .where(and(eq(postbackInbox.id, sql.placeholder('id')), isNull(postbackInbox.processed_at)))
    .for('update', { skipLocked: true }),
)

const toVerdict = ({ outcome, reason, conversion_id }: InboxRow): ReportVerdict => ({
  outcome: outcome!,
  ...(reason !== null && { reason: reason as QuarantineReason }),
  ...(conversion_id !== null && { saleId: conversion_id }),
})

async function postpone(id: number, error: unknown): Promise<void> {
  const { error: kind, code, place } = errorFacts(error)
  const last = sql`${postbackInbox.attempts} + 1 >= ${MOST_ATTEMPTS}`
  await db
    .update(postbackInbox)
    .set({
      attempts: sql`${postbackInbox.attempts} + 1`,
      error: [kind, code, place].filter(Boolean).join(' ').slice(0, 300),
      next_attempt_at: sql`now() + make_interval(secs => power(2, ${postbackInbox.attempts} + 1))`,
      outcome: sql`CASE WHEN ${last} THEN 'quarantined' END`,
      reason: sql`CASE WHEN ${last} THEN 'failed' END`,
      processed_at: sql`CASE WHEN ${last} THEN now() END`,
    })
    .where(and(eq(postbackInbox.id, id), isNull(postbackInbox.processed_at)))
}

/** Rolls back the row of a file that is not to be taken. */
class FileRowRollback extends Error {
  constructor(readonly verdict: ReportVerdict) {
    super(verdict.outcome)
  }
}

/**
 * Stores and applies a row of a file in one transaction, or does nothing: unlike a postback it can be brought again, and must not be
 * applied later without the hand that brought it. Locks: the budget, then as a report. Throws OverBudgetError.
 */
export async function applyFileRow(postback: Postback, hand: Hand): Promise<ReportVerdict> {
  try {
    return await moneyTransaction(async (tx) => {
      await lockBudget(tx)
      const [row] = await lockRow(tx, { id: await storePostback(postback, tx) })
      const verdict = await applyInOrder(tx, row!, { manual: { ...hand, source: 'file' } })
      if (verdict.outcome === 'quarantined') throw new FileRowRollback(verdict)
      return verdict
    })
  } catch (error) {
    if (error instanceof FileRowRollback) return error.verdict
    throw error
  }
}

export async function applyDue(failed: (error: unknown) => void, stopping = () => false): Promise<number> {
  let applied = 0
  for (;;) {
    const before = applied
    for (const { id } of await listDue()) {
      if (stopping()) return applied
      if (await tryToApply(id, failed, { wait: false })) applied++
    }
    if (applied === before) return applied
  }
}

const listDue = () =>
  db
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(and(isNull(postbackInbox.processed_at), lte(postbackInbox.next_attempt_at, sql`now()`)))
    .orderBy(asc(postbackInbox.next_attempt_at))
    .limit(50)
    .for('update', { skipLocked: true })

const EVERY_SECONDS = 2

export const inboxTimer = defineTimer({
  name: 'inbox',
  every: EVERY_SECONDS,
  does: 'apply reports of networks',
  work: (stopping) => applyDue(logLeft, stopping),
})

/** Reopens reports of an older process, which the database refused during an upgrade (drizzle/upgrade/0047). */
export async function reopenRefused(): Promise<number> {
  const rows = await db.execute(sql`
    UPDATE postback_inbox
       SET attempts = 0, outcome = NULL, reason = NULL, processed_at = NULL, next_attempt_at = now()
     WHERE outcome = 'quarantined' AND reason = 'failed' AND resolved_at IS NULL
       AND error LIKE '% 23502 %' AND received_at > now() - interval '2 days'
    RETURNING id`)
  return rows.length
}

export const reopeningTimer = defineTimer({
  name: 'reopen',
  every: 60,
  does: 'apply again what the database refused during an upgrade',
  work: reopenRefused,
})
