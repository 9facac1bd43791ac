import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { clicks } from '~/db/schema/clicks'
import { withdrawals, withdrawalSteps } from '~/db/schema/withdrawals'
import { readVisitNumber } from '../visit-number'

export type VisitSubject = NonNullable<Awaited<ReturnType<typeof findVisitSubject>>>

/** Null if the number is malformed, unknown or another person's. */
export async function findVisitSubject(reader: Reader, userId: number, number: string) {
  const seq = readVisitNumber(number)
  if (seq === null) return null
  const [row] = await reader
    .select({
      clickId: clicks.id,
      at: clicks.created_at,
      network: clicks.network,
      brandId: brands.id,
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
export async function findWithdrawalSubject(reader: Reader, userId: number, id: number) {
  const [row] = await reader
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), eq(withdrawals.user_id, userId)))
  if (!row) return null
  const [paid] = await reader
    .select({ at: sql<Date>`min(${withdrawalSteps.created_at})`.mapWith(withdrawalSteps.created_at) })
    .from(withdrawalSteps)
    .where(and(eq(withdrawalSteps.withdrawal_id, id), eq(withdrawalSteps.status, 'paid')))
  return { withdrawal: row, paidAt: row.status === 'paid' ? (paid?.at ?? row.updated_at) : null }
}
