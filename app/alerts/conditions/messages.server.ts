import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import type { Condition } from '../causes'

/** Ignores newsletters, which take hours, and messages that wait for the end of the quiet hours. */
export const messagesCondition: Condition = {
  name: 'waiting messages',
  causes: ['messages-waiting'],
  async find({ at }) {
    const hourAgo = sql`${at.toISOString()}::timestamptz - interval '1 hour'`
    const rows = await db.execute<{ channel: string; count: number; answer: string | null }>(sql`
      SELECT channel, count(*)::int AS count, (array_agg(answer ORDER BY created_at))[1] AS answer FROM deliveries
       WHERE state = 'waiting' AND topic <> 'newsletter' AND created_at <= ${hourAgo}
         AND (answer IS DISTINCT FROM 'quiet hours' OR next_attempt_at <= ${hourAgo})
       GROUP BY channel ORDER BY channel`)
    return rows.map(({ channel, count, answer }) => ({
      cause: 'messages-waiting',
      subject: channel,
      detail: `${count} ${count === 1 ? 'has' : 'have'} waited an hour; the last answer: ${answer ?? 'none'}.`,
    }))
  },
}
