import { sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import type { newsletterIssues } from '~/platform/db/schema/newsletter'
import { nameIssueKind } from './issue-kind'

export type IssueRow = typeof newsletterIssues.$inferSelect

export interface Issue extends Omit<IssueRow, 'sent' | 'refused'> {
  /** Mails. */
  sent: number
  refused: number
  left: number
}

export async function countSubscribers(reader: Reader = db): Promise<number> {
  const [row] = await reader.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM subscriptions WHERE unsubscribed_at IS NULL`,
  )
  return row!.n
}

/** SQL: leaves out later subscriptions and members' addresses that a mail server refused permanently. */
export const isNotQueued = sql`s.unsubscribed_at IS NULL AND s.created_at <= i.created_at AND s.unsubscribe_token > i.queued_to
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = s.email AND u.email_stopped_at IS NOT NULL)`

export async function countMails(row: IssueRow): Promise<Pick<Issue, 'sent' | 'refused' | 'left'>> {
  if (row.ended_at) return { sent: row.sent ?? 0, refused: row.refused ?? 0, left: 0 }
  const { waiting, ...counts } = await countDeliveries(db, row.id)
  const [queue] = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM subscriptions s JOIN newsletter_issues i ON i.id = ${row.id}
     WHERE ${isNotQueued}`)
  return { ...counts, left: waiting + queue!.n }
}

/** Reads the index of due messages: an issue has many ended ones, and each batch counts. */
export async function countWaiting(reader: Reader, channel: 'email' | 'push', kind: string): Promise<number> {
  const [row] = await reader.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM deliveries
     WHERE channel = ${channel} AND topic <> 'safety' AND state = 'waiting' AND kind = ${kind}`)
  return row!.n
}

async function countDeliveries(reader: Reader, id: number) {
  const [row] = await reader.execute<{ sent: number; refused: number; waiting: number }>(sql`
    SELECT count(*) FILTER (WHERE state = 'sent')::int AS sent,
           count(*) FILTER (WHERE state IN ('refused', 'expired'))::int AS refused,
           count(*) FILTER (WHERE state = 'waiting')::int AS waiting
      FROM deliveries WHERE kind = ${nameIssueKind(id)} AND kind LIKE 'newsletter:%'`)
  return row!
}

/** Stored with the issue, because deliveries are deleted after 30 days. */
export async function readFinalCounts(tx: Tx, id: number) {
  const { sent, refused } = await countDeliveries(tx, id)
  return { sent, refused, ended_at: sql`now()` }
}
