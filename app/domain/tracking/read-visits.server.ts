import { and, eq, sql, type SQL } from 'drizzle-orm'
import { cardColumns } from '~/domain/catalog/cards.server'
import { selectWaits } from '~/domain/catalog/waits.server'
import { chooseWaits, type Waits } from '~/domain/catalog/waits'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks, visitTerms } from '~/platform/db/schema/clicks'
import { readVisitNumber, writeVisitNumber } from './visit-number'
import { listSalesOfVisits, type VisitSale } from './sales-of-visits.server'

export interface MemberVisit extends Omit<VisitRow, 'counted' | 'tracks_in_hours' | 'confirms_in_days'> {
  number: string
  waits: Waits
  sales: VisitSale[]
}

type VisitRow = Awaited<ReturnType<typeof selectVisits>>[number]

const selectVisits = (condition: SQL | undefined) =>
  db
    .select({
      id: clicks.id,
      seq: clicks.seq,
      at: clicks.created_at,
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
      cap_paise: clicks.cap_paise,
      promise_days: clicks.promise_days,
      promised_until: clicks.promised_until,
      network: clicks.network,
      offer: campaigns.title,
      slug: campaigns.slug,
      locale: campaigns.locale,
      ambiguous: cardColumns.ambiguous,
      isHidden: sql<boolean>`${campaigns.hidden_at} IS NOT NULL`,
      brandId: campaigns.brand_id,
      store: brands.name,
      storeCode: brands.coupon_code,
      logo: cardColumns.logo,
      counted: selectWaits(sql`brands.id`, sql`clicks.network`),
      tracks_in_hours: brands.tracks_in_hours,
      confirms_in_days: brands.confirms_in_days,
    })
    .from(clicks)
    .innerJoin(campaigns, eq(campaigns.id, clicks.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(condition)

export async function readVisits(where: (table: typeof clicks) => SQL | undefined): Promise<MemberVisit[]> {
  const rows = await selectVisits(where(clicks))
  const sales = await listSalesOfVisits(rows.map(({ id }) => id))
  return rows.map(({ counted, tracks_in_hours, confirms_in_days, ...row }) => ({
    ...row,
    number: writeVisitNumber(row.seq),
    waits: chooseWaits(counted, { tracks_in_hours, confirms_in_days }),
    sales: sales.filter(({ clickId }) => clickId === row.id),
  }))
}

export interface VisitDetail extends MemberVisit {
  /** HTML that was sanitized on import; null: no terms were recorded. */
  termsHtml: string | null
}

/** Null if the number is malformed, unknown or another person's. */
export async function findMemberVisit(userId: number, number: string): Promise<VisitDetail | null> {
  const seq = readVisitNumber(number)
  if (seq === null) return null
  const isOwn = sql`coalesce(${clicks.claimed_by}, ${clicks.user_id}) = ${userId}`
  const [[visit], [terms]] = await Promise.all([
    readVisits((table) => and(eq(table.seq, seq), isOwn)),
    db
      .select({ html: visitTerms.html })
      .from(clicks)
      .innerJoin(visitTerms, eq(visitTerms.hash, clicks.terms_hash))
      .where(and(eq(clicks.seq, seq), isOwn)),
  ])
  return visit ? { ...visit, termsHtml: terms?.html ?? null } : null
}
