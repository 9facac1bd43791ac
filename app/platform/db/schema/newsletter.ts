import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { attemptColumns, createdAt, id, instant } from './columns'

/** Subscriptions that are not confirmed yet; deleted after two days. */
export const newsletterRequests = pgTable(
  'newsletter_requests',
  {
    id: id(),
    email: text().notNull(),
    token_hash: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('newsletter_requests_token').on(t.token_hash),
    index('newsletter_requests_email').on(t.email),
    index('newsletter_requests_created').on(t.created_at),
  ],
)

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: id(),
    subject: text().notNull(),
    preheader: text().notNull(),
    /** Cleaned HTML; null: the issue has text alone. */
    html: text(),
    body: text().notNull(),
    /** SHA-256 of subject and content, which prevents sending the same issue twice. */
    content_hash: text().notNull(),
    state: text({ enum: ['sending', 'stopped', 'cancelled', 'sent'] })
      .notNull()
      .default('sending'),
    /** Subscribers when it began; `sent` and `refused` count their mails. */
    recipients: integer().notNull(),
    push_recipients: integer().notNull().default(0),
    per_minute: integer().notNull(),
    /** subscriptions.unsubscribe_token: up to here it was queued. */
    queued_to: text().notNull().default(''),
    /** message_choices.user_id: members up to this one were pushed a message. */
    pushed_to: bigint({ mode: 'number' }).notNull().default(0),
    pushed: integer().notNull().default(0),
    ...attemptColumns(),
    sent: integer(),
    refused: integer(),
    created_by: text().notNull(),
    created_at: createdAt(),
    ended_at: instant(),
  },
  (t) => [
    uniqueIndex('newsletter_issues_once')
      .on(t.content_hash)
      .where(sql`${t.state} <> 'cancelled'`),
    index('newsletter_issues_open')
      .on(t.id)
      .where(sql`${t.ended_at} IS NULL`),
    check('newsletter_issues_rate', sql`${t.per_minute} BETWEEN 1 AND 1200`),
    check('newsletter_issues_end', sql`(${t.ended_at} IS NULL) = (${t.state} IN ('sending', 'stopped'))`),
  ],
)
