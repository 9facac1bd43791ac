/** Which sale a report is about (docs/rules.md#49). Pure: the rows come from listCandidates(). */
import { isIdAsNumber } from '~/platform/formats/identifiers'
import { referenceKey } from '~/platform/formats/reference-key'
import { isEnd, type QuarantineReason, type Conversion } from '../conversions'
import type { ReportedSale } from '../reports'

export type UnclearReason = Extract<
  QuarantineReason,
  'item-or-correction' | 'old-identity' | 'after-claim' | 'unusable-id'
>

export type SaleIdentity =
  | { is: 'new' }
  | { is: 'known'; sale: Candidate }
  | { is: 'unclear'; reason: UnclearReason; sale: Candidate | null }

export type IdentityAnswer = 'new' | number

export interface Candidate extends Conversion {
  /** Order key of the claim that credited the sale ('': it named none). Null once a network reported the sale. */
  claimedOrder?: string | null
  /** Order key of the claim that credited the sale, also after a report; else null. */
  claimKey?: string | null
}

type Row = Candidate

export function identifySale(report: ReportedSale, rows: Row[], answer?: IdentityAnswer): SaleIdentity {
  const { conversionId } = report
  const own = conversionId === null ? undefined : rows.find((row) => row.conversion_id === conversionId)
  if (own) return toKnown(own)
  const damaged = report.isFromFile ? findDamaged(report, rows) : undefined
  if (damaged) return { is: 'unclear', reason: 'unusable-id', sale: damaged }
  const claimed = rows.find((row) => typeof row.claimedOrder === 'string' && row.click_id === report.clickId)
  if (claimed && answer === undefined && hasClaimedOrder(report, claimed)) return toKnown(claimed)
  const near = conversionId === null ? findWithoutOwnId(report, rows) : findUnnamed(report, rows)
  if (answer !== undefined) return applyAnswer(report, claimed ? [...near, claimed] : near, answer)
  const found = identifyNear(report, near)
  // The credit of a claim may be for the reported sale: only a person can tell.
  const isMaybeClaimed = claimed && (found.is === 'new' || found.sale === claimed)
  return isMaybeClaimed ? { is: 'unclear', reason: 'after-claim', sale: claimed } : found
}

/** The sale whose id the row of a file has as a spreadsheet writes it. */
function findDamaged({ conversionId, externalId, orderNumber, clickId }: ReportedSale, rows: Row[]) {
  if (rows.some((row) => row.external_id === externalId)) return undefined
  const id = conversionId ?? externalId
  return rows.find(
    (row) =>
      (row.click_id === clickId || (orderNumber !== null && row.order_number === orderNumber)) &&
      isIdAsNumber(id, row.conversion_id ?? row.external_id),
  )
}

function identifyNear(report: ReportedSale, near: Row[]): SaleIdentity {
  if (!near.length) return { is: 'new' }
  if (isEnd(report.report)) return identifyEnd(report, near)
  return report.conversionId === null ? identifyByKey(report, near) : adopt(report, near)
}

const hasClaimedOrder = ({ orderNumber }: ReportedSale, { claimedOrder }: Row) =>
  orderNumber !== null && claimedOrder !== '' && claimedOrder === referenceKey(orderNumber)

/** Members may write an order number in another way than the network, so that keys are compared, too. */
const isSameOrder = ({ orderNumber }: ReportedSale, { order_number, claimKey }: Row) =>
  orderNumber !== null &&
  (order_number === orderNumber || (Boolean(claimKey) && claimKey === referenceKey(orderNumber)))

const isClaimedByOther = ({ clickId }: ReportedSale, { claimKey, click_id }: Row) =>
  Boolean(claimKey) && click_id !== clickId

const toKnown = (sale: Row): SaleIdentity => ({ is: 'known', sale })

const toUnclear = ({ conversionId }: ReportedSale, near: Row[]): SaleIdentity => ({
  is: 'unclear',
  reason: conversionId !== null && near.some((row) => row.legacy) ? 'old-identity' : 'item-or-correction',
  sale: near.length === 1 ? near[0]! : null,
})

function applyAnswer(report: ReportedSale, near: Row[], answer: IdentityAnswer): SaleIdentity {
  if (answer === 'new') return { is: 'new' }
  const sale = near.find(({ id }) => id === answer)
  return sale ? toKnown(sale) : toUnclear(report, near)
}

function findUnnamed(report: ReportedSale, rows: Row[]): Row[] {
  const { orderNumber, clickId, otherIds } = report
  return rows.filter((row) => {
    const isOfOrder = isSameOrder(report, row)
    // The order of a claim is credited once, even if a network reports it for another visit.
    if (row.conversion_id !== null) return isOfOrder && (row.legacy || isClaimedByOther(report, row))
    if (isOfOrder || otherIds.includes(row.external_id)) return true
    return row.click_id === clickId && (orderNumber === null || row.order_number === null)
  })
}

function findWithoutOwnId(report: ReportedSale, rows: Row[]): Row[] {
  const { orderNumber, clickId, externalId, otherIds } = report
  const ids = [externalId, ...otherIds]
  const ofOrder = rows.filter(
    (row) =>
      isSameOrder(report, row) ||
      (row.conversion_id === null && !isClickId(row.external_id) && ids.includes(row.external_id)),
  )
  if (ofOrder.length) return ofOrder
  const isOfVisit = orderNumber === null && !isClickId(externalId)
  return rows.filter(
    (row) =>
      row.click_id === clickId &&
      (orderNumber === null || row.order_number === null) &&
      (isClickId(row.external_id) ? ids.includes(row.external_id) : !isOfVisit),
  )
}

const isClickId = (id: string) => id.startsWith('click:')

function identifyEnd(report: ReportedSale, near: Row[]): SaleIdentity {
  const sale = near.find((row) => hasSameKey(report, row))
  if (sale) return toKnown(sale)
  const [only, ...more] = near
  return more.length || isOtherItem(report, only!) ? toUnclear(report, near) : toKnown(only!)
}

/** A sale from before ids were distinguished may be several items: the id that it took over names one of them. */
const isOtherItem = ({ conversionId }: ReportedSale, { legacy, conversion_id }: Row) =>
  legacy && conversionId !== null && conversion_id !== null

const isSameSale = (row: Row, { amount, clickId }: ReportedSale) =>
  row.sale_paise === amount && row.click_id === clickId

function adopt(report: ReportedSale, near: Row[]): SaleIdentity {
  const same = near.filter((row) => row.conversion_id === null && isSameSale(row, report))
  return same.length === 1 ? toKnown(same[0]!) : toUnclear(report, near)
}

const hasSameKey = ({ externalId, otherIds }: ReportedSale, row: Row) =>
  row.conversion_id === null &&
  (row.external_id === externalId || (row.legacy && otherIds.includes(row.external_id)))

function identifyByKey(report: ReportedSale, near: Row[]): SaleIdentity {
  const sale = near.find((row) => hasSameKey(report, row))
  if (!sale)
    return near.length === 1 && isSameSale(near[0]!, report) ? toKnown(near[0]!) : toUnclear(report, near)
  const isOtherOrder =
    report.orderNumber !== null && sale.order_number !== null && report.orderNumber !== sale.order_number
  const isMore = (report.amount ?? 0n) > (sale.sale_paise ?? 0n)
  return !isEnd(sale.status) && (isMore || isOtherOrder) ? toUnclear(report, [sale]) : toKnown(sale)
}
