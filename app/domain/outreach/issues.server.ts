import { sql, eq, and, desc, inArray, lt, ne } from 'drizzle-orm'
import type { MailContent } from '~/mails/mail-content'
import { mailMessages } from '~/messages/mail'
import { paths } from '~/paths'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { notify } from './notifications.server'
import { readPushKeys } from './push-subscriptions.server'
import { cancelNewsletters } from './delivery-queue.server'
import { hashIssue, type IssueContent } from './read-issue.server'

/** The `kind` of an issue's mails, and the `reference` of its notifications (their kind is PUSH_KIND). */
export const nameIssueKind = (id: number) => `newsletter:${id}`
export const PUSH_KIND = 'newsletter'

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

async function countMails(row: IssueRow): Promise<Pick<Issue, 'sent' | 'refused' | 'left'>> {
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

/** SQL: member `c.user_id` wants newsletters by push, and has a browser that shows them. */
const WANTED = sql`c.topic = 'newsletter' AND c.channel = 'push' AND c.wanted AND EXISTS (
    SELECT FROM push_subscriptions p WHERE p.user_id = c.user_id AND p.session IS NOT NULL)`

export async function countPushReaders(reader: Reader = db): Promise<number> {
  if (!readPushKeys()) return 0
  const [row] = await reader.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM message_choices c WHERE ${WANTED}`,
  )
  return row!.n
}

/** As notifications, which the outbox pushes to their browsers. The caller holds the lock of the issue's row. Returns how many were notified; 0: nobody is left. */
export async function pushIssue(tx: Tx, issue: IssueRow, most: number): Promise<number> {
  const members = await tx.execute<{ id: string }>(sql`
    SELECT c.user_id AS id FROM message_choices c JOIN newsletter_issues i ON i.id = ${issue.id}
     WHERE ${WANTED} AND c.changed_at <= i.created_at AND c.user_id > ${issue.pushed_to}
     ORDER BY c.user_id LIMIT ${most}`)
  const ids = members.map(({ id }) => Number(id))
  const message = { title: issue.subject, body: issue.preheader, href: paths.deals }
  await notify(
    tx,
    ...ids.map((userId) => ({
      userId,
      topic: 'newsletter' as const,
      reference: nameIssueKind(issue.id),
      ...message,
    })),
  )
  if (ids.length)
    await tx
      .update(newsletterIssues)
      .set({ pushed_to: ids.at(-1)!, pushed: sql`${newsletterIssues.pushed} + ${ids.length}` })
      .where(eq(newsletterIssues.id, issue.id))
  return ids.length
}

const isOfIssue = (id: number) => sql`(kind = ${nameIssueKind(id)} OR kind = ${PUSH_KIND} AND EXISTS (
    SELECT FROM notifications n WHERE n.id = notification_id AND n.reference = ${nameIssueKind(id)}))`

export const buildIssueMail = ({
  subject,
  preheader,
  html,
  body,
}: Pick<IssueContent, 'subject' | 'preheader' | 'html' | 'body'>): MailContent => ({
  subject,
  preheader,
  paragraphs: body.split(/\n\s*\n/),
  ...(html === null ? { hasLinks: true } : { html }),
  why: mailMessages.why.newsletter,
})

export async function findSame(content: IssueContent): Promise<IssueRow | null> {
  const isSame = and(
    eq(newsletterIssues.content_hash, hashIssue(content)),
    ne(newsletterIssues.state, 'cancelled'),
  )
  const [row] = await db.select().from(newsletterIssues).where(isSame)
  return row ?? null
}

export async function addIssue(
  tx: Tx,
  content: IssueContent,
  { perMinute, by }: { perMinute: number; by: string },
): Promise<number> {
  const [row] = await tx
    .insert(newsletterIssues)
    .values({
      subject: content.subject,
      preheader: content.preheader,
      html: content.html,
      body: content.body,
      content_hash: hashIssue(content),
      recipients: await countSubscribers(tx),
      push_recipients: await countPushReaders(tx),
      per_minute: perMinute,
      created_by: by,
    })
    .returning()
  return row!.id
}

export async function listIssues({
  id,
  after,
  limit,
}: {
  id?: number
  after?: number | undefined
  limit: number
}): Promise<Issue[]> {
  const rows = await db
    .select()
    .from(newsletterIssues)
    .where(
      and(
        id === undefined ? undefined : eq(newsletterIssues.id, id),
        after === undefined ? undefined : lt(newsletterIssues.id, after),
      ),
    )
    .orderBy(desc(newsletterIssues.id))
    .limit(limit)
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await countMails(row)) })))
}

type Step = 'stopped' | 'sending' | 'cancelled'

const FROM: Record<Step, IssueRow['state'][]> = {
  stopped: ['sending'],
  sending: ['stopped'],
  cancelled: ['sending', 'stopped'],
}

/** Stops, resumes or cancels an issue. Cancelling also cancels its messages that wait in the outbox. */
export async function moveIssue(
  tx: Tx,
  id: number,
  to: Step,
): Promise<Done<{ before: IssueRow }> | Refused<'unknown'> | Refused<'state', { state: IssueRow['state'] }>> {
  const [before] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update')
  if (!before) return refused('unknown')
  if (!FROM[to].includes(before.state)) return refused('state', { state: before.state })
  if (to === 'cancelled') await cancelNewsletters(tx, isOfIssue(id))
  await tx
    .update(newsletterIssues)
    .set(to === 'cancelled' ? { state: to, ...(await readFinalCounts(tx, id)) } : { state: to })
    .where(and(eq(newsletterIssues.id, id), inArray(newsletterIssues.state, FROM[to])))
  return done({ before })
}
