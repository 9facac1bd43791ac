/** Adds the mails of newsletters to the outbox, at their rate and no faster than they are sent. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { newsletterIssues } from '~/db/schema/newsletter'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { canSendMail, queueMail } from '../deliveries/queue-mail.server'
import { findQuietEnd } from '../deliveries/quiet-hours'
import { writeNewsletterLeavePath } from '../deliveries/unsubscribe-paths.server'
import { countWaiting, readFinalCounts, isNotQueued, issueKind, writeIssueMail } from './issues.server'

/** Between two batches of an issue, whatever the number of processes. */
const BATCH_SECONDS = 10

interface FeedOptions {
  stopping?: () => boolean
  now?: Date
  batchSeconds?: number
}

export async function feedIssues({
  stopping = () => false,
  now = new Date(),
  batchSeconds = BATCH_SECONDS,
}: FeedOptions = {}): Promise<number> {
  if (!canSendMail() || findQuietEnd(now)) return 0
  const open = await db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(and(eq(newsletterIssues.state, 'sending'), isNull(newsletterIssues.ended_at)))
    .orderBy(newsletterIssues.id)
  let queued = 0
  for (const { id } of open) {
    if (stopping()) break
    queued += await db.transaction((tx) => feedIssue(tx, id, batchSeconds))
  }
  return queued
}

type Issue = typeof newsletterIssues.$inferSelect

/** The cursor moves with the batch, under the issue's row lock: nobody gets it twice. */
async function feedIssue(tx: Tx, id: number, batchSeconds: number): Promise<number> {
  const [issue] = await tx
    .select()
    .from(newsletterIssues)
    .where(
      and(
        eq(newsletterIssues.id, id),
        eq(newsletterIssues.state, 'sending'),
        or(
          isNull(newsletterIssues.last_batch_at),
          lte(newsletterIssues.last_batch_at, sql`now() - make_interval(secs => ${batchSeconds})`),
        ),
      ),
    )
    .for('update', { skipLocked: true })
  if (!issue) return 0
  const waiting = await countWaiting(tx, id)
  const most = Math.min(Math.ceil((issue.per_minute * BATCH_SECONDS) / 60), issue.per_minute - waiting)
  if (most <= 0) return 0
  const readers = await selectReaders(tx, issue, most)
  if (!readers.length) {
    if (!waiting) await endIssue(tx, issue)
    return 0
  }
  await queueBatch(tx, issue, readers)
  return readers.length
}

type Reader = { email: string; token: string }

/** Locked, so that who leaves at this moment either is left out or finds the mail that waits. */
const selectReaders = (tx: Tx, { id }: Issue, most: number) =>
  tx.execute<Reader>(sql`
    SELECT s.email, s.unsubscribe_token AS token FROM subscriptions s JOIN newsletter_issues i ON i.id = ${id}
     WHERE ${isNotQueued} ORDER BY s.unsubscribe_token LIMIT ${most} FOR SHARE OF s`)

async function queueBatch(tx: Tx, issue: Issue, readers: Reader[]): Promise<void> {
  const content = writeIssueMail(issue)
  for (const { email, token } of readers)
    await queueMail(tx, {
      to: email,
      kind: issueKind(issue.id),
      content,
      unsubscribe: writeNewsletterLeavePath(token),
    })
  await tx
    .update(newsletterIssues)
    .set({ queued_to: readers.at(-1)!.token, last_batch_at: sql`now()` })
    .where(eq(newsletterIssues.id, issue.id))
}

async function endIssue(tx: Tx, { id }: Issue): Promise<void> {
  const counts = await readFinalCounts(tx, id)
  await tx
    .update(newsletterIssues)
    .set({ state: 'sent', ...counts })
    .where(eq(newsletterIssues.id, id))
  log('info', 'a newsletter was sent', { issue: id, sent: counts.sent, refused: counts.refused })
}

export const startNewsletter = (every = BATCH_SECONDS): Schedule =>
  schedule('newsletter', every, (stopping) => feedIssues({ stopping }))
