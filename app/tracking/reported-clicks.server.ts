/** The click behind a report: what it promised, and who holds it. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { brands, campaigns, clicks, users } from '~/db/schema'

/** The guest of section 6: a conversion of its click is kept and credits nobody until the click is claimed. */
export const GUEST_ID = 9

export type Click = NonNullable<Awaited<ReturnType<typeof findClick>>>

const owner = alias(users, 'owner')
const referrer = alias(users, 'referrer')

const clickById = prepared((reader) =>
  reader
    .select({
      id: clicks.id,
      campaign_id: clicks.campaign_id,
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
      cap_paise: clicks.cap_paise,
      userId: owner.id,
      referrerId: referrer.id,
      store: brands.name,
      holdingDays: brands.holding_days,
    })
    .from(clicks)
    .innerJoin(owner, eq(owner.id, sql`coalesce(${clicks.claimed_by}, ${clicks.user_id})`))
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(
      referrer,
      and(eq(referrer.id, owner.referred_by), isNull(referrer.deleted_at), ne(referrer.id, GUEST_ID)),
    )
    .where(and(eq(clicks.id, sql.placeholder('clickId')), eq(clicks.network, sql.placeholder('network')))),
)

/**
 * The click with its owner, whoever referred him, and the store; null when no such click went to this network. With
 * `lock`, a guest's click cannot be claimed before the transaction ends: its conversion would be left with the guest.
 */
export async function findClick(reader: Reader, network: string, clickId: string, { lock = false } = {}) {
  const [click] = await clickById(reader, { network, clickId })
  if (!lock || click?.userId !== GUEST_ID) return click ?? null
  await reader.select({ id: clicks.id }).from(clicks).where(eq(clicks.id, clickId)).for('share')
  // Whoever claimed it before we had the lock has it now.
  const [held] = await clickById(reader, { network, clickId })
  return held ?? null
}
