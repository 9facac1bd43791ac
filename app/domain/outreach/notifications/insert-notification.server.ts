import type { Reader } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import type { NewNotification } from '../notifications.server'
import { listChannels } from '../deliveries/channels.server'
import { findKind } from '../topics'

const NOTIFICATION = `INSERT INTO notifications (user_id, reference, title, body, href, sms_values)
  VALUES ($1::bigint, $2, $3, $4, $5, $6::text::jsonb) ON CONFLICT (user_id, reference) DO NOTHING`

const statements = new Map<string, ReturnType<typeof prepareStatement<never>>>()

/** One statement: inserts the notification and, if it is new, a delivery for each address. */
export async function insertNotification(tx: Reader, item: NewNotification): Promise<void> {
  const { userId, reference, title, body, href, topic, sms } = item
  const text = buildStatement()
  const insert = statements.get(text) ?? prepareStatement<never>(text)
  statements.set(text, insert)
  const values = [userId, reference, title, body, href, sms ? JSON.stringify(sms) : null]
  await insert(tx, text === NOTIFICATION ? values : [...values, findKind(reference), topic])
}

function buildStatement(): string {
  const channels = listChannels()
  if (!channels.length) return NOTIFICATION
  const addresses = channels.map(
    ({ name, addresses }) => `SELECT '${name}' AS channel, a.address FROM (${addresses}) AS a(address)`,
  )
  return `WITH n AS (${NOTIFICATION} RETURNING id, user_id),
    m AS (SELECT id, user_id, $7::text AS kind, $8::text AS topic FROM n)
  INSERT INTO deliveries (notification_id, user_id, channel, kind, topic, address)
  SELECT m.id, m.user_id, d.channel, m.kind, m.topic, d.address
    FROM m CROSS JOIN LATERAL (${addresses.join(' UNION ALL ')}) d
  ON CONFLICT DO NOTHING`
}
