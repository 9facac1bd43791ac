import { inArray, sql, type SQL, and, eq, asc, isNotNull, or } from 'drizzle-orm'
import { cardColumns } from '~/domain/catalog/cards.server'
import { chooseWaits, type Waits } from '~/domain/catalog/waits'
import { selectWaits } from '~/domain/catalog/waits.server'
import { listPayoutsOfSales, type SalePayout } from '~/domain/wallet/sale-payouts.server'
import type { DeclineReason, ReportedState } from '~/platform/config/network'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks, visitTerms } from '~/platform/db/schema/clicks'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { paise, type Paise } from '~/platform/formats/money'
import { NO_ORDER_DAYS, findSaleDates, findSaleState, type SaleDates, type SaleState } from './visit-states'
import { readVisitNumber, formatVisitNumber } from './visit-number'
import { type Conversion, isEnd } from './conversions'
import { listSalesOfClicks } from './sales/sales-of-clicks.server'

const PAGE_SIZE = 20

const MOST_WITHOUT_ORDER = 1000

/** 'current': with an order, or too new to tell; 'no-order': the others of a year. */
export type VisitPart = 'current' | 'no-order' | 'all'

export interface VisitPage {
  items: MemberVisit[]
  page: number
  pages: number
  total: number
}

interface Listing {
  part?: VisitPart
  page?: number
  limit?: number
}

const DAYS = sql.raw(`interval '${NO_ORDER_DAYS} days'`)

const own = (userId: number, condition: SQL): SQL =>
  sql.join(
    ['user_id', 'claimed_by'].map(
      (owner) => sql`(
        SELECT k.id, k.seq, k.created_at FROM clicks k WHERE k.${sql.identifier(owner)} = ${userId} AND ${condition}
         ORDER BY k.created_at DESC LIMIT ${MOST_WITHOUT_ORDER})`,
    ),
    sql` UNION `,
  )

const selectSoldClicks = (userId: number): SQL =>
  sql`SELECT click_id FROM conversions WHERE user_id = ${userId}`

const withOrder = (userId: number): SQL => sql`
  SELECT k.id, k.seq, k.created_at FROM clicks k
   WHERE k.id IN (${selectSoldClicks(userId)})`

const newerThan = (age: SQL): SQL => sql`k.created_at > now() - ${age}`
const YEAR = sql.raw(`interval '1 year'`)

const selectPart = (userId: number, part: VisitPart): SQL => {
  if (part === 'no-order')
    return own(
      userId,
      sql`${newerThan(YEAR)} AND k.created_at <= now() - ${DAYS}
          AND k.id NOT IN (${selectSoldClicks(userId)})`,
    )
  return sql`${own(userId, newerThan(part === 'all' ? YEAR : DAYS))} UNION ${withOrder(userId)}`
}

export async function listMemberVisits(
  userId: number,
  { part = 'current', page = 1, limit = PAGE_SIZE }: Listing = {},
): Promise<VisitPage> {
  const rows = await db.execute<{ total: number; pages: number; id: string | null }>(sql`
    WITH listed AS MATERIALIZED (${selectPart(userId, part)})
    SELECT t.total, ((t.total + ${limit}::int - 1) / ${limit}::int)::int AS pages, s.id
      FROM (SELECT count(*)::int AS total FROM listed) t
      LEFT JOIN (SELECT * FROM listed ORDER BY created_at DESC, seq DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) s ON true
     ORDER BY s.created_at DESC, s.seq DESC`)
  const { total, pages } = rows[0]!
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const visits = ids.length ? await readVisits((clicks) => inArray(clicks.id, ids)) : []
  const items = visits.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.seq - a.seq)
  return { items, page, pages, total }
}

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
      storeId: campaigns.brand_id,
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
    number: formatVisitNumber(row.seq),
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

export interface VisitReport {
  saleId: number | null
  at: Date
  report: ReportedState
  sale: Paise | null
}

export interface VisitSale {
  id: number
  clickId: string
  orderNumber: string | null
  amount: Paise | null
  /** Credited or pending cashback; zero for a declined sale. */
  cashback: Paise
  state: SaleState
  declineReason: DeclineReason | 'not-said' | null
  dates: SaleDates
  /** Where its granted cashback is; null: none is granted. */
  payout: SalePayout | null
  reports: VisitReport[]
}

async function listSalesOfVisits(clickIds: string[]): Promise<VisitSale[]> {
  const sales = await listSalesOfClicks(db, clickIds)
  const [reports, payouts] = await Promise.all([listReports(sales.map(({ id }) => id)), listPayouts(sales)])
  return sales.map((sale) => ({
    ...toVisitSale(
      sale,
      reports.filter((report) => report.saleId === sale.id),
    ),
    payout: payouts.find(({ saleId }) => saleId === sale.id) ?? null,
  }))
}

async function listPayouts(sales: Conversion[]): Promise<SalePayout[]> {
  const granted = sales.filter(({ granted_paise }) => granted_paise > 0n)
  const owners = [...new Set(granted.map(({ user_id }) => user_id))]
  const ofEach = owners.map((owner) =>
    listPayoutsOfSales(
      owner,
      granted.filter(({ user_id }) => user_id === owner).map(({ id }) => id),
    ),
  )
  return (await Promise.all(ofEach)).flat()
}

function toVisitSale(sale: Conversion, found: VisitReport[]): Omit<VisitSale, 'payout'> {
  // Networks use one word for an end before and after the approval.
  const reports = found.map((one) =>
    isEnd(one.report) && isEnd(sale.status) ? { ...one, report: sale.status } : one,
  )
  const first = (isIt: (report: VisitReport) => boolean) => reports.find(isIt)?.at ?? null
  return {
    id: sale.id,
    clickId: sale.click_id,
    orderNumber: sale.order_number,
    amount: sale.sale_paise === null ? null : paise(sale.sale_paise),
    cashback: paise(sale.pending_paise + sale.granted_paise),
    state: findSaleState(sale),
    declineReason: isEnd(sale.status) ? (sale.decline_reason ?? 'not-said') : null,
    dates: findSaleDates(sale, {
      approved: first(({ report }) => report === 'approved'),
      ended: first(({ report }) => isEnd(report)),
    }),
    reports,
  }
}

async function listReports(saleIds: number[]): Promise<VisitReport[]> {
  if (!saleIds.length) return []
  const { id, conversion_id, received_at, report, sale_paise, outcome, resolved_at } = postbackInbox
  const rows = await db
    .select({ saleId: conversion_id, at: received_at, report, sale: sale_paise })
    .from(postbackInbox)
    .where(
      and(
        inArray(conversion_id, saleIds),
        isNotNull(report),
        or(eq(outcome, 'applied'), and(eq(outcome, 'quarantined'), isNotNull(resolved_at))),
      ),
    )
    .orderBy(asc(id))
  return rows.map(({ sale, ...row }) => ({
    ...row,
    report: row.report!,
    sale: sale === null ? null : paise(sale),
  }))
}
