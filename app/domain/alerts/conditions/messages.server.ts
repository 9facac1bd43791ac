import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { HOUR_MS } from '~/platform/formats/dates'
import { findQuietEnd } from '~/domain/outreach/quiet-hours'
import type { Condition } from './causes'

/** Ignores newsletters, which take hours, and until an hour after the quiet hours messages that wait for their end. */
export const messagesCondition: Condition = {
  name: 'waiting messages',
  causes: ['messages-waiting'],
  async find({ at }) {
    const hourAgo = new Date(at.getTime() - HOUR_MS)
    const isAwake = !findQuietEnd(at) && !findQuietEnd(hourAgo)
    const rows = await db.execute<{ channel: string; count: number; answer: string | null }>(sql`
      SELECT channel, count(*)::int AS count, (array_agg(answer ORDER BY created_at))[1] AS answer FROM deliveries
       WHERE state = 'waiting' AND topic <> 'newsletter' AND created_at <= ${hourAgo.toISOString()}
         AND (${isAwake} OR answer IS DISTINCT FROM 'quiet hours')
       GROUP BY channel ORDER BY channel`)
    return rows.map(({ channel, count, answer }) => ({
      cause: 'messages-waiting',
      subject: channel,
      detail: `${count} ${count === 1 ? 'has' : 'have'} waited an hour; the last answer: ${answer ?? 'none'}.`,
    }))
  },
}
