import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { withdrawals, withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { listSalesOfClicks } from '../sales/sales-of-clicks.server'
import { readVisitNumber } from '../visit-number'

/** The visit, its sales and claims. Null if the number is malformed, unknown or another person's. */
export async function findVisitFacts(reader: Reader, userId: number, number: string) {
  const visit = await findVisit(reader, userId, number)
  if (!visit) return null
  const [sales, earlier] = await Promise.all([
    listSalesOfClicks(reader, [visit.clickId]),
    // The index by member serves this query; those by visit are partial, one for claims and one for questions.
    reader
      .select(CLAIM_COLUMNS)
      .from(claims)
      .where(and(eq(claims.user_id, userId), eq(claims.click_id, visit.clickId))),
  ])
  return { visit, sales, earlier }
}

const CLAIM_COLUMNS = { id: claims.id, kind: claims.kind, state: claims.state }

async function findVisit(reader: Reader, userId: number, number: string) {
  const seq = readVisitNumber(number)
  if (seq === null) return null
  const [row] = await reader
    .select({
      clickId: clicks.id,
      at: clicks.created_at,
      network: clicks.network,
      storeId: brands.id,
      store: brands.name,
      tracks_in_hours: brands.tracks_in_hours,
      app_orders: brands.app_orders,
      takes_claims: brands.takes_claims,
    })
    .from(clicks)
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(eq(clicks.seq, seq), sql`coalesce(${clicks.claimed_by}, ${clicks.user_id}) = ${userId}`))
  return row ?? null
}

/** Null if the id is unknown or another person's. `paidAt` is null if it was not paid, or the money came back. */
export async function findWithdrawalFacts(reader: Reader, userId: number, id: number) {
  const [row] = await reader
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), eq(withdrawals.user_id, userId)))
  if (!row) return null
  const [[paid], earlier] = await Promise.all([
    reader
      .select({ at: sql<Date>`min(${withdrawalSteps.created_at})`.mapWith(withdrawalSteps.created_at) })
      .from(withdrawalSteps)
      .where(and(eq(withdrawalSteps.withdrawal_id, id), eq(withdrawalSteps.status, 'paid'))),
    reader.select(CLAIM_COLUMNS).from(claims).where(eq(claims.withdrawal_id, id)),
  ])
  const paidAt = row.status === 'paid' ? (paid?.at ?? row.updated_at) : null
  return { withdrawal: row, paidAt, earlier }
}
