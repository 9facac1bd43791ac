import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import type { DeclineReason } from '~/platform/config/network'
import { paise, type Paise } from '~/platform/formats/money'
import { listPayoutsOfSales, type SalePayout } from '~/domain/wallet/sale-payouts.server'
import type { Conversion } from './conversion'
import { isEnd, type Report } from './conversions'
import { listSalesOfClicks } from './sales/sales-of-clicks.server'
import { findSaleDates, findSaleState, type SaleDates, type SaleState } from './visit-states'

export interface SaleReport {
  saleId: number | null
  at: Date
  report: Report
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
  reports: SaleReport[]
}

export async function listSalesOfVisits(clickIds: string[]): Promise<VisitSale[]> {
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

function toVisitSale(sale: Conversion, found: SaleReport[]): Omit<VisitSale, 'payout'> {
  // Networks use one word for an end before and after the approval.
  const reports = found.map((one) =>
    isEnd(one.report) && isEnd(sale.status) ? { ...one, report: sale.status } : one,
  )
  const first = (isIt: (report: SaleReport) => boolean) => reports.find(isIt)?.at ?? null
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

async function listReports(saleIds: number[]): Promise<SaleReport[]> {
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
