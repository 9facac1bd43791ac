import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'

export async function listClaimsForNetwork(network: string, sentToo: boolean) {
  const rows = await db.execute<{
    id: number
    campaign: string
    click_id: string
    visited: Date
    order_number: string | null
    amount: string | null
    store: string
  }>(sql`
    SELECT l.id::int AS id, c.network_campaign_id AS campaign, k.id AS click_id, k.created_at AS visited, l.order_number,
           l.amount_paise::text AS amount, b.name AS store
      FROM claims l JOIN LATERAL (SELECT * FROM clicks k WHERE k.id = l.click_id OFFSET 0) k ON true
      JOIN campaigns c ON c.id = k.campaign_id
      JOIN brands b ON b.id = l.brand_id
     WHERE l.state IN ('received', ${sentToo ? 'sent' : 'received'}) AND l.kind <> 'question' AND k.network = ${network}
     ORDER BY l.id LIMIT 10000`)
  return rows.map(({ click_id, visited, order_number, amount, ...row }) => ({
    ...row,
    network,
    clickId: click_id,
    visitedAt: new Date(visited),
    orderNumber: order_number ?? '',
    amount: amount === null ? null : BigInt(amount),
  }))
}
