/** Adds the mails and push messages of newsletters to the outbox, at their rate and no faster than they are sent. */
import { eq, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { createLeaseQueue, LeaseLostError } from '~/platform/db/lease-queue.server'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { canSendMail, queueMail } from './queue-mail.server'
import { findQuietEnd } from './quiet-hours'
import { buildNewsletterLeavePath } from './unsubscribe-paths.server'
import {
  nameIssueKind,
  PUSH_KIND,
  countWaiting,
  isNotQueued,
  readFinalCounts,
  buildIssueMail,
  pushIssue,
} from './issues.server'
import { readPushKeys } from './push-subscriptions.server'

/** Between two batches of an issue, whatever the number of processes. */
const BATCH_SECONDS = 10

const queue = createLeaseQueue(newsletterIssues, {
  waits: sql`state = 'sending'`,
  lease: 60,
  backOff: { first: BATCH_SECONDS, most: 60 },
})

type Issue = typeof newsletterIssues.$inferSelect

interface FeedOptions {
  stopping?: () => boolean
  now?: Date
}

/** One batch of each issue that is due. Returns how many mails and notifications were queued. */
export async function feedIssues({
  stopping = () => false,
  now = new Date(),
}: FeedOptions = {}): Promise<number> {
  if (!canSendMail() || findQuietEnd(now)) return 0
  for (let queued = 0; ;) {
    const [issue] = stopping() ? [] : await queue.take(1)
    if (!issue) return queued
    queued += await feedIssue(issue)
  }
}

/** The cursors move with the batch, under the issue's row lock, so that no recipient gets it twice. */
const feedIssue = (issue: Issue): Promise<number> =>
  db
    .transaction(async (tx) => {
      await queue.fence(issue, tx)
      const pushed = await feedPush(tx, issue)
      const mailed = await feedMails(tx, issue)
      if (pushed === 0 && mailed === 0) await endIssue(tx, issue)
      else await queue.giveBack(issue, { after: BATCH_SECONDS }, tx)
      return (pushed ?? 0) + (mailed ?? 0)
    })
    .catch((error: unknown) => {
      // Stopped or cancelled meanwhile.
      if (error instanceof LeaseLostError) return 0
      throw error
    })

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
  const subscribers = most > 0 ? await selectSubscribers(tx, issue, most) : []
  if (!subscribers.length) return waiting ? null : 0
  await queueBatch(tx, issue, subscribers)
  return subscribers.length
}

/** Keeps to a batch's share of the rate, and to a minute's messages waiting in the outbox. */
const countRoom = ({ per_minute }: Issue, waiting: number): number =>
  Math.min(Math.ceil((per_minute * BATCH_SECONDS) / 60), per_minute - waiting)

type Subscriber = { email: string; token: string }

/** Locks the rows: somebody who unsubscribes now is either left out or finds the waiting mail, and cancels it. */
const selectSubscribers = (tx: Tx, { id }: Issue, most: number) =>
  tx.execute<Subscriber>(sql`
    SELECT s.email, s.unsubscribe_token AS token FROM subscriptions s JOIN newsletter_issues i ON i.id = ${id}
     WHERE ${isNotQueued} ORDER BY s.unsubscribe_token LIMIT ${most} FOR SHARE OF s`)

async function queueBatch(tx: Tx, issue: Issue, subscribers: Subscriber[]): Promise<void> {
  const content = buildIssueMail(issue)
  const mails = subscribers.map(({ email, token }) => ({
    to: email,
    kind: nameIssueKind(issue.id),
    content,
    unsubscribe: buildNewsletterLeavePath(token),
  }))
  await queueMail(tx, ...mails)
  await tx
    .update(newsletterIssues)
    .set({ queued_to: subscribers.at(-1)!.token })
    .where(eq(newsletterIssues.id, issue.id))
}

async function endIssue(tx: Tx, issue: Issue): Promise<void> {
  const { id, pushed } = issue
  const counts = await readFinalCounts(tx, id)
  await queue.end(issue, { state: 'sent', ...counts }, tx)
  log('info', 'a newsletter was sent', { issue: id, sent: counts.sent, refused: counts.refused, pushed })
}

export const newsletterTimer = defineTimer({
  name: 'newsletter',
  every: BATCH_SECONDS,
  does: 'queue the next batch of a newsletter',
  work: (stopping) => feedIssues({ stopping }),
})
