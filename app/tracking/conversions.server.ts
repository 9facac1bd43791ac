/** What a network reports becomes a conversion, and the conversion becomes money. */
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '~/db/client.server'
import { brands, campaigns, clicks, conversions, users } from '~/db/schema'
import { paise, zero, type Paise } from '~/money'
import { notify } from '~/outreach/notifications.server'
import { settleCashback, type Holding } from '~/wallet/cashback.server'
import { conversionNotices } from './conversion-notices'
import { decide, type Decision } from './conversion-states'
import { cashbackOf, needsSale } from './rate'
import type { QuarantineReason, ReportedSale } from './reports'

/** The guest of section 6: a conversion of its click is kept and credits nobody. */
export const GUEST_ID = 9

export interface Verdict {
  outcome: 'applied' | 'repeat' | 'stale' | 'quarantined'
  reason?: QuarantineReason
  conversionId?: number
}

const quarantined = (reason: QuarantineReason, conversionId?: number): Verdict => ({
  outcome: 'quarantined',
  reason,
  conversionId,
})

type Conversion = typeof conversions.$inferSelect
type Click = NonNullable<Awaited<ReturnType<typeof findClick>>>

/** Applies what a network reported, inside the caller's transaction. */
export async function applyReport(tx: Tx, network: string, sale: ReportedSale): Promise<Verdict> {
  const click = await findClick(tx, network, sale.clickId)
  if (!click) return quarantined('unknown-click')
  const ends = sale.report === 'rejected' || sale.report === 'reversed'
  if (!ends && needsSale(click) && sale.sale === null) return quarantined('unusable-amount')
  const promised = cashbackOf(click, sale.sale)
  if (!ends && click.cap_paise !== null && promised > click.cap_paise) return quarantined('over-cap')

  const now = await lockConversion(tx, network, sale, click)
  if (now.click_id !== sale.clickId) return quarantined('other-click', now.id)
  const cashback = now.user_id === GUEST_ID ? zero : promised
  const decision = decide(
    {
      state: now.revision === 0 ? 'none' : now.status,
      cashback: paise(now.status === 'pending' ? now.pending_paise : now.granted_paise),
      sale: now.sale_paise === null ? null : paise(now.sale_paise),
    },
    { report: sale.report, cashback, sale: sale.sale },
  )
  if (decision.outcome === 'applied') await change(tx, now, decision, sale, click)
  return {
    outcome: decision.outcome,
    conversionId: now.id,
    ...(decision.outcome === 'quarantined' && { reason: decision.reason }),
  }
}

/** The click with its owner, whoever referred him, and the store; null when no such click went to this network. */
async function findClick(tx: Tx, network: string, clickId: string) {
  const owner = alias(users, 'owner')
  const referrer = alias(users, 'referrer')
  const [row] = await tx
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
    })
    .from(clicks)
    .innerJoin(owner, eq(owner.id, sql`coalesce(${clicks.claimed_by}, ${clicks.user_id})`))
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(
      referrer,
      and(
        eq(referrer.id, owner.referred_by),
        sql`${referrer.deleted_at} IS NULL AND ${referrer.id} <> ${GUEST_ID}`,
      ),
    )
    .where(and(eq(clicks.id, clickId), eq(clicks.network, network)))
  return row ?? null
}

/** The conversion's row, locked; revision 0 is a row that this report has just made. */
async function lockConversion(
  tx: Tx,
  network: string,
  sale: ReportedSale,
  click: Click,
): Promise<Conversion> {
  const lock = async () => {
    const [row] = await tx
      .select()
      .from(conversions)
      .where(and(eq(conversions.network, network), eq(conversions.external_id, sale.externalId)))
      .for('update')
    return row
  }
  const found = await lock()
  if (found) return found
  const [made] = await tx
    .insert(conversions)
    .values({
      network,
      external_id: sale.externalId,
      click_id: click.id,
      user_id: click.userId,
      referrer_id: click.userId === GUEST_ID ? null : click.referrerId,
      campaign_id: click.campaign_id,
      status: 'pending',
    })
    .onConflictDoNothing()
    .returning()
  // A report that came at the same moment made it first.
  return made ?? (await lock())!
}

async function change(
  tx: Tx,
  now: Conversion,
  next: Extract<Decision, { outcome: 'applied' }>,
  sale: ReportedSale,
  click: Click,
): Promise<void> {
  const revision = now.revision + 1
  const from = holdingOf(now)
  const to = await settleCashback(tx, {
    conversionId: now.id,
    revision,
    userId: now.user_id,
    referrerId: now.referrer_id,
    from,
    to: { pending: next.pending, granted: next.granted },
  })
  const ends = next.state === 'rejected' || next.state === 'reversed'
  await tx
    .update(conversions)
    .set({
      status: next.state,
      pending_paise: to.pending,
      granted_paise: to.granted,
      referral_paise: to.referral,
      sale_paise: ends ? now.sale_paise : sale.sale,
      network_payout_paise: sale.networkPayout ?? now.network_payout_paise,
      revision,
      updated_at: sql`now()`,
    })
    .where(eq(conversions.id, now.id))
  const notices = conversionNotices({ ...now, revision }, { state: next.state, from, to, store: click.store })
  await notify(tx, ...notices)
}

const holdingOf = (c: Conversion): Holding => ({
  pending: c.pending_paise as Paise,
  granted: c.granted_paise as Paise,
  referral: c.referral_paise as Paise,
})
