import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { mailMessages } from '~/messages/mail'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { cancelNewsletters } from './delivery-queue.server'
import type { MailContent } from '~/mails/mail-content'
import { nameIssueKind, PUSH_KIND } from './issue-kind'
import {
  countMails,
  countSubscribers,
  readFinalCounts,
  type Issue,
  type IssueRow,
} from './issue-counts.server'
import { countPushReaders } from './push-issue.server'
import { hashIssue, type IssueContent } from './read-issue.server'

const isOfIssue = (id: number) => sql`(kind = ${nameIssueKind(id)} OR kind = ${PUSH_KIND} AND EXISTS (
    SELECT FROM notifications n WHERE n.id = notification_id AND n.reference = ${nameIssueKind(id)}))`

export const writeIssueMail = ({
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
