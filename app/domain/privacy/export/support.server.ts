import { sql } from 'drizzle-orm'
import { selectIsOwnAddress } from '~/domain/outreach/own-address.server'
import { selectTime, type SectionQuery } from './section.server'

export const supportSections = (id: number): SectionQuery[] => [
  [
    'notifications',
    sql`SELECT title, body, ${selectTime(sql`created_at`)} AS at, ${selectTime(sql`read_at`)} AS read
          FROM notifications WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'messages_sent',
    sql`SELECT channel, kind, address, state, ${selectTime(sql`created_at`)} AS at, ${selectTime(sql`ended_at`)} AS ended
          FROM deliveries WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'message_choices',
    sql`SELECT topic, channel, wanted, ${selectTime(sql`changed_at`)} AS changed
          FROM message_choices WHERE user_id = ${id} ORDER BY topic, channel`,
  ],
  [
    'fraud_signals',
    sql`SELECT s.kind, coalesce(m.about, true) AS about_you, ${selectTime(sql`s.raised_at`)} AS raised, ${selectTime(sql`s.cleared_at`)} AS cleared
          FROM signals s JOIN signal_members m ON m.signal_id = s.id WHERE m.user_id = ${id} ORDER BY s.id`,
  ],
  [
    'notes_of_support',
    sql`SELECT about, note, at FROM (
          SELECT id, 'account' AS about, body AS note, ${selectTime(sql`created_at`)} AS at FROM notes WHERE user_id = ${id}
           UNION ALL
          SELECT n.id, 'purchase ' || v.id, n.body, ${selectTime(sql`n.created_at`)}
            FROM conversions v JOIN notes n ON n.conversion_id = v.id WHERE v.user_id = ${id}) n ORDER BY id`,
  ],
  [
    'newsletter',
    sql`SELECT s.email, ${selectTime(sql`s.created_at`)} AS subscribed, ${selectTime(sql`s.unsubscribed_at`)} AS left_at
          FROM subscriptions s JOIN users u ON u.email = s.email WHERE u.id = ${id} AND ${selectIsOwnAddress()}`,
  ],
  [
    'newsletter_to_confirm',
    sql`SELECT r.email, ${selectTime(sql`r.created_at`)} AS asked
          FROM newsletter_requests r JOIN users u ON u.email = r.email WHERE u.id = ${id} AND ${selectIsOwnAddress()} ORDER BY r.created_at`,
  ],
]
