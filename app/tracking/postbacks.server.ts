/** The inbox: what networks send is stored first, then applied; what became of it stands beside it. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
import { postbackInbox } from '~/db/schema'
import { errorFacts } from '~/log.server'
import { moneyTransaction } from '~/wallet/ledger.server'
import { applyReport, type Verdict } from './conversions.server'
import { findNetwork } from './networks'
import { readReport, readReportRow } from './reports'

export type InboxRow = typeof postbackInbox.$inferSelect

export interface Postback {
  network: string
  /** GET or POST; CSV for a row of a report that the operator took in. */
  method: string
  /** The parameters as sent. */
  raw: Record<string, string>
}

/** A row that keeps failing is put into quarantine after so many attempts: within about two minutes. */
const MOST_ATTEMPTS = 7

/**
 * Stores a postback, then applies it. Throws only when it was not stored; what fails after that stays in the inbox for
 * the worker, and is reported by `failed`. Null: not applied by us, not yet or by somebody else.
 */
export async function receivePostback(
  postback: Postback,
  failed: (error: unknown) => void,
): Promise<Verdict | null> {
  const [row] = await store(db, { ...postback, raw: JSON.stringify(postback.raw) })
  return tryToApply(row!.id, failed)
}

const store = prepared((reader) =>
  reader
    .insert(postbackInbox)
    .values(placeholders('network', 'method', 'raw'))
    .returning({ id: postbackInbox.id }),
)

/** Applies the stored postbacks that are due, one after the other; gives how many. `stopping` ends it early. */
export async function applyDue(failed: (error: unknown) => void, stopping = () => false): Promise<number> {
  let applied = 0
  for (;;) {
    const before = applied
    for (const { id } of await listDue()) {
      if (stopping()) return applied
      if (await tryToApply(id, failed)) applied++
    }
    if (applied === before) return applied
  }
}

/** Those that another process holds are left to it. */
const listDue = () =>
  db
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(and(isNull(postbackInbox.processed_at), lte(postbackInbox.next_attempt_at, sql`now()`)))
    .orderBy(asc(postbackInbox.next_attempt_at))
    .limit(50)
    .for('update', { skipLocked: true })

async function tryToApply(id: number, failed: (error: unknown) => void): Promise<Verdict | null> {
  try {
    return await applyPostback(id)
  } catch (error) {
    failed(error)
    // Where this fails too, the database is away: the row is due again when it is back.
    await postpone(id, error).catch(failed)
    return null
  }
}

/** Waits twice as long each time: 2 s, 4 s, ... */
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

/**
 * Applies a stored postback and notes what became of it, in one transaction. Null: it was applied before, or another
 * process is at it.
 */
export function applyPostback(id: number): Promise<Verdict | null> {
  return moneyTransaction(async (tx) => {
    const [row] = await lockOpen(tx, { id })
    return row ? judge(tx, row) : null
  })
}

const lockOpen = prepared((reader) =>
  reader
    .select()
    .from(postbackInbox)
    .where(and(eq(postbackInbox.id, sql.placeholder('id')), isNull(postbackInbox.processed_at)))
    .for('update', { skipLocked: true }),
)

const note = prepared((reader) =>
  reader
    .update(postbackInbox)
    .set({ ...placeholders('outcome', 'reason', 'conversion_id'), error: null, processed_at: sql`now()` })
    .where(eq(postbackInbox.id, sql.placeholder('id'))),
)

/** Applies a row that the caller has locked. `override` is the operator's word on what is never decided without him. */
export async function judge(tx: Tx, row: InboxRow, { override = false } = {}): Promise<Verdict> {
  const read = readInboxRow(row)
  const verdict: Verdict =
    'quarantined' in read
      ? { outcome: 'quarantined', reason: read.quarantined }
      : await applyReport(tx, row.network, read, { override })
  const { outcome, reason = null, conversionId = null } = verdict
  await note(tx, { id: row.id, outcome, reason, conversion_id: conversionId })
  return verdict
}

/** What a stored row says. */
export function readInboxRow({ network: name, method, raw }: Postback) {
  const network = findNetwork(name)
  if (!network) return { quarantined: 'unknown-network' as const }
  return method === 'CSV' ? readReportRow(network, raw) : readReport(network, raw)
}
