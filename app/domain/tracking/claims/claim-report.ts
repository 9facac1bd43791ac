/** A claim's credit is a report in the inbox, so that the same order and limits apply (docs/rules.md#56). */
import { parseAmount, TYPED } from '~/platform/formats/amounts'
import { readOrderNumber } from '~/platform/formats/identifiers'
import { formatPlain, type Paise } from '~/platform/formats/money'
import type { ReportedSale } from '../reports'

export const CLAIM_METHOD = 'CLAIM'

export interface ClaimedSale {
  claimId: number
  clickId: string
  orderNumber: string | null
  amount: Paise
  /** Ids of the known sale with the wrong amount; null: no network has reported the sale. */
  known: { conversion_id: string | null; external_id: string } | null
  /** An operator said that it is none of the visit's other sales; the audit reads it. */
  isAnotherOrder?: boolean | undefined
}

export const buildClaimReport = ({
  claimId,
  clickId,
  orderNumber,
  amount,
  known,
  isAnotherOrder = false,
}: ClaimedSale) => ({
  claim: String(claimId),
  click: clickId,
  amount: formatPlain(amount),
  ...(orderNumber !== null && { order: orderNumber }),
  ...(isAnotherOrder && { another_order: 'yes' }),
  ...(known && { sale: known.external_id }),
  ...(known && known.conversion_id !== null && { conversion: known.conversion_id }),
})

export function readClaimReport(
  raw: Record<string, string>,
): ReportedSale | { quarantined: 'unusable-amount' | 'unusable-id' } {
  const { claim, click, amount, sale, conversion = null } = raw
  const order = readOrderNumber(raw.order)
  const externalId = conversion ?? sale ?? order ?? (claim && `claim:${claim}`)
  if (!click || !externalId) return { quarantined: 'unusable-id' }
  const paid = parseAmount(amount ?? '', TYPED)
  if (paid === null) return { quarantined: 'unusable-amount' }
  return {
    clickId: click,
    conversionId: conversion,
    orderNumber: order,
    externalId,
    otherIds: [],
    report: 'approved',
    amount: paid,
    networkPayout: null,
  }
}
