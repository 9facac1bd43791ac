/** Adds the mails and push messages of newsletters to the outbox, at their rate and no faster than they are sent. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { newsletterIssues } from '~/db/schema/newsletter'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { canSendMail, queueMail } from '../deliveries/queue-mail.server'
import { findQuietEnd } from '../deliveries/quiet-hours'
import { writeNewsletterLeavePath } from '../deliveries/unsubscribe-paths.server'
import { nameIssueKind, PUSH_KIND } from './issue-kind'
import { countWaiting, isNotQueued, readFinalCounts } from './issue-counts.server'
import { writeIssueMail } from './issues.server'
import { readPushKeys } from '../push/subscriptions.server'
import { pushIssue } from './push-issue.server'

/** Between two batches of an issue, whatever the number of processes. */
const BATCH_SECONDS = 10

interface FeedOptions {
  stopping?: () => boolean
  now?: Date
  batchSeconds?: number
}

/** One batch of each issue that is due. Returns how many mails and notifications were queued. */
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

/** The cursors move with the batch, under the issue's row lock, so that no recipient gets it twice. */
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
  const pushed = await feedPush(tx, issue)
  const mailed = await feedMails(tx, issue)
  if (pushed || mailed)
    await tx
      .update(newsletterIssues)
      .set({ last_batch_at: sql`now()` })
      .where(eq(newsletterIssues.id, id))
  else if (pushed === 0 && mailed === 0) await endIssue(tx, issue)
  return (pushed ?? 0) + (mailed ?? 0)
}

/** Returns how many members were notified; 0: all are sent; null: earlier messages wait. */
async function feedPush(tx: Tx, issue: Issue): Promise<number | null> {
  if (!readPushKeys()) return 0
  const waiting = await countWaiting(tx, 'push', PUSH_KIND)
  const most = countRoom(issue, waiting)
  const notified = most > 0 ? await pushIssue(tx, issue, most) : 0
  return notified || (waiting ? null : 0)
}

/** Returns how many mails were queued; 0: all are sent; null: earlier mails wait. */
async function feedMails(tx: Tx, issue: Issue): Promise<number | null> {
  const waiting = await countWaiting(tx, 'email', nameIssueKind(issue.id))
  const most = countRoom(issue, waiting)
  const readers = most > 0 ? await selectReaders(tx, issue, most) : []
  if (!readers.length) return waiting ? null : 0
  await queueBatch(tx, issue, readers)
  return readers.length
}

/** Keeps to a batch's share of the rate, and to a minute's messages waiting in the outbox. */
const countRoom = ({ per_minute }: Issue, waiting: number): number =>
  Math.min(Math.ceil((per_minute * BATCH_SECONDS) / 60), per_minute - waiting)

type Reader = { email: string; token: string }

/** Locks the rows: somebody who unsubscribes now is either left out or finds the waiting mail, and cancels it. */
const selectReaders = (tx: Tx, { id }: Issue, most: number) =>
  tx.execute<Reader>(sql`
    SELECT s.email, s.unsubscribe_token AS token FROM subscriptions s JOIN newsletter_issues i ON i.id = ${id}
     WHERE ${isNotQueued} ORDER BY s.unsubscribe_token LIMIT ${most} FOR SHARE OF s`)

async function queueBatch(tx: Tx, issue: Issue, readers: Reader[]): Promise<void> {
  const content = writeIssueMail(issue)
  const mails = readers.map(({ email, token }) => ({
    to: email,
    kind: nameIssueKind(issue.id),
    content,
    unsubscribe: writeNewsletterLeavePath(token),
  }))
  await queueMail(tx, ...mails)
  await tx
    .update(newsletterIssues)
    .set({ queued_to: readers.at(-1)!.token })
    .where(eq(newsletterIssues.id, issue.id))
}

async function endIssue(tx: Tx, { id, pushed }: Issue): Promise<void> {
  const counts = await readFinalCounts(tx, id)
  await tx
    .update(newsletterIssues)
    .set({ state: 'sent', ...counts })
    .where(eq(newsletterIssues.id, id))
  log('info', 'a newsletter was sent', { issue: id, sent: counts.sent, refused: counts.refused, pushed })
}

export const startNewsletter = (every = BATCH_SECONDS): Schedule =>
  schedule('newsletter', every, (stopping) => feedIssues({ stopping }))
