import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { users } from '~/platform/db/schema/members'
import { clicks } from '~/platform/db/schema/clicks'
import { GUEST_ID } from '../guest'

export type ReportedClick = NonNullable<Awaited<ReturnType<typeof findClick>>>

const owner = alias(users, 'owner')
const referrer = alias(users, 'referrer')

/** For estimateCommission(); the query must join campaigns and brands. */
export const commissionColumns = {
  offerCommission: {
    hundredths: campaigns.commission_hundredths,
    model: campaigns.commission_model,
    currency: campaigns.currency,
  },
  storeCommission: { hundredths: brands.commission_hundredths, model: brands.commission_model },
}

const selectClick = (reader: Reader) =>
  reader
    .select({
      id: clicks.id,
      campaign_id: clicks.campaign_id,
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
      cap_paise: clicks.cap_paise,
      at: clicks.created_at,
      promise_days: clicks.promise_days,
      promised_until: clicks.promised_until,
      ...commissionColumns,
      referralRate: clicks.referral_hundredths,
      userId: owner.id,
      /** A member who has left gets nothing more (docs/rules.md#30). */
      hasLeft: sql<boolean>`${owner.deleted_at} IS NOT NULL`,
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
    .where(and(eq(clicks.id, sql.placeholder('clickId')), eq(clicks.network, sql.placeholder('network'))))

const clickById = prepared(selectClick)
const clickLocked = prepared((reader) => selectClick(reader).for('no key update', { of: clicks }))

export async function findClick(reader: Reader, network: string, clickId: string) {
  const [click] = await clickById(reader, { network, clickId })
  return click ?? null
}

/** The lock serializes reports of the click's sales and prevents a claim of a guest's click. */
export async function lockClick(tx: Tx, network: string, clickId: string) {
  const [click] = await clickLocked(tx, { network, clickId })
  // A click that was claimed meanwhile no longer matches the join: read it again.
  return click ?? findClick(tx, network, clickId)
}
