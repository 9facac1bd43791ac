/** Members who want newsletters by push get each issue as a notification; the outbox pushes it to their browsers. */
import { eq, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { paths } from '~/paths'
import { notify } from './notifications.server'
import { readPushKeys } from './push-subscriptions.server'
import { nameIssueKind } from './issue-kind'

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

type Issue = typeof newsletterIssues.$inferSelect

/** The caller holds the lock of the issue's row. Returns how many were notified; 0: nobody is left. */
export async function pushIssue(tx: Tx, issue: Issue, most: number): Promise<number> {
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
