import { sql } from 'drizzle-orm'
import { selectIsOwnAddress } from '~/domain/outreach/own-address.server'
import { time, type SectionQuery } from './section.server'

export const supportSections = (id: number): SectionQuery[] => [
  [
    'notifications',
    sql`SELECT title, body, ${time(sql`created_at`)} AS at, ${time(sql`read_at`)} AS read
          FROM notifications WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'messages_sent',
    sql`SELECT channel, kind, address, state, ${time(sql`created_at`)} AS at, ${time(sql`ended_at`)} AS ended
          FROM deliveries WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'message_choices',
    sql`SELECT topic, channel, wanted, ${time(sql`changed_at`)} AS changed
          FROM message_choices WHERE user_id = ${id} ORDER BY topic, channel`,
  ],
  [
    'fraud_signals',
    sql`SELECT s.kind, coalesce(m.about, true) AS about_you, ${time(sql`s.raised_at`)} AS raised, ${time(sql`s.cleared_at`)} AS cleared
          FROM signals s JOIN signal_members m ON m.signal_id = s.id WHERE m.user_id = ${id} ORDER BY s.id`,
  ],
  [
    'notes_of_support',
    sql`SELECT about, note, at FROM (
          SELECT id, 'account' AS about, body AS note, ${time(sql`created_at`)} AS at FROM notes WHERE user_id = ${id}
           UNION ALL
          SELECT n.id, 'purchase ' || v.id, n.body, ${time(sql`n.created_at`)}
            FROM conversions v JOIN notes n ON n.conversion_id = v.id WHERE v.user_id = ${id}) n ORDER BY id`,
  ],
  [
    'newsletter',
    sql`SELECT s.email, ${time(sql`s.created_at`)} AS subscribed, ${time(sql`s.unsubscribed_at`)} AS left_at
          FROM subscriptions s JOIN users u ON u.email = s.email WHERE u.id = ${id} AND ${selectIsOwnAddress()}`,
  ],
  [
    'newsletter_to_confirm',
    sql`SELECT r.email, ${time(sql`r.created_at`)} AS asked
          FROM newsletter_requests r JOIN users u ON u.email = r.email WHERE u.id = ${id} AND ${selectIsOwnAddress()} ORDER BY r.created_at`,
  ],
]
